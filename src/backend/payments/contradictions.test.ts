import { beforeAll, expect, test } from 'vitest';
import type { components } from '../../../generated/backend/types.ts';
import {
  openBackends,
  recipients,
  acknowledged,
  mismatch,
  newHash,
  type Payments,
  paymentsOf,
  processed,
} from '../../../contract-tests/fixtures/backend/backends.ts';
import type { BackendService } from '../service.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';

type Contradiction = components['schemas']['Contradiction'];

const backends = useStarted(openBackends);
let service: BackendService;
let order: Payments['order'];
let deliver: Payments['deliver'];
let admin: Payments['admin'];
let contradictionsOf: Payments['contradictionsOf'];
let resolve: Payments['resolve'];
beforeAll(async () => {
  service = await backends.start();
  ({ order, deliver, admin, contradictionsOf, resolve } = paymentsOf(backends, service));
});

// causes of contradictions

test('contradictions: finalized after failed is acknowledged, stored once and listed', async () => {
  const { invoice, status } = await order();
  const txHash = newHash();
  expect(await deliver(invoice, { status: 'failed' })).toEqual(processed);
  for (let time = 0; time < 3; time++)
    expect(await deliver(invoice, { status: 'finalized', txHash, memo: 'kept' })).toEqual(acknowledged);
  expect(await status()).toBe('failed');
  expect(await contradictionsOf(invoice)).toEqual([
    {
      id: expect.any(String),
      invoice,
      txHash,
      cause: 'finalized_after_failed',
      payload: { invoice, recipient: recipients.chain, status: 'finalized', txHash, memo: 'kept' },
      state: 'open',
      resolution: null,
      reason: null,
      resolvedBy: null,
      createdAt: expect.any(String),
      resolvedAt: null,
    },
  ]);
});

test('contradictions: failed after finalized is acknowledged and stored', async () => {
  const { invoice, status } = await order();
  await deliver(invoice, { status: 'finalized', txHash: newHash() });
  expect(await deliver(invoice, { status: 'failed' })).toEqual(acknowledged);
  expect(await contradictionsOf(invoice)).toMatchObject([{ cause: 'failed_after_finalized', txHash: null }]);
  expect(await status()).toBe('completed');
});

test('contradictions: a second payment with another transaction is acknowledged and stored, a redelivery is not', async () => {
  const { invoice } = await order();
  const payment = { status: 'finalized', txHash: newHash() };
  await deliver(invoice, payment);
  expect(await deliver(invoice, payment)).toEqual(acknowledged);
  expect(await contradictionsOf(invoice)).toEqual([]);
  expect(await deliver(invoice, { ...payment, txHash: newHash() })).toEqual(acknowledged);
  expect(await contradictionsOf(invoice)).toMatchObject([{ cause: 'paid_twice' }]);
});

test('contradictions: one transaction pays one invoice; for a second one it is stored', async () => {
  const [first, second] = [await order(), await order()];
  const payment = { status: 'finalized', txHash: newHash() };
  expect(await deliver(first.invoice, payment)).toEqual(processed);
  expect(await deliver(second.invoice, payment)).toEqual(mismatch);
  expect(await second.status()).toBe('pending');
  expect(await contradictionsOf(second.invoice)).toMatchObject([{ cause: 'tx_hash_used', txHash: payment.txHash }]);
});

test.each([
  [{ recipient: 'somebody' }, 'recipient'],
  [{ amount: '1' }, 'amount'],
  [{ decimals: 9 }, 'decimals'],
  [{ token: 'PLATFORM' }, 'token'],
  [{ network: 'platform' }, 'network'],
  [{ test: true }, 'test'],
])('contradictions: a payload with %j is refused and stored', async (change, cause) => {
  const { invoice, status } = await order();
  expect(await deliver(invoice, { status: 'finalized', txHash: newHash(), ...change })).toEqual(mismatch);
  expect(await contradictionsOf(invoice)).toMatchObject([{ cause, state: 'open' }]);
  expect(await status()).toBe('pending');
});

test('contradictions: a payment of an invoice that does not exist any more is 404 and stored', async () => {
  const { invoice } = await order();
  await backends.db.deleteFrom('backend.payment_intents').where('invoice', '=', invoice).execute();
  expect(await deliver(invoice, { status: 'finalized', txHash: newHash() })).toEqual([404, 'Invoice not found']);
  expect(await contradictionsOf(invoice)).toMatchObject([{ cause: 'unknown_invoice' }]);
  expect(await resolve(invoice, 'settled')).toMatchObject({
    status: 409,
    body: { error: 'Contradiction cannot be settled: there is no such invoice; pay it back' },
  });
  expect(await resolve(invoice, 'refused')).toMatchObject({ status: 200, body: { state: 'resolved' } });
});

// tokens

