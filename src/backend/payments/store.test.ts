import { randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { beforeAll, expect, test } from 'vitest';
import { newIntent } from '../../../contract-tests/fixtures/backend/backends.ts';
import { explainStatements } from '../../../contract-tests/fixtures/runtime/statement-plans.ts';
import { createTestDatabase } from '../../../contract-tests/fixtures/runtime/test-database.ts';
import { waitUntil } from '../../../contract-tests/fixtures/http.ts';
import { type BackendDatabase, backendMigrations } from '../database.ts';
import { settledStatuses } from './payment-webhook.ts';
import { createContradictionStore, createSettlementStore, type SettlementStore } from './settlement-store.ts';
import { bucketOf, bucketOfId, withBucket } from '../../runtime/database/bucket.ts';
import {
  bucketOfInvoice,
  invoiceNumber,
  createPaymentIntentStore,
  type NewPaymentIntent,
  type PaymentIntentRow,
  type PaymentIntentStore,
} from '../invoices/invoice-store.ts';
import { createTransactionStore } from './transaction-store.ts';
import { createPersonalDataStore, createUserStore } from '../people/user-store.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';

// Key generation and migrations are slow on a busy machine.
const database = useStarted(() => createTestDatabase({ area: 'backend', migrations: backendMigrations }));
let intents: PaymentIntentStore;
let settlements: SettlementStore;
beforeAll(async () => {
  intents = createPaymentIntentStore(database.as<BackendDatabase>());
  settlements = createSettlementStore(database.as<BackendDatabase>(), { toHook: false });
});

const start = new Date('2026-03-01T12:00:00.000Z');
const after = (ms: number) => new Date(start.getTime() + ms);
const day = 24 * 3_600_000;

const seen = (sender: string, at: Date) => ({ id: randomUUID(), platformId: sender, at });
const create = (change: Partial<NewPaymentIntent> = {}, sender = 'buyer') =>
  intents.create(seen(sender, change.created_at ?? start), () => [newIntent(sender, start, change)]);
const settlement = (intent: PaymentIntentRow, status: 'finalized' | 'failed', at = start) => ({
  ...settledStatuses[status],
  intent,
  transactionId: withBucket(randomUUID(), intent.bucket),
  txHash: null,
  test: null,
  payload: '{"n": 1e400}',
  at,
});

// users

test('users: the later last-seen time wins, independent of the order of writes', async () => {
  const users = createUserStore(database.as<BackendDatabase>());
  const first = await users.recordSeen({ id: randomUUID(), platformId: 'u', at: start });
  await users.recordSeen({ id: randomUUID(), platformId: 'u', at: after(2000) });
  const late = await users.recordSeen({ id: randomUUID(), platformId: 'u', at: after(1000) });
  expect(late).toEqual({ ...first, updated_at: after(2000) });
});

test('users: a person who was erased while a request was under way is known again with its invoice', async () => {
  const people = createPersonalDataStore(database.as<BackendDatabase>());
  const { invoice } = await create({}, 'erased');
  const erased = await people.erase('erased', 'erased:1', () => Promise.resolve());
  expect(erased).toEqual({ deletedInvoices: 1, pseudonymizedTransactions: 0 });
  const { invoice: next } = await create({}, 'erased');
  const exported = await people.export('erased');
  expect(exported?.intents.map((intent) => intent.invoice)).toEqual([next]);
  expect(next).not.toBe(invoice);
});

// idempotency keys

/** A request for an intent of its own, under a key. */
const once = (
  key: string,
  change: Partial<NewPaymentIntent> = {},
  { payloadHash = 'hash', expiresIn = day, sender = 'buyer' } = {},
) => {
  const intent = newIntent(sender, start, change);
  return intents.createOnce(() => [intent], {
    sender: seen(sender, intent.created_at),
    key,
    payloadHash,
    intentId: intent.id,
    expiresAt: new Date(intent.created_at.getTime() + expiresIn),
  });
};

test('Idempotency-Key: the same key and payload return the first intent for 24 hours', async () => {
  const first = await once('k1');
  expect(await once('k1', { created_at: after(day - 1) })).toEqual(first);
  const at = after(day);
  const next = await once('k1', { created_at: at }, { payloadHash: 'other' });
  expect(next?.id).not.toBe(first?.id);
  expect(await once('k1', { created_at: at }, { payloadHash: 'other' })).toEqual(next);
});

test('Idempotency-Key: another payload is a conflict and writes nothing', async () => {
  await once('k2');
  const { invoice } = newIntent('buyer', start);
  expect(await once('k2', { invoice }, { payloadHash: 'other' })).toBeUndefined();
  expect(await intents.byInvoice(invoice)).toBeUndefined();
});

test('Idempotency-Key: expired keys are deleted in batches, others are kept', async () => {
  for (const key of ['p1', 'p2', 'p3']) await once(key, {}, { expiresIn: -day });
  expect(await intents.deleteExpiredKeys(after(-1), 2)).toBe(2);
  expect(await intents.deleteExpiredKeys(after(-1), 2)).toBe(1);
  expect(await intents.deleteExpiredKeys(after(-1), 2)).toBe(0);
});

// The embedded engine has one connection, so it runs no concurrent statements.
test.skipIf(process.env['TEST_DATABASE_URL'] === undefined)(
  'Idempotency-Key: an expired key that is being reused is not deleted',
  async () => {
    await once('reused-key', {}, { expiresIn: 0 });
    const waitsFor = async (lock: 'relation' | 'transactionid') => {
      const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and wait_event = ${lock}`.execute(database.db);
      return rows.length > 0;
    };
    const at = after(2 * day);
    const again = await database.db.transaction().execute(async (blocker) => {
      // Blocks the request between the insert of its key and that of its intent.
      await sql`lock table backend.payment_intents in share mode`.execute(blocker);
      const request = once('reused-key', { created_at: at });
      await waitUntil(() => waitsFor('relation'));
      let ended = false;
      const deleted = intents.deleteExpiredKeys(at, 10).finally(() => (ended = true));
      await waitUntil(async () => ended || (await waitsFor('transactionid')));
      return { request, deleted };
    });
    const first = await again.request;
    await again.deleted;
    expect(await once('reused-key', { created_at: at })).toEqual(first);
  },
);

// settling

test('settling: no sequence of settledStatuses makes an intent both completed and failed, or pays it twice', async () => {
  const outcome = fc.constantFrom('finalized', 'failed');
  await fc.assert(
    fc.asyncProperty(fc.array(outcome, { minLength: 1, maxLength: 6 }), fc.boolean(), async (statuses, atOnce) => {
      const intent = await create({}, 'property');
      const settle = async (status: 'finalized' | 'failed') =>
        (await settlements.settle(settlement(intent, status))) === 'settled';
      const settled: boolean[] = [];
      if (atOnce) settled.push(...(await Promise.all(statuses.map(settle))));
      else for (const status of statuses) settled.push(await settle(status));

      const winner = statuses[settled.indexOf(true)];
      const { rows } = await sql<{ status: string }>`
        select status from backend.transactions where invoice = ${intent.invoice}`.execute(database.db);
      const found = await intents.byInvoice(intent.invoice);
      expect(settled.filter(Boolean)).toHaveLength(1);
      expect(found?.status).toBe(winner === 'finalized' ? 'completed' : 'failed');
      expect(rows).toEqual([{ status: winner === 'finalized' ? 'paid' : 'failed' }]);
      if (!atOnce) expect(winner).toBe(statuses[0]);
    }),
    { numRuns: 40 },
  );
});

test('settling: a contradiction is stored once, and a repeated payload is not stored', async () => {
  const contradictions = createContradictionStore(database.as<BackendDatabase>());
  const { invoice } = newIntent('buyer', start);
  const one = { invoice, txHash: null, cause: 'paid_twice', payloadHash: 'a', payload: '{"a": 1}', at: start } as const;
  expect(await contradictions.add({ ...one, id: randomUUID() })).toBe(true);
  for (let time = 0; time < 3; time++) expect(await contradictions.add({ ...one, id: randomUUID() })).toBe(false);
  const { rows } = await sql`
    select cause, state, payload::text as payload from backend.contradictions where invoice = ${invoice}`.execute(
    database.db,
  );
  expect(rows).toEqual([{ cause: 'paid_twice', state: 'open', payload: '{"a": 1}' }]);
});

test('settling: one transaction pays one real invoice, and any number of test invoices', async () => {
  const pay = async (test: 'true' | null, txHash: string) => {
    const intent = await create({}, `hash ${randomUUID()}`);
    return settlements.settle({ ...settlement(intent, 'finalized'), txHash, test });
  };
  expect([await pay(null, 'one'), await pay(null, 'one'), await pay(null, 'two')]).toEqual([
    'settled',
    'hash_used',
    'settled',
  ]);
  expect([await pay('true', 'one'), await pay('true', 'one')]).toEqual(['settled', 'settled']);
});

// buckets

test('buckets: all rows of a payment carry the bucket of the payer, also in their identifiers', async () => {
  const intent = await create({}, 'payer');
  const contradictions = createContradictionStore(database.as<BackendDatabase>());
  const contradiction = { id: v7(), invoice: intent.invoice, txHash: null, cause: 'amount', payload: '{}' } as const;
  await contradictions.add({ ...contradiction, payloadHash: 'bucket', at: start });
  await createSettlementStore(database.as<BackendDatabase>(), { toHook: true }).settle(settlement(intent, 'finalized'));
  const bucket = bucketOf('payer');
  const { rows } = await sql<{ id: string; bucket: number }>`
    select id, bucket from backend.contradictions where invoice = ${intent.invoice}
    union all select id, bucket from backend.transactions where invoice = ${intent.invoice}
    union all select id, bucket from backend.settled_events where bucket = ${bucket}`.execute(database.db);
  expect(rows.flatMap((row) => [row.bucket, bucketOfId(row.id)])).toEqual(Array.from({ length: 6 }, () => bucket));
  expect([intent.bucket, bucketOfInvoice(intent.invoice)]).toEqual([bucket, bucket]);
});

test('buckets: an identifier with the bits of another bucket is unknown', async () => {
  const { bucket, invoice } = await create();
  const other = (digits: string) => (digits === 'fff' ? '000' : 'fff');
  const lie = `inv-${other(invoice.slice(4, 7))}${invoice.slice(7)}`;
  expect(await intents.byInvoice(lie)).toBeUndefined();
  expect(await settlements.find(lie)).toBeUndefined();
  expect(await settlements.find('order-1')).toBeUndefined();

  const contradictions = createContradictionStore(database.as<BackendDatabase>());
  const id = v7();
  const one = { invoice, txHash: null, cause: 'amount', payloadHash: 'lie', payload: '{}', at: start } as const;
  await contradictions.add({ ...one, id });
  const resolve = (named: string) =>
    contradictions.resolve(
      { id: named, resolution: 'refused', reason: 'None.', resolvedBy: 'Support', at: start },
      () => Promise.resolve(),
    );
  const stored = withBucket(id, bucket);
  expect(await resolve(withBucket(id, bucket ^ 1))).toBeUndefined();
  expect(await resolve(stored)).toMatchObject({ id: stored, state: 'resolved' });
});

// expiry

test('invoices: pending ones are deleted 30 days after they expired, unless a contradiction is open', async () => {
  const [kept, gone, disputed, paid] = await Promise.all(
    ['kept', 'gone', 'disputed', 'paid'].map(() => create({}, 'expiry')),
  );
  if (!kept || !gone || !disputed || !paid) throw new Error('four intents were created');
  await settlements.settle(settlement(paid, 'failed'));
  await sql`update backend.payment_intents set expires_at = ${after(1)} where id = ${kept.id}`.execute(database.db);
  for (const { id } of [gone, disputed, paid])
    await sql`update backend.payment_intents set expires_at = ${after(-1)} where id = ${id}`.execute(database.db);
  const contradictions = createContradictionStore(database.as<BackendDatabase>());
  const { invoice } = disputed;
  const txHash = null;
  await contradictions.add({
    id: randomUUID(),
    invoice,
    txHash,
    cause: 'expired',
    payloadHash: 'x',
    payload: '{}',
    at: start,
  });

  expect(await intents.deleteExpired(after(30 * day), 10)).toBe(1);
  const left = await Promise.all(
    [kept, gone, disputed, paid].map(async (one) => (await intents.byInvoice(one.invoice)) !== undefined),
  );
  expect(left).toEqual([true, false, true, true]);
});

// constraints of the database, by name in the message: a distributed engine passes on no more of an error

const bucketDigits = invoiceNumber(randomBytes(16), 'buyer').slice(4, 7);
const refused: readonly (readonly [string, Partial<Record<keyof NewPaymentIntent, string>>])[] = [
  ['payment_intents_invoice_form', { invoice: `inv-${bucketDigits}` }],
  ['payment_intents_bucket', { invoice: invoiceNumber(randomBytes(16), 'another person') }],
  ['payment_intents_amount', { amount: '9'.repeat(79) }],
  ['payment_intents_amount', { amount: '0.99' }],
  ['payment_intents_amount', { amount: '' }],
  ['payment_intents_token', { token: 'EUR' }],
];
test.each(refused)('tables: the constraint %s rejects %j', async (constraint, change) => {
  // The types would not let these through.
  await expect(create(change as object)).rejects.toMatchObject({
    code: '23514',
    message: expect.stringContaining(constraint),
  });
});

test('tables: constraints limit an invoice to one transaction of an existing intent with a valid status', async () => {
  const intent = await create();
  const { bucket, id, invoice } = intent;
  await settlements.settle(settlement(intent, 'finalized'));
  const insert = (change: { invoice?: string; status?: string; test?: string }) =>
    sql`insert into backend.transactions
      (bucket, id, sender_platform_id, recipient_address, status, amount, token, network, invoice, test, payload, created_at)
      values (${bucket}, ${randomUUID()}, 's', 'r', ${change.status ?? 'paid'}, '1', 'USDC', 'solana', ${change.invoice ?? invoice},
        ${change.test ?? null}, '{}', now())`.execute(database.db);
  await expect(insert({})).rejects.toMatchObject({
    code: '23505',
    message: expect.stringContaining('transactions_invoice'),
  });
  await expect(insert({ invoice: `inv-${randomUUID()}` })).rejects.toMatchObject({ code: '23503' });
  await expect(insert({ status: 'completed' })).rejects.toMatchObject({
    message: expect.stringContaining('transactions_status'),
  });
  await expect(insert({ test: 'false' })).rejects.toMatchObject({
    message: expect.stringContaining('transactions_test'),
  });
  await expect(
    sql`update backend.payment_intents set status = 'paid' where id = ${id}`.execute(database.db),
  ).rejects.toMatchObject({ message: expect.stringContaining('payment_intents_status') });
});

test('tables: the payload text is stored unchanged, including numbers beyond every limit', async () => {
  const intent = await create();
  const { invoice } = intent;
  await settlements.settle(settlement(intent, 'failed'));
  const { rows } = await sql<{ payload: string }>`
    select payload::text as payload from backend.transactions where invoice = ${invoice}`.execute(database.db);
  expect(rows[0]?.payload).toBe('{"n": 1e400}');
});

// listing

test('transactions: every page is an index scan without sort', async () => {
  const digits = invoiceNumber(randomBytes(16), 'sender-1').slice(4, 7);
  await sql`insert into backend.payment_intents
    (bucket, id, invoice, sender_platform_id, recipient_address, amount, token, network, product_id, status, created_at,
      expires_at)
    select ${bucketOf('sender-1')}, gen_random_uuid(), overlay('inv-' || gen_random_uuid() placing ${digits} from 5), 'sender-' || n % 3, 'r', '1', 'USDC', 'solana', 'p', 'completed',
      timestamptz '2026-01-01' + n * interval '1 minute', timestamptz '2026-01-02' + n * interval '1 minute'
    from generate_series(1, 3000) n`.execute(database.db);
  await sql`insert into backend.transactions
    (bucket, id, sender_platform_id, recipient_address, status, amount, token, network, invoice, payload, created_at)
    select bucket, gen_random_uuid(), sender_platform_id, 'r', 'paid', '1', 'USDC', 'solana', invoice, '{}', created_at
    from backend.payment_intents where product_id = 'p'`.execute(database.db);
  await sql`analyze backend.transactions, backend.payment_intents`.execute(database.db);

  const plans = await explainStatements(database.as<BackendDatabase>(), async (db) => {
    const store = createTransactionStore(db);
    await store.list({ sender: 'sender-1', filter: {}, limit: 51 });
    await store.list({ sender: 'sender-1', filter: {}, limit: 51, after: { at: after(-30 * day), id: randomUUID() } });
  });
  expect(plans).toHaveLength(2);
  for (const { plan } of plans) {
    expect(plan).toContain('using transactions_sender');
    expect(plan).not.toMatch(/Sort|Seq Scan|Filter/);
  }
  expect(plans[1]?.plan).toMatch(/Index Cond: .*ROW\(created_at, id\) < ROW/);
});
