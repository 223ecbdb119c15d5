import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillTables, fillTimeout, fullTables } from '../../../contract-tests/fixtures/runtime/tables.ts';
import { explainStatements } from '../../../contract-tests/fixtures/runtime/statement-plans.ts';
import { newIntent } from '../../../contract-tests/fixtures/backend/backends.ts';
import { createTestDatabase, type TestDatabase } from '../../../contract-tests/fixtures/runtime/test-database.ts';
import { type BackendDatabase, backendMigrations } from '../database.ts';
import { settledStatuses } from './payment-webhook.ts';
import { createContradictionStore, createSettlementStore } from './settlement-store.ts';
import { withBucket } from '../../runtime/database/bucket.ts';
import { createPaymentIntentStore, type PaymentIntentRow } from '../invoices/invoice-store.ts';
import { createPersonalDataStore, createUserStore } from '../people/user-store.ts';
import { createSettledEventStore } from './settled-event-store.ts';
import { createTransactionStore } from './transaction-store.ts';

const transactionCount = fullTables ? 10_000_000 : 100_000;
const pendingCount = fullTables ? 1_000_000 : 10_000;
const start = new Date('2026-03-01T12:00:00.000Z');
const after = (days: number) => new Date(start.getTime() + days * 86_400_000);
/** Sender of one in a thousand transactions, more than any other sender. */
const busiest = 'busiest person';
const person = 'person 77';

let database: TestDatabase;
let db: Kysely<BackendDatabase>;
let pending: PaymentIntentRow;
beforeAll(async () => {
  database = await createTestDatabase({ area: 'backend', migrations: backendMigrations });
  db = database.as<BackendDatabase>();
  const tables = ['payment_intents', 'transactions', 'contradictions', 'settled_events'];
  await fillTables(
    database,
    tables.map((table) => `backend.${table}`),
    async (connection) => {
      const at = sql`${start}::timestamptz`;
      // The last rows are the pending invoices. The first half of them has expired, all within the last 30 days.
      await sql`
        insert into backend.payment_intents
          (bucket, id, invoice, sender_platform_id, recipient_address, amount, token, network, product_id, quantity, status,
            created_at, expires_at)
        select ('x' || digits)::bit(12)::integer, gen_random_uuid(), 'inv-' || overlay(gen_random_uuid()::text placing digits from 1), sender,
          'wallet', '990000', 'USDC', 'solana', 'coins-100-usdc', 100,
          case when n > ${transactionCount}::int then 'pending' when n % 100 = 1 then 'failed' else 'completed' end,
          ${at} + (n - ${transactionCount}::int) * interval '1 second',
          ${at} + (n - ${transactionCount}::int - ${pendingCount / 2}::int) * interval '1 second'
        from generate_series(1, ${transactionCount + pendingCount}::int) as n
          cross join lateral (
            select case when n % 1000 = 0 then ${busiest} else 'person ' || n % ${transactionCount / 10}::int end as sender
          ) as payer
          cross join lateral (
            select substr(encode(sha256(convert_to(sender, 'UTF8')), 'hex'), 1, 3) as digits
          ) as of_payer`.execute(connection);
      await sql`
        insert into backend.transactions
          (bucket, id, sender_platform_id, recipient_address, tx_hash, status, amount, token, network, invoice, payload,
            created_at)
        select bucket, gen_random_uuid(), sender_platform_id, 'wallet', 'hash ' || id,
          case status when 'completed' then 'paid' else 'failed' end, amount, token, network, invoice, '{}', created_at
        from backend.payment_intents where status <> 'pending'`.execute(connection);
      await sql`
        insert into backend.settled_events (bucket, id, state, created_at)
        select n % 4096, gen_random_uuid(), 'delivered', ${at} - n * interval '1 second'
        from generate_series(1, ${pendingCount}::int) as n`.execute(connection);
      await sql`
        insert into backend.contradictions (bucket, id, invoice, cause, payload_hash, payload, created_at)
        select n % 4096, gen_random_uuid(), 'inv-' || n, 'amount', 'hash', '{}', ${at} - n * interval '1 second'
        from generate_series(1, ${pendingCount}::int) as n`.execute(connection);
    },
  );
  pending = await db
    .selectFrom('backend.payment_intents')
    .selectAll()
    .where('status', '=', 'pending')
    .where('expires_at', '>', start)
    .limit(1)
    .executeTakeFirstOrThrow();
}, fillTimeout);
afterAll(() => database?.close());