test.each([
  ['the address of the mint', { token: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', decimals: 6 }],
  ['native', { token: 'native', decimals: 9 }],
  ['an unknown name', { token: 'usd-coin' }],
])('receivePaymentWebhook: a payment settles when its token is named by %s', async (_what, change) => {
  const { invoice, status } = await order();
  expect(await deliver(invoice, { status: 'finalized', txHash: newHash(), ...change })).toEqual(processed);
  expect(await status()).toBe('completed');
});

// refunds

test('refunds: a refund is a transaction beside the payment, written once; another one contradicts', async () => {
  const { invoice, status, transactions } = await order();
  const [paidWith, refundedWith] = [newHash(), newHash()];
  await deliver(invoice, { status: 'finalized', txHash: paidWith });
  expect(await deliver(invoice, { status: 'refunded', txHash: refundedWith })).toEqual(processed);
  expect(await deliver(invoice, { status: 'refunded', txHash: refundedWith })).toEqual(acknowledged);
  expect(await transactions()).toMatchObject([
    { status: 'refunded', txHash: refundedWith },
    { status: 'paid', txHash: paidWith },
  ]);
  expect(await status()).toBe('completed');
  expect(await contradictionsOf(invoice)).toEqual([]);
  expect(await deliver(invoice, { status: 'refunded', txHash: newHash() })).toEqual(acknowledged);
  expect(await contradictionsOf(invoice)).toMatchObject([{ cause: 'refunded_twice' }]);
});

test('refunds: a refund of an unpaid invoice is refused and stored; after the payment it can be settled', async () => {
  const { invoice, transactions } = await order();
  expect(await deliver(invoice, { status: 'refunded', txHash: newHash() })).toEqual(mismatch);
  expect(await resolve(invoice, 'settled')).toMatchObject({
    status: 409,
    body: { error: 'Contradiction cannot be settled: the invoice is not paid' },
  });
  await deliver(invoice, { status: 'finalized', txHash: newHash() });
  expect(await resolve(invoice, 'settled')).toMatchObject({ status: 200 });
  expect((await transactions()).map(({ status }) => status)).toEqual(['refunded', 'paid']);
});

// expiry

test('invoices: after 24 hours an invoice is expired, and a payment of it is refused and stored', async () => {
  const { invoice, status, transactions } = await order();
  backends.clock.ahead += 24 * 3_600_000;
  expect(await status()).toBe('expired');
  expect(await deliver(invoice, { status: 'finalized', txHash: newHash() })).toEqual(mismatch);
  expect(await contradictionsOf(invoice)).toMatchObject([{ cause: 'expired' }]);
  expect(await resolve(invoice, 'settled')).toMatchObject({ status: 200 });
  expect(await status()).toBe('completed');
  backends.clock.ahead -= 24 * 3_600_000;
  expect(await transactions()).toMatchObject([{ status: 'paid' }]);
});

test('createInvoice: the 21st pending invoice is 409, also of concurrent requests, until one is settled or expires', async () => {
  const authorization = `Bearer ${await backends.token('collector')}`;
  const create = async () => {
    const payload = { productId: 'coins-100-usdc' };
    const url = '/api/invoices';
    return service.app.inject({ method: 'POST', url, headers: { authorization }, payload });
  };
  const responses = await Promise.all(Array.from({ length: 25 }, create));
  const refused = responses.filter(({ statusCode }) => statusCode === 409);
  expect(refused).toHaveLength(5);
  expect(refused[0]?.json()).toEqual({ error: 'Too many pending invoices' });
  const { invoice } = responses.find(({ statusCode }) => statusCode === 200)?.json<{ invoice: string }>() ?? {};
  await deliver(`${invoice}`, { status: 'failed' });
  expect([(await create()).statusCode, (await create()).statusCode]).toEqual([200, 409]);
});

// listing

test('listContradictions: filters by state and pages by cursor without gap or repetition', async () => {
  const all = (await admin('GET', 'contradictions?limit=100')).json<{ contradictions: Contradiction[] }>();
  const open = all.contradictions.filter(({ state }) => state === 'open').map(({ id }) => id);
  const seen: string[] = [];
  let cursor = '';
  for (;;) {
    const response = await admin('GET', `contradictions?state=open&limit=3${cursor && `&cursor=${cursor}`}`);
    const page = response.json<{ contradictions: Contradiction[]; nextCursor: string | null }>();
    seen.push(...page.contradictions.map(({ id }) => id));
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  expect(open.length).toBeGreaterThan(3);
  expect(seen).toEqual(open);
  const resolved = await admin('GET', 'contradictions?state=resolved');
  expect(resolved.headers['cache-control']).toBe('no-store');
  const { contradictions } = resolved.json<{ contradictions: Contradiction[] }>();
  expect(contradictions.every(({ state }) => state === 'resolved')).toBe(true);
});

test('backend metrics: payments_total and payment_contradictions_open count payments by outcome and open contradictions', async () => {
  const { text } = await backends.metrics.read();
  const value = (series: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(series))
        ?.split(' ')[1],
    );
  for (const outcome of ['paid', 'failed', 'refunded', 'contradicted'])
    expect(value(`payments_total{outcome="${outcome}",service="backend"}`)).toBeGreaterThan(0);
  const open = await backends.db
    .selectFrom('backend.contradictions')
    .select('id')
    .where('state', '=', 'open')
    .execute();
  expect(value('payment_contradictions_open{service="backend"}')).toBe(open.length);
});

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
