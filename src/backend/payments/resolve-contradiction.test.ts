import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Backends, openBackends } from '../../../contract-tests/fixtures/backend/backends.ts';
import { acknowledged, newHash, type Payments, paymentsOf } from '../../../contract-tests/fixtures/backend/payments.ts';

let backends: Backends;
let order: Payments['order'];
let deliver: Payments['deliver'];
let admin: Payments['admin'];
let contradictionsOf: Payments['contradictionsOf'];
let resolve: Payments['resolve'];
beforeAll(async () => {
  backends = await openBackends();
  ({ order, deliver, admin, contradictionsOf, resolve } = paymentsOf(backends, await backends.start()));
});
afterAll(() => backends?.close());

test('resolveContradiction: settled replaces the failed transaction by a paid one, once, and is audited', async () => {
  const { invoice, status, transactions } = await order();
  const txHash = newHash();
  await deliver(invoice, { status: 'failed' });
  await deliver(invoice, { status: 'finalized', txHash });
  const { body } = await resolve(invoice, 'settled');
  expect(body).toMatchObject({
    state: 'resolved',
    resolution: 'settled',
    reason: 'Checked by hand.',
    resolvedBy: 'Support desk',
    resolvedAt: expect.any(String),
  });
  expect(await status()).toBe('completed');
  expect(await transactions()).toMatchObject([{ status: 'paid', txHash }]);
  expect(await resolve(invoice, 'refused')).toMatchObject({
    status: 409,
    body: { error: 'Contradiction already resolved' },
  });
  const audited = await backends.db
    .selectFrom('backend.audit_events')
    .selectAll()
    .where('subject', '=', body.id)
    .execute();
  expect(audited).toMatchObject([
    {
      event: 'contradiction_resolved',
      administrator: 'Support desk',
      details: { invoice, resolution: 'settled', reason: 'Checked by hand.', transactionId: expect.any(String) },
    },
  ]);
  // The delivery may be repeated for days.
  expect(await deliver(invoice, { status: 'finalized', txHash })).toEqual(acknowledged);
});

test('resolveContradiction: refused changes nothing but the state', async () => {
  const { invoice, status, transactions } = await order();
  await deliver(invoice, { status: 'failed' });
  await deliver(invoice, { status: 'finalized', txHash: newHash() });
  expect(await resolve(invoice, 'refused')).toMatchObject({ status: 200, body: { resolution: 'refused' } });
  expect([await status(), (await transactions()).map((one) => one.status)]).toEqual(['failed', ['failed']]);
});

test('resolveContradiction: two administrators at once resolve it once', async () => {
  const { invoice, transactions } = await order();
  await deliver(invoice, { status: 'failed' });
  await deliver(invoice, { status: 'finalized', txHash: newHash() });
  const responses = await Promise.all([1, 2, 3, 4].map(() => resolve(invoice, 'settled')));
  expect(responses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409]);
  expect(await transactions()).toHaveLength(1);
});

test.each([
  ['paid_twice', 'the invoice is already paid', { status: 'finalized' }],
  ['failed_after_finalized', 'it reports a failure; a payment that is paid back is refunded', { status: 'failed' }],
])('resolveContradiction: %s cannot be settled and stays open', async (cause, why, webhook) => {
  const { invoice } = await order();
  await deliver(invoice, { status: 'finalized', txHash: newHash() });
  await deliver(invoice, { ...webhook, txHash: newHash() });
  expect(await resolve(invoice, 'settled')).toMatchObject({
    status: 409,
    body: { error: `Contradiction cannot be settled: ${why}` },
  });
  expect(await contradictionsOf(invoice)).toMatchObject([{ cause, state: 'open' }]);
});

test('resolveContradiction: a transaction that paid another invoice cannot settle a second one', async () => {
  const [first, second] = [await order(), await order()];
  const payment = { status: 'finalized', txHash: newHash() };
  await deliver(first.invoice, payment);
  await deliver(second.invoice, payment);
  expect(await resolve(second.invoice, 'settled')).toMatchObject({
    status: 409,
    body: { error: 'Contradiction cannot be settled: its transaction already paid another invoice' },
  });
  expect(await second.status()).toBe('pending');
});

test.each([
  [{}, ['resolution', 'reason']],
  [{ resolution: 'paid', reason: 'x' }, ['resolution']],
  [{ resolution: 'refused', reason: '   ' }, ['reason']],
  [{ resolution: 'refused', reason: 'a\0b' }, ['reason']],
])('resolveContradiction: %j is an invalid request', async (body, fields) => {
  const response = await admin('POST', 'contradictions/019ca98f-10a4-7d2c-9f3e-4b5a6c7d8e9f/resolve', body);
  const { details } = response.json<{ details: { fieldErrors: object } }>();
  expect([response.statusCode, Object.keys(details.fieldErrors)]).toEqual([400, fields]);
});

test('resolveContradiction: an unknown contradiction is 404', async () => {
  const path = 'contradictions/019ca98f-10a4-7d2c-9f3e-4b5a6c7d8e9f/resolve';
  const response = await admin('POST', path, { resolution: 'refused', reason: 'None.' });
  expect([response.statusCode, response.json()]).toEqual([404, { error: 'Contradiction not found' }]);
});
