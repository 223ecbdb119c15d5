import { expect, test, expectTypeOf } from 'vitest';
import { startUsedProofs } from '../../../contract-tests/fixtures/runtime/tables.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { createDpopKeypair } from '../dpop/dpop-keypair.ts';
import { createApprovalNotifications } from './approval-endpoints.ts';
import { type ApprovalOptions, requestApproval } from './request-approval.ts';
import { createMemoryReplayStore, createKyselyReplayStore } from '../dpop/replay-stores.ts';
import { createGrantedDetails, readDetailTypes, useGrantedDetail } from './granted-details.ts';

const issuer = 'https://sso.example';

const metadata = {
  issuer,
  backchannel_authentication_endpoint: `${issuer}/bc`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
};

const tokens = { access_token: 'token', token_type: 'Bearer', expires_in: 300 };

/** A provider whose token endpoint gives these responses in turn. */
function fakeProvider(responses: readonly (readonly [status: number, body: object])[], interval = 0.01) {
  const sent: { readonly path: string; readonly headers: Headers; readonly form: URLSearchParams }[] = [];
  const left = [...responses];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname: path } = new URL(request.url);
    sent.push({ path, headers: request.headers, form: new URLSearchParams(await request.text()) });
    if (path === '/bc') return Response.json({ auth_req_id: 'request', expires_in: 120, interval });
    if (path !== '/token') return Response.json(metadata);
    const [status, body] = left.shift() ?? [400, { error: 'invalid_grant' }];
    return Response.json(body, { status });
  };
  return { sent, fetch };
}

const ask = (fetch: typeof globalThis.fetch, further: Partial<ApprovalOptions> = {}) =>
  requestApproval({
    issuer,
    clientId: 'client',
    credential: { clientSecret: 'a secret:%' },
    person: { sub: 'owner' },
    message: 'May I?',
    fetch,
    ...further,
  });

test('CIBA §10.2: a notification ends the pause, and its token was sent with the request', async () => {
  const notifications = createApprovalNotifications();
  const provider = fakeProvider([[200, tokens]], 100);
  const asking = ask(provider.fetch, { notifications });
  const notify = () =>
    notifications.handle(
      new Request('https://client.example/ping', {
        method: 'POST',
        headers: { authorization: `Bearer ${notifications.token}` },
        body: '{"auth_req_id":"request"}',
      }),
    );
  await expect.poll(() => provider.sent.length).toBe(2);
  expect(provider.sent[1]?.form.get('client_notification_token')).toBe(notifications.token);
  await expect.poll(async () => (await notify()) && provider.sent.length).toBe(3);
  expect(await asking).toMatchObject({ decision: 'approved', accessToken: 'token' });
});

test('RFC 6749 §2.3.1: the parts of client_secret_basic are form-encoded', async () => {
  const provider = fakeProvider([[200, tokens]]);
  await ask(provider.fetch);
  const [, credentials = ''] = provider.sent[1]?.headers.get('authorization')?.split(' ') ?? [];
  expect(atob(credentials)).toBe('client:a+secret%3A%25');
});

test('CIBA §11: pending requests are polled on, and expired_token is a decision', async () => {
  const pending = [400, { error: 'authorization_pending' }] as const;
  const provider = fakeProvider([pending, pending, [400, { error: 'expired_token' }]]);
  expect(await ask(provider.fetch)).toMatchObject({ decision: 'expired', receipt: undefined });
});

test('SDK requestApproval: tokens that are not bound to the key are refused', async () => {
  const keypair = await createDpopKeypair();
  await expect(ask(fakeProvider([[200, tokens]]).fetch, { keypair })).rejects.toMatchObject({
    code: 'dpop_not_honored',
  });
});

test('OpenID Connect Discovery §4.3: metadata of another issuer is refused before anything is asked', async () => {
  const provider = fakeProvider([]);
  const asking = ask(provider.fetch, { issuer: 'https://other.example' });
  await expect(asking).rejects.toMatchObject({ code: 'bad_metadata' });
  expect(provider.sent).toHaveLength(1);
});

