import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createAskingAgents, payment } from '../../../contract-tests/fixtures/sso/agents.ts';
import { signInBrowser } from '../../../contract-tests/fixtures/sso/browser.ts';
import { enrol, sendAsDevice } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { issuer, startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import type { NotificationsClient } from '../../../generated/notifications/client.ts';
import { noticedEvents, type SystemPush, type SystemPushStore } from './activity-store.ts';
import { createSystemPushSender } from './system-pushes.ts';

const baseUrl = 'http://notifications.test';

interface Received {
  readonly url: string;
  readonly token: string;
  readonly key: string | null;
  readonly body: unknown;
}

const sso = useStarted(() =>
  startSso({
    notifications: {
      baseUrl,
      fetch: async (...request) => {
        const sent = new Request(...request);
        received.push({
          url: sent.url,
          token: sent.headers.get('authorization')?.replace('Bearer ', '') ?? '',
          key: sent.headers.get('idempotency-key'),
          body: await sent.json(),
        });
        if (status === undefined) throw new TypeError('fetch failed');
        if (status === 204) return new Response(null, { status });
        return Response.json(
          status === 202 ? { notificationId: 'ntf_1', status: 'queued' } : { code: status, message: '' },
          { status },
        );
      },
    },
  }),
);
const received: Received[] = [];
/** What the notification service responds; undefined: it cannot be reached. */
let status: number | undefined;

const waiting = async () => (await sso.db.selectFrom('sso.system_pushes').selectAll().execute()).length;
/** Waits until no push waits. @returns the texts that were sent to an owner since `from` */
async function sentTo(sub: string, from: number) {
  await expect.poll(waiting).toBe(0);
  return received.slice(from).flatMap(({ body }) => (isOf(body, sub) ? [body.body] : []));
}

const isOf = (body: unknown, sub: string): body is { readonly body: string } =>
  typeof body === 'object' && body !== null && 'sessionAddress' in body && body.sessionAddress === sub;

/** An owner with a device; a second later than their creation. */
async function owner() {
  const { device, sub } = await enrol(sso);
  sso.advance(1);
  return { device, sub, from: received.length };
}

test('sso system pushes: an owner is told of a new passkey, and not of the creation of the identity', async () => {
  status = 202;
  const { device, sub, from } = await owner();
  await signInBrowser(sso, device);
  expect(await sentTo(sub, from)).toEqual([
    'A passkey was added to your identity. Was it you? If not, open your account now.',
  ]);
  const [{ url, token, key } = { url: '', token: '', key: null }] = received.slice(from);
  expect([url, key]).toEqual([`${baseUrl}/api/v1/system/pushes`, expect.stringMatching(/^event-\d+$/)]);
  const keys = (await sso.app.inject({ url: '/oauth/jwks' })).json<JSONWebKeySet>();
  const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
    typ: 'service+jwt',
    issuer,
    subject: issuer,
    audience: baseUrl,
    currentDate: sso.now(),
  });
  expect(Number(payload.exp) - Number(payload.iat)).toBe(60);
});

test.each([403, 404])('sso system pushes: an owner who does not allow them (%i) is asked for once', async (refusal) => {
  status = refusal;
  const { device, sub, from } = await owner();
  await signInBrowser(sso, device);
  expect(await sentTo(sub, from)).toHaveLength(1);
});

test('sso system pushes: while the service cannot be reached a push waits, with the same Idempotency-Key', async () => {
  status = undefined;
  const { device, sub, from } = await owner();
  await sendAsDevice(sso, device, 'POST', '/api/v1/owner/recovery-codes');
  await expect.poll(() => received.length - from).toBe(1);
  expect(await waiting()).toBe(1);
  status = 503;
  sso.advance(2);
  await expect.poll(() => received.length - from).toBe(2);
  status = 202;
  sso.advance(10);
  expect(await sentTo(sub, from)).toEqual(
    Array.from({ length: 3 }, () => expect.stringContaining('Recovery codes were created')),
  );
  expect(new Set(received.slice(from).map(({ key }) => key)).size).toBe(1);
});

test.each([
  ['cannot be sent', undefined],
  ['is taken and never arrives', 202],
  ['is refused', 400],
])('approvals: a request whose push %s is in the inbox, and is decided', async (_name, pushStatus) => {
  status = pushStatus;
  const agents = createAskingAgents(() => sso);
  const agent = await agents.connect();
  // What happens as an owner is created is not told.
  sso.advance(1);
  const authReqId = await agents.asked(agent);
  const pushed = () =>
    received.some(({ body }) => isOf(body, agent.sub) && body.body.includes('asks for your approval'));
  await expect.poll(pushed).toBe(true);
  expect(await agents.inbox(agent.device, 'pending')).toHaveLength(1);
  expect((await agents.decide(agent, { decision: 'approve' })).statusCode).toBe(200);
  expect((await agents.exchange(agent.key, authReqId)).json()).toMatchObject({ authorization_details: [payment] });
  status = 202;
  sso.advance(2);
  await expect.poll(waiting).toBe(0);
});

test('approvals: however fast an agent asks, its owner gets ten pushes in an hour, and fifty in a day', async () => {
  status = 202;
  const agents = createAskingAgents(() => sso);
  const agent = await agents.connect();
  // What happens as an owner is created is not told.
  sso.advance(1);
  const from = received.length;
  for (const told of [10, 20, 30, 40, 50, 50]) {
    const responses = await Promise.all(Array.from({ length: 12 }, () => agents.ask(agent)));
    expect(responses.filter(({ statusCode }) => statusCode !== 200)).toEqual([]);
    const texts = await sentTo(agent.sub, from);
    expect(texts.filter((text) => text.includes('asks for your approval'))).toHaveLength(told);
    sso.advance(3_601);
  }
});

