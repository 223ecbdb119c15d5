import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createBackendClient } from '../../generated/backend/client.ts';
import { audience, recipients, startBackend } from '../fixtures/backend.ts';
import { useStarted } from '../fixtures/use-started.ts';

const backend = useStarted(startBackend);

const payment = {
  type: 'payment',
  productId: 'coins-100-usdc',
  amount: '990000',
  token: 'USDC',
  payee: recipients.chain,
};

/** An agent with a token of an approval; claims replace, or when undefined remove, those of the token. */
async function approvedAgent(details: readonly unknown[] = [payment], claims: object = {}) {
  const approval = { aud: [audience, backend.url], scope: 'approval', jti: randomUUID() };
  const agent = await backend.issuer.agent({ claims: { ...approval, authorization_details: details, ...claims } });
  return { agent, client: createBackendClient({ baseUrl: backend.url, middleware: [agent.middleware] }) };
}

const buy = { body: { productId: payment.productId } };
const notCovering = { status: 403, body: { error: 'Approval does not cover this invoice' } };

test('backend: an agent with an approved payment creates the invoice that its owner approved, once', async () => {
  const { client } = await approvedAgent();
  const { amount, token, payee: recipient } = payment;
  expect(await client.createInvoice(buy)).toMatchObject({ status: 200, body: { amount, token, recipient } });
  expect(await client.createInvoice(buy)).toMatchObject({ status: 409, body: { error: 'Approval already used' } });
});

test('backend: twenty parallel uses of one approval create one invoice', async () => {
  const { client } = await approvedAgent();
  const responses = await Promise.all(Array.from({ length: 20 }, () => client.createInvoice(buy)));
  const counted = [200, 409].map((status) => responses.filter((one) => one.status === status).length);
  expect(counted).toEqual([1, 19]);
});

test('backend: two equal details of one approval are used twice', async () => {
  const { client } = await approvedAgent([payment, { ...payment }]);
  const statuses = [];
  for (let use = 0; use < 3; use++) statuses.push((await client.createInvoice(buy)).status);
  expect(statuses).toEqual([200, 200, 409]);
});

test('backend: a request repeated with its Idempotency-Key returns the invoice of the approval', async () => {
  const { client } = await approvedAgent();
  const repeated = { ...buy, headers: { 'Idempotency-Key': 'purchase' } };
  const [first, second] = [await client.createInvoice(repeated), await client.createInvoice(repeated)];
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.body).toEqual(first.body);
});

test.each<[string, readonly unknown[]]>([
  ['another product', [{ ...payment, productId: 'coins-500-usdc' }]],
  ['no product', [{ ...payment, productId: undefined }]],
  ['another amount', [{ ...payment, amount: '989999' }]],
  ['an amount that is a number', [{ ...payment, amount: 990_000 }]],
  ['another token', [{ ...payment, token: 'PLATFORM' }]],
  ['another payee', [{ ...payment, payee: 'another-wallet' }]],
  ['another type', [{ ...payment, type: 'action' }]],
  ['no details', []],
  ['junk among the details', [null, 7, 'payment', [payment]]],
])('backend: an approval of %s buys nothing, and stays unused', async (_what, details) => {
  const { client } = await approvedAgent(details);
  expect(await client.createInvoice(buy)).toMatchObject(notCovering);
});

test('backend: of several details the one that covers the invoice is used', async () => {
  const { client } = await approvedAgent([{ ...payment, amount: '1' }, payment]);
  expect((await client.createInvoice(buy)).status).toBe(200);
});

test.each<[string, object, number, string]>([
  ['for another service', { aud: [audience, 'https://shop.example'] }, 401, 'Invalid token'],
  ['without this service as resource', { aud: [audience] }, 401, 'Invalid token'],
  ['that has expired', { exp: Math.floor(Date.now() / 1000) - 1 }, 401, 'Token expired'],
  ['without jti', { jti: undefined }, 401, 'Invalid token'],
  ['with details that are no list', { authorization_details: payment }, 403, notCovering.body.error],
])('backend: a token of an approval %s is refused', async (_what, claims, status, error) => {
  const { client } = await approvedAgent([payment], claims);
  expect(await client.createInvoice(buy)).toMatchObject({ status, body: { error } });
});

test('backend: a token of an approval opens no other operation', async () => {
  const { client } = await approvedAgent();
  for (const { status } of [await client.getMe(), await client.listTransactions()]) expect(status).toBe(403);
});

test('backend: a token of an approval needs its key: under Bearer, or with the proof of another key, it is refused', async () => {
  const { agent } = await approvedAgent();
  const other = await approvedAgent();
  const url = `${backend.url}/api/invoices`;
  const body = JSON.stringify(buy.body);
  const json = { 'content-type': 'application/json' };
  const { dpop } = await other.agent.headers('POST', url);
  for (const headers of [
    { ...json, authorization: `Bearer ${agent.accessToken}` },
    { ...json, authorization: `DPoP ${agent.accessToken}` },
    { ...json, authorization: `DPoP ${agent.accessToken}`, dpop },
  ])
    expect(await backend.send('POST', '/api/invoices', headers, body)).toMatchObject({ status: 401 });
});

test('backend: a product that is unknown, and the 21st pending invoice, leave an approval unused', async () => {
  const { client, agent } = await approvedAgent([payment, { ...payment, productId: 'none' }]);
  expect((await client.createInvoice({ body: { productId: 'none' } })).body).toEqual({ error: 'Invalid product' });
  const owner = await backend.buyer(agent.sub);
  for (let count = 0; count < 20; count++) await owner.createInvoice(buy);
  expect((await client.createInvoice(buy)).body).toEqual({ error: 'Too many pending invoices' });
});