test('SDK requestApproval: a client without key and credential is a TypeError', async () => {
  await expect(ask(fakeProvider([]).fetch, { credential: undefined })).rejects.toThrow(TypeError);
});

const payment = { type: 'payment', amount: '990000', token: 'USDC', payee: '6Yx7sPZ1' };
const claims = { jti: 'at-1', exp: Math.floor(Date.now() / 1000) + 300, authorization_details: [payment] };
const expected = { type: 'payment', amount: '990000', token: 'USDC', payee: '6Yx7sPZ1' } as const;

test('SDK granted detail: a detail is used once, also by concurrent requests', async () => {
  const store = createMemoryReplayStore();
  const results = await Promise.all(Array.from({ length: 5 }, () => useGrantedDetail(claims, expected, { store })));
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await useGrantedDetail(claims, expected, { store })).toEqual({ ok: false, code: 'detail_used' });
});

test('SDK granted detail: two equal details of a token are used twice', async () => {
  const store = createMemoryReplayStore();
  const twice = { ...claims, authorization_details: [payment, payment] };
  const use = async () => (await useGrantedDetail(twice, expected, { store })).ok;
  expect([await use(), await use(), await use()]).toEqual([true, true, false]);
});

test.each<[string, object]>([
  ['another amount', { authorization_details: [{ ...payment, amount: '1' }] }],
  ['no details', { authorization_details: undefined }],
  ['no jti', { jti: undefined }],
])('SDK granted detail: a token with %s grants nothing, and uses nothing', async (_name, changes) => {
  const store = createMemoryReplayStore();
  const result = await useGrantedDetail({ ...claims, ...changes }, expected, { store });
  expect(result).toEqual({ ok: false, code: 'detail_not_granted' });
  expect(await useGrantedDetail(claims, expected, { store })).toMatchObject({ ok: true });
});

test('SDK granted detail: without a store an error names the stores', async () => {
  const options = JSON.parse('{}');
  await expect(useGrantedDetail(claims, expected, options)).rejects.toThrow('createKyselyReplayStore(transaction)');
});

type Detail = NonNullable<ApprovalOptions['details']>[number];

// The compiler checks these; nothing of them runs.
test('SDK requestApproval: details of own types need their members, and registered types have a client id', () => {
  expectTypeOf<{ type: 'payment'; amount: string; token: string; payee: string }>().toExtend<Detail>();
  expectTypeOf<{ type: 'action'; action: string; target: string; description: string }>().toExtend<Detail>();
  expectTypeOf<{ type: 'client:booking'; room: string; nights: number }>().toExtend<Detail>();
  expectTypeOf({ type: 'client:booking', room: '12' } as const satisfies Detail).toExtend<Detail>();
  expectTypeOf<{ type: 'payment'; token: string; payee: string }>().not.toExtend<Detail>();
  expectTypeOf<{ type: 'payment'; amount: number; token: string; payee: string }>().not.toExtend<Detail>();
  expectTypeOf<{ type: 'booking'; room: string }>().not.toExtend<Detail>();
  expectTypeOf<{ type: string }>().not.toExtend<Detail>();
});

const url = 'https://calendar.example/ping';

const notify = (token: string, body = '{"auth_req_id":"request"}') =>
  new Request(url, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body });

test('CIBA §10.2: a notification with the token calls the listener of its request', async () => {
  const told: string[] = [];
  const notifications = createApprovalNotifications({ onDecision: (id) => void told.push(`any ${id}`) });
  const stop = notifications.listen('request', () => void told.push('listener'));
  expect((await notifications.handle(notify(notifications.token))).status).toBe(204);
  stop();
  await notifications.handle(notify(notifications.token));
  expect(told).toEqual(['listener', 'any request', 'any request']);
});