test('sso system pushes: after five attempts a push is given up, and pushes of an erased owner are not sent', async () => {
  status = 500;
  const { device, sub, from } = await owner();
  await signInBrowser(sso, device);
  // Time passes until nothing waits: the pauses are ten minutes at most.
  const waitingLater = () => {
    sso.advance(600);
    return waiting();
  };
  await expect.poll(waitingLater, { interval: 200 }).toBe(0);
  expect((await sentTo(sub, from)).length).toBe(5);

  status = undefined;
  const erased = await owner();
  await signInBrowser(sso, erased.device);
  await expect.poll(() => received.length).toBeGreaterThan(erased.from);
  await sendAsDevice(sso, erased.device, 'DELETE', '/api/v1/owner');
  expect(await waiting()).toBe(0);
});

test('sso system pushes: the trigger of the audit queues exactly the events of which the pages tell, a recovery and requests of agents', async () => {
  const { rows } = await sql<{ condition: string }>`
    select pg_get_triggerdef(oid) as condition from pg_trigger where tgname = 'audit_events_system_push'`.execute(
    sso.db,
  );
  const queued = Array.from(String(rows[0]?.condition).matchAll(/'([a-z_]+)'/g), ([, event = '']) => event);
  expect(queued.toSorted()).toEqual([...noticedEvents, 'owner_recovered', 'approval_requested'].toSorted());
});

const subscription = {
  publicKey: `B${'A'.repeat(86)}`,
  endpoint: 'https://push.example/1',
  p256dh: `B${'C'.repeat(86)}`,
  auth: 'D'.repeat(22),
};

test('createPushSubscription: the provider registers the browser for its owner with its own token', async () => {
  const { device, sub, from } = await owner();
  const subscribe = () => sendAsDevice(sso, device, 'POST', '/api/v1/owner/push-subscriptions', subscription);
  status = 204;
  expect((await subscribe()).statusCode).toBe(204);
  const { publicKey, endpoint, p256dh, auth } = subscription;
  expect(received.slice(from)).toMatchObject([
    {
      url: `${baseUrl}/api/v1/system/devices`,
      body: { sessionAddress: sub, publicKey, subscription: { endpoint, keys: { p256dh, auth } } },
    },
  ]);
  status = 400;
  expect((await subscribe()).json()).toMatchObject({ error: 'invalid_request' });
  status = undefined;
  expect((await subscribe()).statusCode).toBe(503);
});

test('getOwnerPushKey and createPushSubscription: a provider without a notification service responds with 503', async () => {
  const without = await startSso();
  try {
    const { device } = await enrol(without);
    const key = await sendAsDevice(without, device, 'GET', '/api/v1/owner/push-key');
    const created = await sendAsDevice(without, device, 'POST', '/api/v1/owner/push-subscriptions', subscription);
    expect([key.statusCode, created.statusCode]).toEqual([503, 503]);
  } finally {
    await without.close();
  }
});

const push = (eventId: number): SystemPush => ({
  ownerSub: 'owner',
  eventId,
  event: 'approval_requested',
  approvalRequest: `request ${eventId}`,
  attempt: 1,
});

/** A sender that records the idempotency keys of what it sends, and what it asks its store for. */
function sender({ due = [], status = 202 }: { readonly due?: readonly SystemPush[]; readonly status?: number } = {}) {
  const calls: (string | number)[] = [];
  const keys: string[] = [];
  let at = Date.UTC(2026, 0, 1);
  const systemPushes = {
    claim: async () => {
      calls.push('look');
      return due;
    },
    delete: async (pushes: readonly unknown[]) => void calls.push(pushes.length),
    postpone: async ({ eventId, attempt }: SystemPush, until: Date) =>
      void calls.push(`${eventId} after attempt ${attempt}: ${(until.getTime() - at) / 1000} s`),
  } satisfies Partial<SystemPushStore>;
  const client: unknown = {
    createSystemPush: async ({ headers }: { readonly headers: { readonly 'Idempotency-Key': string } }) => {
      keys.push(headers['Idempotency-Key']);
      return { status };
    },
  };
  const pushes = createSystemPushSender({
    systemPushes: systemPushes as unknown as SystemPushStore,
    notificationService: async () => client as NotificationsClient,
    now: () => new Date(at),
    secrets: { approvalLinkOf: (id) => id },
    log: pino({ level: 'silent' }),
  });
  const round = async (passed: number) => {
    at += passed;
    await pushes.round();
    return calls.splice(0);
  };
  const add = (count: number) => {
    for (let request = 0; request < count; request++) pushes.add(push(request));
  };
  return { add, round, keys };
}

test('sso system pushes: those of requests are sent without a claim, and a look finds what is due once a second', async () => {
  const { add, round } = sender();
  add(20);
  expect(await round(0)).toEqual(['look', 16, 4]);
  add(1);
  expect(await round(999)).toEqual([1]);
  add(1);
  expect(await round(1)).toEqual(['look', 1]);
  // A round that nothing woke looks, and so does one after the clock was set back.
  expect(await round(10)).toEqual(['look', 0]);
  add(1);
  expect(await round(-3_600_000)).toEqual(['look', 1]);
});

test('sso system pushes: one that a look claims is not sent again for the request', async () => {
  const { add, round, keys } = sender({ due: [push(0), push(7)] });
  add(2);
  await round(0);
  expect(keys.toSorted()).toEqual(['event-0', 'event-1', 'event-7']);
});

test('sso system pushes: one that the service does not take is due again after a pause', async () => {
  const { add, round } = sender({ status: 503 });
  add(1);
  expect(await round(0)).toEqual(['look', '0 after attempt 1: 2 s', 0]);
});
