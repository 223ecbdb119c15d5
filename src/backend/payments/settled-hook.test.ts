import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { components } from '../../../generated/backend/types.ts';
import {
  adminKeys,
  type Backends,
  openBackends,
  paymentsOf,
} from '../../../contract-tests/fixtures/backend/backends.ts';
import { waitUntil } from '../../../contract-tests/fixtures/http.ts';
import { verifySettledPayment } from '../../client/webhooks/verify-webhook.ts';
import type { BackendService } from '../service.ts';
import { settingsProblems } from '../settings.ts';

type SettledPayment = components['schemas']['SettledPayment'];

interface Received {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

const received: Received[] = [];
let status = 204;
let receiver: Server;
let backends: Backends;
let service: BackendService;
beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      response.writeHead(status, { 'retry-after': '1' }).end();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const address = receiver.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  backends = await openBackends();
  service = await backends.start({ settledHookUrl: `http://127.0.0.1:${port}/settled?shop=1` });
});
afterAll(async () => {
  await backends?.close();
  receiver?.close();
});

async function buy(webhooks: readonly Readonly<Record<string, unknown>>[]): Promise<string> {
  const { order, deliver } = paymentsOf(backends, service);
  const { invoice } = await order('coins-100-usdc', 'buyer');
  for (const webhook of webhooks) await deliver(invoice, webhook);
  return invoice;
}

const eventsOf = (invoice: string) =>
  received.flatMap((one) => {
    const event: SettledPayment = JSON.parse(one.body);
    return event.invoice === invoice ? [{ ...one, event }] : [];
  });

test('getSettledHookKey: every transaction is delivered once, signed by the key that the backend serves', async () => {
  const invoice = await buy([
    { status: 'finalized', txHash: 's1' },
    { status: 'finalized', txHash: 's1' },
    { status: 'refunded', txHash: 's2' },
  ]);
  await waitUntil(() => eventsOf(invoice).length >= 2);
  const { publicKey } = (await service.app.inject({ url: '/.well-known/settled-hook-key' })).json<{
    publicKey: string;
  }>();
  const events = eventsOf(invoice).toSorted((one, other) => one.event.status.localeCompare(other.event.status));
  expect(events.map(({ event }) => event)).toMatchObject([
    { status: 'paid', txHash: 's1', platformId: 'buyer', productId: 'coins-100-usdc', quantity: 100, test: null },
    { status: 'refunded', txHash: 's2', amount: '990000', token: 'USDC', network: 'solana' },
  ]);
  for (const { headers, body, event } of events) {
    expect(headers['webhook-id']).toBe(event.id);
    expect(headers['user-agent']).toMatch(/^platform-webhooks\//);
    expect(verifySettledPayment({ rawBody: body, headers, publicKey })).toMatchObject({ ok: true, event });
  }
  const rows = await backends.db
    .selectFrom('backend.settled_events')
    .select('state')
    .where(
      'id',
      'in',
      events.map(({ event }) => event.id),
    )
    .execute();
  await waitUntil(async () => {
    const states = await backends.db.selectFrom('backend.settled_events').select('state').execute();
    return states.every(({ state }) => state === 'delivered');
  });
  expect(rows).toHaveLength(2);
});

test('sendSettledPayment: a delivery that fails is repeated with the same id until it succeeds', async () => {
  status = 500;
  const invoice = await buy([{ status: 'failed' }]);
  await waitUntil(() => eventsOf(invoice).length >= 1);
  await waitUntil(async () => (await rowOf(invoice))?.last_status === 500);
  expect(await rowOf(invoice)).toMatchObject({ state: 'pending', attempts: 1 });
  status = 204;
  // The pause of the schedule has ended.
  await backends.db
    .updateTable('backend.settled_events')
    .set({ due_at: new Date() })
    .where('state', '=', 'pending')
    .execute();
  await waitUntil(async () => (await rowOf(invoice))?.state === 'delivered');
  const events = eventsOf(invoice);
  expect(events).toHaveLength(2);
  expect(new Set(events.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
});

test('settled hook: after the last attempt of the schedule an event is tried every hour', async () => {
  status = 503;
  const invoice = await buy([{ status: 'finalized', txHash: 's3' }]);
  await waitUntil(async () => (await rowOf(invoice))?.last_status === 503);
  await backends.db
    .updateTable('backend.settled_events')
    .set({ due_at: new Date(), attempts: 7 })
    .where('state', '=', 'pending')
    .execute();
  await waitUntil(
    async () => ((await rowOf(invoice))?.attempts ?? 0) === 8 && (await rowOf(invoice))?.leased_by === null,
  );
  const row = await rowOf(invoice);
  expect(row?.state).toBe('pending');
  expect(Number(row?.due_at) - Date.now()).toBeGreaterThan(50 * 60_000);
  status = 204;
});

async function rowOf(invoice: string) {
  return backends.db
    .selectFrom('backend.settled_events as events')
    .innerJoin('backend.transactions as transactions', (join) =>
      join.onRef('transactions.bucket', '=', 'events.bucket').onRef('transactions.id', '=', 'events.id'),
    )
    .selectAll('events')
    .where('transactions.invoice', '=', invoice)
    .executeTakeFirst();
}

test('settled hook: a payment that an administrator settles is delivered', async () => {
  const invoice = await buy([{ status: 'failed' }, { status: 'finalized', txHash: 's4' }]);
  const headers = { authorization: `Bearer ${adminKeys.payments}` };
  const listed = await service.app.inject({ url: '/api/v1/admin/contradictions?state=open', headers });
  const { contradictions } = listed.json<{ contradictions: { id: string; invoice: string }[] }>();
  const id = contradictions.find((one) => one.invoice === invoice)?.id;
  await service.app.inject({
    method: 'POST',
    url: `/api/v1/admin/contradictions/${id}/resolve`,
    headers,
    payload: { resolution: 'settled', reason: 'Final on the chain.' },
  });
  await waitUntil(() => eventsOf(invoice).some(({ event }) => event.status === 'paid'));
});

test('settled hook: without SETTLED_HOOK_URL there is no key and no event', async () => {
  const silent = await backends.start();
  const response = await silent.app.inject({ url: '/.well-known/settled-hook-key' });
  expect([response.statusCode, response.json()]).toEqual([404, { error: 'No settled hook' }]);
});

test.each([
  ['ftp://shop.example/hook', []],
  ['http://shop.example/hook', []],
  ['shop.example', ['127.0.0.1']],
])('SETTLED_HOOK_URL: %s is a problem', (settledHookUrl, webhookAllowTargets) => {
  const settings = {
    issuer: 'https://sso.example',
    jwksUrl: 'https://sso.example/oauth/jwks',
    audience: 'a',
    webhookPublicKeys: [],
    tokenNames: [],
    invoiceHours: 24,
    consoleOrigins: [],
    recipients: { chain: undefined, platform: undefined },
    baseUrl: 'https://backend.example',
  };
  expect(settingsProblems({ ...settings, settledHookUrl, webhookAllowTargets })).toEqual([
    expect.stringMatching(/^SETTLED_HOOK_URL is /),
  ]);
});
