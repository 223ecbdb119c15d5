import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { BackendClient } from '../../generated/backend/client.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type Delivery, recipients, startBackend } from '../fixtures/backend.ts';
import { useStarted } from '../fixtures/use-started.ts';

const backend = useStarted(startBackend);
let buyer: BackendClient;
beforeAll(async () => {
  buyer = await backend.buyer();
});

// Each invoice is that of a new person, because pending invoices are limited per person.
const order = async (productId = 'coins-100-usdc') =>
  unwrap(await (await backend.buyer()).createInvoice({ body: { productId } }));
/** The webhook that pays a new invoice. */
async function finalized(productId?: string) {
  const { invoice, recipient } = await order(productId);
  return { invoice, recipient, status: 'finalized' };
}
const statusOf = async (invoice: string) => unwrap(await backend.anonymous.getInvoice({ path: { invoice } })).status;
const post = async (body: string, headers: Readonly<Record<string, string>> = {}) =>
  backend.send(
    'POST',
    '/api/invoices',
    { authorization: `Bearer ${await backend.token()}`, 'content-type': 'application/json', ...headers },
    body,
  );

// invoices

const onSolana = { token: 'USDC', network: 'solana' };
const onPlatform = { token: 'PLATFORM', network: 'platform' };
test.each([
  ['coins-100-usdc', { recipient: recipients.chain, amount: '990000', ...onSolana }],
  ['coins-500-platform', { recipient: recipients.platform, amount: '40000000000', ...onPlatform }],
  ['test-paid-usdc', { recipient: recipients.chain, amount: '10000', ...onSolana, test: 'paid' }],
  ['test-paid-platform', { recipient: recipients.platform, token: 'PLATFORM', test: 'paid' }],
  ['test-cancelled-usdc', { test: 'cancelled' }],
  ['test-paid-failed-usdc', { test: 'paid:failed' }],
])('createInvoice: the invoice of %s has the payment of the catalog [D1, D28, D34]', async (productId, expected) => {
  const invoice = await order(productId);
  expect(invoice).toMatchObject(expected);
  expect(invoice.invoice).toMatch(/^inv-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect('test' in invoice).toBe('test' in expected);
  expect(unwrap(await backend.anonymous.getInvoice({ path: { invoice: invoice.invoice } }))).toEqual({
    ...invoice,
    status: 'pending',
  });
});

test('createInvoice: the iconUrl of the item is served', async () => {
  const { item } = await order();
  const picture = await fetch(item.iconUrl);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  const missing = await backend.send('GET', '/icons/none.svg');
  expect(missing).toMatchObject({ status: 404, body: { error: expect.any(String) } });
});

const unknownMember = (name: string) => ({ formErrors: [`${name} is not known here`], fieldErrors: {} });
const wrongProduct = (violation: string) => ({ formErrors: [], fieldErrors: { productId: [violation] } });

test.each([
  ['a price in the request [D37]', '{"productId":"coins-100-usdc","amount":"1"}', unknownMember('amount')],
  ['a recipient in the request [D37]', '{"productId":"x","recipient":"me"}', unknownMember('recipient')],
  ['no product', '{}', wrongProduct('is required')],
  ['a product that is a number', '{"productId":1}', wrongProduct('must be string')],
  ['null', '{"productId":null}', wrongProduct('must be string')],
  ['an array', '[]', { formErrors: ['the body must be object'], fieldErrors: {} }],
  ['no JSON', 'productId=x', expect.anything()],
  ['no body', '', expect.anything()],
  ['__proto__', '{"__proto__":{"productId":"coins-100-usdc"}}', expect.anything()],
  ['bytes that are not UTF-8', '\u00ff', expect.anything()],
])('createInvoice: %s is an invalid request [D34]', async (_what, body, details) => {
  expect(await post(body)).toMatchObject({ status: 400, body: { error: 'Invalid request', details } });
});

test.each(['nothing', 'coins-100-usdc ', 'COINS-100-USDC', '__proto__', 'a\0b', '\ud800'])(
  'createInvoice: the unknown product %j is rejected',
  async (productId) => {
    const response = await post(JSON.stringify({ productId }));
    expect(response).toMatchObject({ status: 400, body: { error: 'Invalid product' } });
  },
);

test('createInvoice: another content type is 415, a large body 413', async () => {
  expect(await post('productId=x', { 'content-type': 'text/plain' })).toMatchObject({ status: 415 });
  expect(await post(JSON.stringify({ productId: 'x'.repeat(200_000) }))).toMatchObject({ status: 413 });
});

test('getInvoice: an unknown number is 404, a malformed number 400', async () => {
  const unknown = await backend.anonymous.getInvoice({ path: { invoice: 'inv-00000000-0000-4000-8000-000000000000' } });
  expect(unknown).toMatchObject({ status: 404, body: { error: 'Invoice not found' } });
  const malformed = await backend.anonymous.getInvoice({ path: { invoice: 'order-7' } });
  expect(malformed).toMatchObject({ status: 400, body: { error: 'Invalid request' } });
});

// Idempotency-Key

const newKey = () => randomBytes(8).toString('hex');

test('Idempotency-Key: an equal payload in another JSON spelling returns the first invoice', async () => {
  const authorization = `Bearer ${await backend.token({ sub: 'k' })}`;
  const headers = { authorization, 'idempotency-key': newKey() };
  const first = await post('{"productId":"coins-100-usdc"}', headers);
  expect(first.status).toBe(200);
  expect((await post('{ "productId" : "coins-100-\\u0075sdc" }\n', headers)).body).toEqual(first.body);
});

test('Idempotency-Key: another payload is a conflict; keys of another user are independent', async () => {
  const key = newKey();
  const create = (productId: string) =>
    buyer.createInvoice({ headers: { 'Idempotency-Key': key }, body: { productId } });
  const mine = await create('coins-100-usdc');
  const conflict = await create('coins-500-usdc');
  expect(conflict).toMatchObject({ status: 409, body: { error: 'Idempotency-Key reused with a different payload' } });
  const theirs = await post('{"productId":"coins-500-usdc"}', { 'idempotency-key': key });
  expect(theirs.status).toBe(200);
  expect(theirs.body).not.toMatchObject({ invoice: unwrap(mine).invoice });
});

test('Idempotency-Key: a rejected request leaves the key unused', async () => {
  const headers = { authorization: `Bearer ${await backend.token()}`, 'idempotency-key': newKey() };
  expect((await post('{"productId":"nothing"}', headers)).status).toBe(400);
  expect((await post('{"productId":"coins-100-usdc"}', headers)).status).toBe(200);
});

test.each(['a b', 'ä', 'x'.repeat(256), ''])('Idempotency-Key: the malformed key %j is 400', async (key) => {
  expect(await post('{"productId":"coins-100-usdc"}', { 'idempotency-key': key })).toMatchObject({
    status: 400,
    body: { error: 'Invalid request', details: { fieldErrors: { 'idempotency-key': [expect.any(String)] } } },
  });
});

// webhook: order of the checks

test('receivePaymentWebhook: checks signature present → version → signature → JSON → schema → intent → contradiction [D36, D40]', async () => {
  const webhook = await finalized();
  const junk = 'not json';
  const unknown = { invoice: 'inv-none', recipient: 'nobody', status: 'finalized' };
  const refusals: readonly (readonly [payload: unknown, delivery: Delivery, status: number, error: string])[] = [
    [junk, { signature: undefined, version: '2' }, 401, 'Missing webhook signature'],
    [junk, { signature: 'x', version: '2' }, 400, 'Unsupported webhook version: 2'],
    [junk, { signature: 'x' }, 401, 'Invalid signature'],
    [junk, {}, 400, 'Invalid payload'],
    [{ ...unknown, amount: 1 }, {}, 400, 'Invalid payload'],
    [unknown, {}, 404, 'Invoice not found'],
    [{ ...unknown, invoice: webhook.invoice }, {}, 400, 'Payload does not match payment intent'],
  ];
  for (const [payload, delivery, status, error] of refusals)
    expect(await backend.deliver(payload, delivery)).toMatchObject({ status, body: { error } });
  expect(await statusOf(webhook.invoice)).toBe('pending');
  expect((await backend.deliver(webhook)).body).toEqual({ success: true, processed: true });
});

test.each([
  ['127 characters', (signature: string) => signature.slice(1)],
  ['129 characters', (signature: string) => `${signature}0`],
  ['a letter that is no hex', (signature: string) => `g${signature.slice(1)}`],
  ['base64', (signature: string) => Buffer.from(signature, 'hex').toString('base64')],
  ['a prefix', (signature: string) => `0x${signature}`],
  ['two of them', (signature: string) => `${signature}, ${signature}`],
  ['zeros', () => '0'.repeat(128)],
])('X-Webhook-Signature: %s is 401 [D39]', async (_what, change) => {
  const webhook = await finalized();
  const body = JSON.stringify(webhook);
  const response = await backend.deliver(body, { signature: change(backend.sign(body)) });
  expect(response).toMatchObject({ status: 401, body: { error: 'Invalid signature' } });
  expect(await statusOf(webhook.invoice)).toBe('pending');
});

test('X-Webhook-Signature: the signature covers the bytes of the body', async () => {
  const body = JSON.stringify(await finalized());
  const signature = backend.sign(body);
  expect(await backend.deliver(`${body} `, { signature })).toMatchObject({ status: 401 });
  expect(await backend.deliver(body, { signature: signature.toUpperCase() })).toMatchObject({ status: 200 });
});

test.each([undefined, '3'])('X-Webhook-Version: %j is accepted', async (version) => {
  expect((await backend.deliver(await finalized(), { version })).status).toBe(200);
});

test.each(['', '1', '4', '3.0', '03', 'v3', '3, 3', 'x'.repeat(70)])(
  'X-Webhook-Version: %j is rejected [D40, D43]',
  async (version) => {
    const response = await backend.deliver({}, { version });
    const error = `Unsupported webhook version: ${version.slice(0, 64)}`;
    expect(response).toMatchObject({ status: 400, body: { error } });
  },
);

test.each([undefined, 'text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1'])(
  'receivePaymentWebhook: the body is verified independent of the content type %j',
  async (contentType) => {
    const response = await backend.deliver(await finalized(), { contentType });
    expect(response).toMatchObject({ status: 200, body: { processed: true } });
  },
);

test('receivePaymentWebhook: an empty body is an invalid payload', async () => {
  expect(await backend.deliver('')).toMatchObject({ status: 400, body: { error: 'Invalid payload' } });
  expect(await backend.deliver('', { contentType: undefined })).toMatchObject({ status: 400 });
  expect(await backend.deliver('x'.repeat(200_000))).toMatchObject({ status: 413 });
});

test.each([
  ['another recipient', { recipient: 'somebody' }],
  ['another amount', { amount: '1' }],
  ['another token', { token: 'PLATFORM', amount: '990000' }],
  ['decimals of another token', { decimals: 9 }],
  ['another network', { network: 'platform' }],
  ['a test payment for a real product', { test: true }],
])('receivePaymentWebhook: %s contradicts the intent [D40]', async (_what, change) => {
  const webhook = await finalized();
  const response = await backend.deliver({ ...webhook, ...change });
  expect(response).toMatchObject({ status: 400, body: { error: 'Payload does not match payment intent' } });
  expect(await statusOf(webhook.invoice)).toBe('pending');
});

test('receivePaymentWebhook: a test product is settled by test payments only', async () => {
  const webhook = await finalized('test-paid-usdc');
  expect((await backend.deliver(webhook)).status).toBe(400);
  expect((await backend.deliver({ ...webhook, test: true })).body).toEqual({ success: true, processed: true });
});

// webhook: its effect on intent and transaction

test.each([
  ['finalized', 'completed', 'paid'],
  ['failed', 'failed', 'failed'],
] as const)(
  'receivePaymentWebhook: %s makes the intent %s and the transaction %s',
  async (status, intent, transaction) => {
    const person = await backend.buyer();
    const productId = 'coins-100-usdc';
    const { invoice, recipient, amount } = unwrap(await person.createInvoice({ body: { productId } }));
    const payment = { txHash: 'hash', amount, ...onSolana };
    await backend.deliver({ invoice, recipient, status, ...payment, decimals: 6 });
    expect(await statusOf(invoice)).toBe(intent);
    const { transactions, nextCursor } = unwrap(await person.listTransactions());
    expect(nextCursor).toBeNull();
    expect(transactions).toEqual([
      {
        ...payment,
        id: expect.any(String),
        status: transaction,
        invoice,
        productId,
        quantity: 100,
        test: null,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    ]);
  },
);

test('receivePaymentWebhook: a redelivery and a late opposite webhook are acknowledged and change nothing [D32, D40]', async () => {
  const person = await backend.buyer();
  const { invoice, recipient } = unwrap(await person.createInvoice({ body: { productId: 'test-paid-usdc' } }));
  const webhook = { invoice, recipient, test: true };
  await backend.deliver({ ...webhook, status: 'failed' });
  const before = unwrap(await person.listTransactions());
  for (const status of ['failed', 'finalized', 'finalized']) {
    const { body } = await backend.deliver({ ...webhook, status });
    expect(body).toEqual({ success: true, processed: false, reason: 'already_processed' });
  }
  expect(unwrap(await person.listTransactions())).toEqual(before);
  expect(before.transactions).toMatchObject([{ test: 'true', status: 'failed', txHash: null }]);
  expect(await statusOf(invoice)).toBe('failed');
});

// transactions

test('listTransactions: pages are newest first and have only the caller’s transactions [D35]', async () => {
  const person = await backend.buyer();
  const invoices: string[] = [];
  for (let count = 0; count < 5; count++) {
    const { invoice, recipient } = unwrap(await person.createInvoice({ body: { productId: 'coins-100-usdc' } }));
    await backend.deliver({ invoice, recipient, status: 'finalized' });
    invoices.unshift(invoice);
  }
  const seen: string[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page = unwrap(await person.listTransactions({ query: { limit: 2, ...(cursor && { cursor }) } }));
    seen.push(...page.transactions.map(({ invoice }) => invoice));
    cursor = page.nextCursor;
  }
  expect(seen).toEqual(invoices);
  expect(unwrap(await person.listTransactions({ query: { limit: 5 } })).nextCursor).toBeNull();
});

test.each(['limit=0', 'limit=101', 'limit=x', 'limit=1.5', 'limit=', 'cursor=', 'cursor=AAAA', 'cursor=*'])(
  'listTransactions: %s is an invalid request',
  async (query) => {
    const authorization = `Bearer ${await backend.token()}`;
    const response = await backend.send('GET', `/api/transactions?${query}`, { authorization });
    expect(response).toMatchObject({ status: 400, body: { error: 'Invalid request', details: { formErrors: [] } } });
  },
);

// requests outside the operations

test('backend: an unknown path is 404, another method 405 with Allow', async () => {
  expect(await backend.send('GET', '/api/nothing')).toMatchObject({ status: 404, body: { error: expect.any(String) } });
  const wrong = await backend.send('PUT', '/api/webhooks/payment');
  expect(wrong).toMatchObject({ status: 405, body: { error: expect.any(String) } });
  expect(wrong.headers.get('allow')).toBe('POST');
});

test('backend: no test of this file caused an error log', () => {
  expect(backend.platform.log()).not.toMatch(/"level":(50|60)/);
});