const anyTransaction = { filter: {}, limit: 51 };
const settlement = () => ({
  ...settledStatuses.finalized,
  intent: pending,
  transactionId: withBucket(randomUUID(), pending.bucket),
  txHash: 'new hash',
  test: null,
  payload: '{}',
  at: start,
});
type Work = (db: Kysely<BackendDatabase>) => Promise<unknown>;

test.each<[string, Work]>([
  [
    'the first page of transactions',
    (connection) => createTransactionStore(connection).list({ sender: busiest, ...anyTransaction }),
  ],
  [
    'a later page of transactions',
    (connection) =>
      createTransactionStore(connection).list({
        sender: busiest,
        ...anyTransaction,
        after: { at: after(fullTables ? -60 : -0.6), id: randomUUID() },
      }),
  ],
  [
    'the transactions of a period',
    (connection) =>
      createTransactionStore(connection).list({
        sender: busiest,
        filter: { from: after(-1), to: after(0), status: 'paid', token: 'USDC', test: false },
        limit: 51,
      }),
  ],
  [
    'finding the invoice of a webhook',
    (connection) => createSettlementStore(connection, { toHook: true }).find(pending.invoice),
  ],
  ['settling an invoice', (connection) => createSettlementStore(connection, { toHook: true }).settle(settlement())],
  [
    'creating an invoice',
    (connection) =>
      createPaymentIntentStore(connection).create({ id: randomUUID(), platformId: person, at: start }, () => [
        newIntent(person, start),
      ]),
  ],
  [
    'deleting expired invoices when none is due',
    (connection) => createPaymentIntentStore(connection).deleteExpired(after(0), 100),
  ],
  [
    'deleting expired invoices when all are due',
    (connection) => createPaymentIntentStore(connection).deleteExpired(after(90), 20),
  ],
  [
    'listing the open contradictions',
    (connection) => createContradictionStore(connection).list({ state: 'open', limit: 51 }),
  ],
  ['counting the open contradictions', (connection) => createContradictionStore(connection).countOpen()],
  ['claiming due events of the settled hook', (connection) => dueEvents(connection)],
  ['the age of the oldest event of the settled hook', (connection) => settledEvents(connection).secondsOverdue()],
  ['deleting ended events of the settled hook', (connection) => settledEvents(connection).deleteEnded(after(60), 20)],
  ['exporting the data of a person', (connection) => createPersonalDataStore(connection).export(person)],
  [
    'erasing a person',
    (connection) => createPersonalDataStore(connection).erase(person, 'erased:1', async () => undefined),
  ],
])('backend queries: %s reads fewer than 1,000 pages of large tables', async (_what, work) => {
  await createKnownPerson();
  const plans = await explainStatements(db, work);
  expect(plans.length).toBeGreaterThan(0);
  for (const { statement, plan, pages } of plans) {
    expect(pages ?? 0, `${statement}\n${plan}`).toBeLessThan(1_000);
    if (pages === undefined) expect(plan, statement).not.toContain('Seq Scan');
  }
});

const createKnownPerson = () => createUserStore(db).recordSeen({ id: randomUUID(), platformId: person, at: start });

const settledEvents = (connection: Kysely<BackendDatabase>) =>
  createSettledEventStore(connection, 'https://app.example/settled');

function dueEvents(connection: Kysely<BackendDatabase>) {
  const [now, worker] = [new Date(), randomUUID()];
  const capacities = [{ endpointId: 'settled-hook', capacity: 100 }];
  return settledEvents(connection).deliveries.claim({ worker, now, leaseEndsAt: now, limit: 100, capacities });
}
