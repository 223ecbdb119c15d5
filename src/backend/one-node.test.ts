import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { v7 } from 'uuid';
import { beforeAll, expect, test } from 'vitest';
import { newIntent } from '../../contract-tests/fixtures/backend/backends.ts';
import { explainStatements, tasksOf } from '../../contract-tests/fixtures/runtime/statement-plans.ts';
import { createTestDatabase } from '../../contract-tests/fixtures/runtime/test-database.ts';
import { withBucket } from '../runtime/database/bucket.ts';
import { type BackendDatabase, backendMigrations } from './database.ts';
import type { NewPaymentIntent, PaymentIntentRow } from './invoices/invoice-store.ts';
import { settledStatuses } from './payments/payment-webhook.ts';
import { type BackendStores, createBackendStores } from './stores.ts';
import { useStarted } from '../../contract-tests/fixtures/use-started.ts';

const at = new Date('2026-03-01T12:00:00.000Z');
const later = new Date('2026-03-02T12:00:00.000Z');
const payer = 'payer';

const database = useStarted(() => createTestDatabase({ area: 'backend', migrations: backendMigrations }));
let db: Kysely<BackendDatabase>;
beforeAll(async () => {
  db = database.as<BackendDatabase>();
});

const stores = (connection: Kysely<BackendDatabase>): BackendStores =>
  createBackendStores(connection, { toHook: true });

const seen = () => ({ id: v7(), platformId: payer, at });
const create = ({ intents }: BackendStores) => intents.create(seen(), () => [newIntent(payer, at)]);
const transactionOf = (intent: PaymentIntentRow) => ({
  intent,
  transactionId: withBucket(v7(), intent.bucket),
  txHash: randomUUID(),
  test: null,
  payload: '{}',
  at,
});
const settlement = (intent: PaymentIntentRow, status: 'finalized' | 'failed') => ({
  ...transactionOf(intent),
  ...settledStatuses[status],
});
const contradiction = (invoice: string) =>
  ({ id: v7(), invoice, txHash: null, cause: 'amount', payloadHash: randomUUID(), payload: '{}', at }) as const;
const page = { sender: payer, filter: {}, limit: 51 };

/** What a request does, for an invoice of its payer. */
type Request = (request: BackendStores, intent: PaymentIntentRow) => Promise<unknown>;

const requests: readonly (readonly [string, Request])[] = [
  ['getMe', ({ users }) => users.recordSeen(seen())],
  ['createInvoice', create],
  [
    'createInvoice with a key',
    async ({ intents }) => {
      const repeated = { key: randomUUID(), payloadHash: 'hash', expiresAt: later };
      const once = (intent: NewPaymentIntent) =>
        intents.createOnce(() => [intent], { ...repeated, sender: seen(), intentId: intent.id });
      expect(await once(newIntent(payer, at))).toEqual(await once(newIntent(payer, at)));
    },
  ],
  ['getInvoice', ({ intents }, { invoice }) => intents.byInvoice(invoice)],
  ['listTransactions', ({ transactions }) => transactions.list(page)],
  [
    'a later page of listTransactions',
    ({ transactions }) => transactions.list({ ...page, after: { at, id: randomUUID() } }),
  ],
  [
    'receivePaymentWebhook: payment and refund',
    async ({ settlements }, intent) => {
      await settlements.find(intent.invoice);
      expect(await settlements.settle(settlement(intent, 'finalized'))).toBe('settled');
      expect(await settlements.refund(transactionOf(intent))).toBe(true);
    },
  ],
  [
    'receivePaymentWebhook: contradiction',
    ({ contradictions }, { invoice }) => contradictions.add(contradiction(invoice)),
  ],
  [
    'resolveContradiction',
    async ({ contradictions, settlements }, intent) => {
      const stored = contradiction(intent.invoice);
      await contradictions.add(stored);
      await settlements.settle(settlement(intent, 'failed'));
      await settlements.reopen(intent);
      const id = withBucket(stored.id, intent.bucket);
      const decision = { id, resolution: 'refused', reason: 'None.', resolvedBy: 'Support', at } as const;
      expect(await contradictions.resolve(decision, () => Promise.resolve())).toBeDefined();
    },
  ],
  ['getUserData', ({ personalData }) => personalData.export(payer)],
  ['deleteUser', ({ personalData }) => personalData.erase(payer, 'erased:1', () => Promise.resolve())],
];

// Where rows are spread, the plan says how many nodes each part of a statement asks; settling asks that of the hash too.
test.each(requests)('backend rows: each statement of %s asks one node', async (_name, request) => {
  const intent = await create(stores(db));
  const plans = await explainStatements(db, (connection) => request(stores(connection), intent));
  expect(plans.length).toBeGreaterThan(0);
  for (const { statement, plan } of plans) {
    expect(
      tasksOf(plan).filter((count) => count !== 1),
      `${statement}\n${plan}`,
    ).toEqual([]);
    expect(statement).toMatch(/\bbucket\b/);
  }
});