test.each<[string, Request, number]>([
  ['another token', notify('x'.repeat(43)), 401],
  ['no token', new Request(url, { method: 'POST' }), 401],
  ['a body that is not JSON', notify('t'.repeat(43), '{'), 400],
  ['no request', notify('t'.repeat(43), '{}'), 400],
  ['a body of 5,000 bytes', notify('t'.repeat(43), JSON.stringify({ auth_req_id: 'x'.repeat(5_000) })), 400],
])('CIBA §10.2: a notification with %s calls nobody', async (_name, request, status) => {
  const told: string[] = [];
  const options = { token: 't'.repeat(43), onDecision: (id: string) => void told.push(id) };
  expect((await createApprovalNotifications(options).handle(request)).status).toBe(status);
  expect(told).toEqual([]);
});

test('CIBA §7.1: a notification token of fewer than 128 bits is refused', () => {
  expect(() => createApprovalNotifications({ token: 'x'.repeat(21) })).toThrow('22 to 1024');
});

const type = '3b7e9a0c4d5f41628a9bc0d1e2f30415:booking';

const bookingClaims = {
  jti: 'at-1',
  exp: Math.floor(Date.now() / 1000) + 300,
  authorization_details: [{ type, room: 'Suite', nights: 3 }],
};

const booking = { type, room: 'Suite' };

const usedProofs = useStarted(startUsedProofs);

test('SDK granted details: of twenty parallel actions on a detail that is used once one succeeds, and a failed one uses nothing', async () => {
  const details = createGrantedDetails({ types: [{ type, usedOnce: true }], store: createKyselyReplayStore });
  const book = (fails = false) =>
    usedProofs.db.transaction().execute(async (transaction) => {
      const granted = await details.use(bookingClaims, booking, transaction);
      if (!granted.ok) return granted.code;
      await transaction.insertInto('bookings').values({ room: 'Suite' }).execute();
      if (fails) throw new Error('no room');
      return 'booked';
    });
  await expect(book(true)).rejects.toThrow('no room');
  const results = await Promise.all(Array.from({ length: 20 }, () => book()));
  expect(results.filter((result) => result === 'booked')).toHaveLength(1);
  expect(results.filter((result) => result === 'detail_used')).toHaveLength(19);
  expect(await usedProofs.db.selectFrom('bookings').selectAll().execute()).toHaveLength(1);
});

test.each<[string, { readonly type: string; readonly usedOnce?: boolean }]>([
  ['is used once', { type, usedOnce: true }],
  ['does not say it', { type }],
])('SDK granted details: without a store a service whose type %s does not start', (_name, acted) => {
  expect(() => createGrantedDetails({ types: [acted] })).toThrow(
    `store is required, because a detail of ${type} is used once: (transaction) => createKyselyReplayStore(transaction).`,
  );
});

test('SDK granted details: a type that is not used once needs no store, and one that was not named is an error', async () => {
  const details = createGrantedDetails({ types: [{ type, usedOnce: false }] });
  for (let times = 0; times < 2; times++)
    expect(await details.use(bookingClaims, booking, undefined)).toEqual({
      ok: true,
      detail: bookingClaims.authorization_details[0],
    });
  expect(await details.use(bookingClaims, { type, room: 'Attic' }, undefined)).toEqual({
    ok: false,
    code: 'detail_not_granted',
  });
  await expect(details.use(bookingClaims, { type: 'payment' }, undefined)).rejects.toThrow(
    'payment is not among the types',
  );
});

test.each<[string, Response]>([
  ['that is missing', Response.json({ error: 'not_found' }, { status: 404 })],
  ['of another type', Response.json({ type: 'payment', schema: {}, usedOnce: false })],
  ['without the property', Response.json({ type, schema: {} })],
  ['that is not JSON', new Response('<html>')],
  ['behind a redirect', new Response(null, { status: 302, headers: { location: 'https://other.example' } })],
])('SDK granted details: a type document %s is an error, and nothing counts as reusable', async (_name, response) => {
  const reading = readDetailTypes({ issuer: 'https://sso.example', types: [type], fetch: async () => response });
  await expect(reading).rejects.toMatchObject({ code: 'bad_metadata' });
});
