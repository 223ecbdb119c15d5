import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startLogoutReceiver } from '../../../contract-tests/fixtures/client/receiver.ts';
import { approvedCode, sendAsDevice } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { adminKey, form, startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import type { TestKey } from '../../../contract-tests/fixtures/protocol/keys.ts';

const sso = useStarted(() => startSso({ settings: { clientAllowTargets: ['127.0.0.1/32'] } }));
const receiver = useStarted(startLogoutReceiver);

const notificationToken = 'bearer-token-of-the-application';

const createProvider = (further: object) =>
  sso.app.inject({
    method: 'POST',
    url: '/api/v1/providers',
    headers: { authorization: `Bearer ${adminKey}` },
    payload: { name: 'Calendar', tokenEndpointAuthMethod: 'client_secret_post', ...further },
  });

/** A confidential application in ping mode that a person connected. */
async function connected(further: object = {}) {
  const created = await createProvider({ backchannelClientNotificationEndpoint: receiver.uri, ...further });
  expect(created.statusCode, created.body).toBe(201);
  const { providerAddress: client_id, clientSecret: client_secret } = created.json<Record<string, string>>();
  const credentials = { client_id: String(client_id), client_secret: String(client_secret) };
  const { grant, sub, device } = await approvedCode(sso, { client_id });
  const tokens = (await form(sso, '/oauth/token', { ...grant, ...credentials })).json<{ id_token: string }>();
  const subject = String(JSON.parse(Buffer.from(tokens.id_token.split('.')[1] ?? '', 'base64url').toString()).sub);
  return { credentials, sub, subject, device };
}

type Connected = Awaited<ReturnType<typeof connected>>;

const ask = ({ credentials, subject }: Connected, further: Record<string, string> = {}) =>
  form(sso, '/oauth/bc-authorize', {
    ...credentials,
    login_hint: subject,
    binding_message: 'Close the account?',
    client_notification_token: notificationToken,
    ...further,
  });

async function decide(device: TestKey, clientId: string, decision: 'approve' | 'reject') {
  const { requests } = (await sendAsDevice(sso, device, 'GET', '/api/v1/owner/requests?state=pending')).json<{
    requests: readonly { requestId: string }[];
  }>();
  return sendAsDevice(sso, device, 'POST', `/api/v1/owner/requests/${requests[0]?.requestId}/decision`, {
    decision,
    clientId,
    dpopJkt: null,
  });
}

const exchange = ({ credentials }: Connected, auth_req_id: string) =>
  form(sso, '/oauth/token', { grant_type: 'urn:openid:params:grant-type:ciba', auth_req_id, ...credentials });

/** When the decision is sent next; undefined when it is not sent any more. */
const nextNotification = async ({ sub }: Connected) =>
  (
    await sso.db
      .selectFrom('sso.approval_requests')
      .select('next_notification_at as at')
      .where('owner_sub', '=', sub)
      .executeTakeFirst()
  )?.at?.getTime();

test('CIBA §10.2: a decision is sent to an application in ping mode with its token, and it fetches the tokens', async () => {
  const person = await connected();
  const { auth_req_id: id } = (await ask(person)).json<{ auth_req_id: string }>();
  expect((await decide(person.device, person.credentials.client_id, 'approve')).statusCode).toBe(200);
  expect(await receiver.next()).toMatchObject({
    authorization: `Bearer ${notificationToken}`,
    contentType: 'application/json',
    body: JSON.stringify({ auth_req_id: id }),
  });
  const tokens = await exchange(person, id);
  expect(tokens.json()).toMatchObject({ token_type: 'Bearer', approval_receipt: expect.any(String) });
});

test.each([503, 307])(
  'CIBA §10.2: a notification that is answered with %i is sent again with the same body',
  async (status) => {
    const person = await connected();
    receiver.respond(status);
    const { auth_req_id: id } = (await ask(person)).json<{ auth_req_id: string }>();
    await decide(person.device, person.credentials.client_id, 'reject');
    const first = await receiver.next();
    await expect.poll(() => nextNotification(person)).toBe(sso.now().getTime() + 2_000);
    receiver.respond(200);
    sso.advance(2);
    expect((await receiver.next()).body).toBe(first.body);
    await expect.poll(() => nextNotification(person)).toBeUndefined();
    expect((await exchange(person, id)).json()).toMatchObject({ error: 'access_denied' });
  },
);

test.each([301, 302, 303, 307, 308])(
  'CIBA §10.2: a notification that is redirected with %i reaches no other address, and the decision is fetched',
  async (status) => {
    const other = await startLogoutReceiver();
    try {
      receiver.respond(status, { location: other.uri });
      const person = await connected();
      const { auth_req_id: id } = (await ask(person)).json<{ auth_req_id: string }>();
      await decide(person.device, person.credentials.client_id, 'approve');
      await receiver.next();
      await expect.poll(() => nextNotification(person)).toBe(sso.now().getTime() + 2_000);
      receiver.respond(200);
      sso.advance(2);
      await receiver.next();
      expect(other.waiting()).toBe(0);
      expect((await exchange(person, id)).statusCode).toBe(200);
    } finally {
      await other.close();
    }
  },
);

test('CIBA §10.2: an endpoint that never answers delays neither the decision nor other applications, and is left after 10 s', async () => {
  const other = await startLogoutReceiver();
  try {
    const slow = await connected();
    const fast = await connected({ backchannelClientNotificationEndpoint: other.uri });
    receiver.respond(undefined);
    const timeouts: (() => void)[] = [];
    const { setTimeout: start } = globalThis;
    const timer = vi.spyOn(globalThis, 'setTimeout').mockImplementation((work, ms) => {
      if (ms !== 10_000) return start(work, ms);
      timeouts.push(work);
      return start(() => undefined);
    });
    onTestFinished(() => timer.mockRestore());
    const { auth_req_id: id } = (await ask(slow)).json<{ auth_req_id: string }>();
    await ask(fast);
    expect((await decide(slow.device, slow.credentials.client_id, 'approve')).statusCode).toBe(200);
    await receiver.next();
    expect((await decide(fast.device, fast.credentials.client_id, 'approve')).statusCode).toBe(200);
    expect(await other.next()).toMatchObject({ authorization: `Bearer ${notificationToken}` });
    // The endpoint still has not answered: its lease runs.
    expect(await nextNotification(slow)).toBe(sso.now().getTime() + 20_000);
    expect((await exchange(slow, id)).statusCode).toBe(200);
    for (const timeout of timeouts) timeout();
    await expect.poll(() => nextNotification(slow)).toBe(sso.now().getTime() + 2_000);
    receiver.respond(200);
  } finally {
    await other.close();
  }
});

test('CIBA §10.2: an endpoint that refuses connections is tried again after longer and longer pauses, and the decision is fetched', async () => {
  const gone = await startLogoutReceiver();
  const person = await connected({ backchannelClientNotificationEndpoint: gone.uri });
  await gone.close();
  const { auth_req_id: id } = (await ask(person)).json<{ auth_req_id: string }>();
  expect((await decide(person.device, person.credentials.client_id, 'approve')).statusCode).toBe(200);
  for (const pause of [2, 10, 30]) {
    await expect.poll(() => nextNotification(person)).toBe(sso.now().getTime() + pause * 1000);
    sso.advance(pause);
  }
  expect((await exchange(person, id)).json()).toMatchObject({ approval_receipt: expect.any(String) });
});

test('CIBA §10.2: a notification is given up after the fifth failure, and the decision can still be fetched', async () => {
  const failing = await startLogoutReceiver();
  onTestFinished(() => failing.close());
  failing.respond(500);
  const person = await connected({ backchannelClientNotificationEndpoint: failing.uri });
  const { auth_req_id: id } = (await ask(person)).json<{ auth_req_id: string }>();
  await decide(person.device, person.credentials.client_id, 'approve');
  for (const pause of [2, 10, 30, 60]) {
    await failing.next();
    await expect.poll(() => nextNotification(person)).toBe(sso.now().getTime() + pause * 1000);
    sso.advance(pause);
  }
  await failing.next();
  await expect.poll(() => nextNotification(person)).toBeUndefined();
  expect((await exchange(person, id)).json()).toMatchObject({ approval_receipt: expect.any(String) });
});

test('CIBA §10.2: an endpoint whose name leads to a private address by the time of a decision is not connected', async () => {
  let connections = 0;
  const inside = createServer((socket) => {
    connections += 1;
    socket.destroy();
  }).listen(0);
  onTestFinished(() => void inside.close());
  await once(inside, 'listening');
  const address = inside.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const look = vi.spyOn(Resolver.prototype, 'resolve4').mockResolvedValue(['93.184.216.34']);
  const six = vi.spyOn(Resolver.prototype, 'resolve6').mockResolvedValue([]);
  onTestFinished(() => [look, six].forEach((spy) => spy.mockRestore()));

  const person = await connected({ backchannelClientNotificationEndpoint: `https://rebinding.example:${port}/ping` });
  const { auth_req_id: id } = (await ask(person)).json<{ auth_req_id: string }>();
  const asked = look.mock.calls.length;
  look.mockResolvedValue(['127.0.0.2']);
  expect((await decide(person.device, person.credentials.client_id, 'approve')).statusCode).toBe(200);
  await expect.poll(() => nextNotification(person)).toBe(sso.now().getTime() + 2_000);
  expect(look.mock.calls.length).toBeGreaterThan(asked);
  expect(connections).toBe(0);
  expect((await exchange(person, id)).statusCode).toBe(200);
});

test('approvals: the notification token is stored sealed', async () => {
  const person = await connected();
  await ask(person);
  const { sealed_notification_token: sealed } = await sso.db
    .selectFrom('sso.approval_requests')
    .select('sealed_notification_token')
    .where('owner_sub', '=', person.sub)
    .executeTakeFirstOrThrow();
  expect(sealed).not.toContain(notificationToken);
  expect(Buffer.from(String(sealed), 'base64url').includes(notificationToken)).toBe(false);
});

test.each([
  ['missing', ''],
  ['shorter than 128 bits', 'x'.repeat(21)],
  ['longer than 1,024 characters', 'x'.repeat(1_025)],
  ['no token of RFC 6750', `${'x'.repeat(30)} y`],
])('CIBA §7.1: a client_notification_token that is %s is rejected', async (_name, client_notification_token) => {
  const response = await ask(await connected(), { client_notification_token });
  expect([response.statusCode, response.json<{ error: string }>().error]).toEqual([400, 'invalid_request']);
});

test('CIBA §7.1: a pairwise sub names the person, and the public one does not', async () => {
  const person = await connected({ subjectType: 'pairwise', redirectUris: ['https://calendar.example/callback'] });
  expect(person.subject).not.toBe(person.sub);
  expect((await ask(person)).statusCode).toBe(200);
  expect((await ask(person, { login_hint: person.sub })).json()).toMatchObject({ error: 'unknown_user_id' });
});

test('CIBA §7.1: an application with pairwise subjects finds each of more than 1,000 people', async () => {
  const person = await connected({ subjectType: 'pairwise', redirectUris: ['https://calendar.example/callback'] });
  await sql`
    insert into sso.owners (sub, created_at)
    select substr(md5(${person.sub} || n), 1, 32), now() from generate_series(1, 1001) as n`.execute(sso.db);
  await sql`
    insert into sso.sessions (bucket, id, request_id, client_address, owner_sub, pairwise_sub, scope, reach, auth_time, created_at,
      last_used_at, expires_at, ends_at)
    select bucket, md5(${person.sub} || n)::uuid, md5(${person.sub} || n)::uuid, client_address,
      substr(md5(${person.sub} || n), 1, 32), md5('pairwise' || n),
      scope, reach, auth_time, created_at + interval '1 second', last_used_at, expires_at, ends_at
    from sso.sessions, generate_series(1, 1001) as n where owner_sub = ${person.sub}`.execute(sso.db);
  expect((await ask(person)).statusCode).toBe(200);
});

test.each<[string, object]>([
  ['the mode ping without an endpoint', { backchannelTokenDeliveryMode: 'ping' }],
  [
    'the mode poll with an endpoint',
    { backchannelTokenDeliveryMode: 'poll', backchannelClientNotificationEndpoint: 'https://calendar.example/ping' },
  ],
  ['an endpoint in a private network', { backchannelClientNotificationEndpoint: 'https://10.0.0.1/ping' }],
  ['an endpoint without TLS', { backchannelClientNotificationEndpoint: 'http://calendar.example/ping' }],
])('sso: an application with %s is rejected', async (_name, further) => {
  expect((await createProvider(further)).statusCode).toBe(400);
});
