import { expect, test, beforeAll } from 'vitest';
import fc from 'fast-check';
import { createPresenceReports } from './open-app.tsx';
import { startTokenIssuer } from '../../../contract-tests/fixtures/client/token-issuer.ts';
import { createTokenVerification } from '../../runtime/caller/resource-server.ts';
import { createPayerCheck } from './register-host.ts';
import { readEvents, type ServerSentEvent } from './read-events.ts';
import {
  accountPath,
  appPath,
  hostRouteOf,
  isHostPage,
  isWatching,
  readTapAddress,
  respondToWatching,
  tapAddress,
} from './worker-messages.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';

/** A service whose responses a test gives by hand, in the order of the requests. */
function createManualService() {
  const sent: (string | null)[] = [];
  const responses: ((accepted: boolean) => void)[] = [];
  return {
    sent,
    send: (appId: string | null) =>
      new Promise<void>((resolve, reject) => {
        sent.push(appId);
        responses.push((accepted) => (accepted ? resolve() : reject(new Error('503'))));
      }),
    respond: async (accepted: boolean) => {
      responses.shift()?.(accepted);
      await new Promise((done) => setImmediate(done));
    },
  };
}

const elapsed = () => Promise.resolve();

test('presence: a report waits for the response to the one before it', async () => {
  const { sent, send, respond } = createManualService();
  const reports = createPresenceReports({ send, elapsed });
  reports.add('shop');
  reports.add(null);
  expect(sent).toEqual(['shop']);
  await respond(true);
  expect(sent).toEqual(['shop', null]);
});

test('presence: of the waiting reports only the last is sent', async () => {
  const { sent, send, respond } = createManualService();
  const reports = createPresenceReports({ send, elapsed });
  for (const appId of ['shop', null, 'shop', null]) reports.add(appId);
  await respond(true);
  await respond(true);
  expect(sent).toEqual(['shop', null]);
});

test('presence: a report that failed is sent again, unless a newer one waits', async () => {
  const { sent, send, respond } = createManualService();
  const reports = createPresenceReports({ send, elapsed });
  reports.add(null);
  await respond(false);
  expect(sent).toEqual([null, null]);
  reports.add('shop');
  await respond(false);
  expect(sent).toEqual([null, null, 'shop']);
});

test('presence: after four failed attempts a report is given up, and the next one is sent', async () => {
  const { sent, send, respond } = createManualService();
  const reports = createPresenceReports({ send, elapsed });
  reports.add(null);
  for (let attempt = 0; attempt < 4; attempt++) await respond(false);
  expect(sent).toEqual([null, null, null, null]);
  reports.add('shop');
  expect(sent.at(-1)).toBe('shop');
});

const now = Date.UTC(2026, 2, 1, 10);
const ago = (seconds: number) => now / 1000 - seconds;
const clientId = 'web-host';
const issuer = useStarted(() => startTokenIssuer({ now: () => now }));
let requirePayer: ReturnType<typeof createPayerCheck>;
beforeAll(async () => {
  const clock = () => new Date(now);
  requirePayer = createPayerCheck({
    ...createTokenVerification({ issuer: issuer.issuer, jwksUrl: issuer.jwksUrl, fetch, now: clock }),
    issuer: issuer.issuer,
    clientId,
    now: clock,
  });
});

const payWith = async (claims: object) =>
  requirePayer([
    'Authorization',
    `Bearer ${await issuer.token({ claims: { aud: [clientId, issuer.issuer], auth_time: ago(0), ...claims } })}`,
  ]);

test('host payment: a confirmation of ten minutes ago is recent enough', async () => {
  await expect(payWith({ auth_time: ago(600) })).resolves.toBeUndefined();
});

test.each([
  ['more than ten minutes ago', ago(601)],
  ['at a time that the token does not name', undefined],
  ['at a time that is no number', 'now'],
])('RFC 9470 §3, host payment: a confirmation %s gets 401 with max_age', async (_when, confirmed) => {
  await expect(payWith({ auth_time: confirmed })).rejects.toMatchObject({
    status: 401,
    details: { reason: 'insufficient_user_authentication' },
    headers: {
      'www-authenticate': 'Bearer error="insufficient_user_authentication", max_age="600", scope="openid payments"',
    },
  });
});

test.each<[string, object, number, string]>([
  ['of another application', { aud: ['another', 'https://service.example'] }, 401, 'bad_access_token_aud'],
  ['for the whole platform, issued to another application', { aud: ['agent'] }, 401, 'bad_access_token_aud'],
  ['that has expired', { exp: ago(1) }, 401, 'expired_access_token'],
  ['that is bound to a key', { cnf: { jkt: 'key' } }, 401, 'bound_access_token'],
  ['that may only host notifications', { scope: 'openid notifications:host' }, 403, 'insufficient_scope'],
])('host payment: a token %s pays nothing', async (_which, claims, status, reason) => {
  await expect(payWith(claims)).rejects.toMatchObject({ status, details: { reason } });
});

test('host payment: a request without a token pays nothing', async () => {
  await expect(requirePayer([])).rejects.toMatchObject({
    status: 401,
    details: { reason: 'missing_authorization' },
    headers: { 'www-authenticate': 'Bearer scope="openid payments"' },
  });
});

const text =
  ': open\r\n\r\nevent: push\r\nid: ntf_1\r\ndata: {"body":"☕ ready"}\r\n\r\n: still here\n\ndata: one\ndata:two\n\nevent: ping\n\n';

const expected = [
  { event: 'push', data: '{"body":"☕ ready"}' },
  { event: 'message', data: 'one\ntwo' },
];

async function read(chunks: readonly Uint8Array[]): Promise<readonly ServerSentEvent[]> {
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const events: ServerSentEvent[] = [];
  for await (const event of readEvents(stream)) events.push(event);
  return events;
}

test('server-sent events: comments, ids and events without data are skipped, data lines are joined', async () => {
  expect(await read([new TextEncoder().encode(text)])).toEqual(expected);
});

test('server-sent events: chunk boundaries do not matter, also inside characters and line ends', async () => {
  const bytes = new TextEncoder().encode(text);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: bytes.length }), { maxLength: 12 }), async (cuts) => {
      const edges = [0, ...cuts.toSorted((left, right) => left - right), bytes.length];
      expect(await read(edges.slice(1).map((end, index) => bytes.slice(edges[index], end)))).toEqual(expected);
    }),
  );
});

const push = {
  notificationId: 'ntf_01KJMBQDE0Y72P6GXRDNGT8BB5',
  appId: '019c7a10-1400-7055-9e9a-4427b88fbebe',
  title: 'Coffee Corner',
  body: '100 % ready ☕ #1',
  startParam: 'order=7041&x=ü',
  sentAt: '2026-03-01T09:30:00.000Z',
};

test('tap: the URL of a tapped notification contains the whole push', () => {
  const { hash } = new URL(tapAddress(push), 'http://localhost');
  expect(readTapAddress(hash)).toEqual(push);
});

test('tap: the URL does not contain the receipt token', () => {
  expect(tapAddress({ ...push, receiptToken: 'secret-of-the-worker' })).not.toContain('secret');
});

test.each(['', '#', '#tap=', '#tap=%', '#tap=null', '#tap=%7B%22appId%22%3A1%7D', '#other'])(
  'tap: the URL fragment %s contains no push',
  (hash) => {
    expect(readTapAddress(hash)).toBeUndefined();
  },
);

const never = () => new Promise<void>(() => undefined);

test.each([true, false])('watching: the response %s of a page is used before the timeout', async (watching) => {
  const page = {
    postMessage: (data: unknown, ports: readonly MessagePort[]) => respondToWatching({ data, ports }, watching),
  };
  expect(await isWatching(page, never)).toBe(watching);
});

test('watching: a page that does not respond within half a second is not watching', async () => {
  const waits: number[] = [];
  const elapsed = async (milliseconds: number) => void waits.push(milliseconds);
  expect(await isWatching({ postMessage: () => undefined }, elapsed)).toBe(false);
  expect(waits).toEqual([500]);
});

test('watching: other messages of the worker receive no response', () => {
  const responses: unknown[] = [];
  const { port1, port2 } = new MessageChannel();
  port2.postMessage = (response: unknown) => void responses.push(response);
  respondToWatching({ data: { type: 'tap' }, ports: [port2] }, true);
  respondToWatching({ data: 'watching', ports: [port2] }, true);
  expect(responses).toEqual([]);
  port1.close();
});

const appId = '019c7a10-1400-7055-9e9a-4427b88fbebe';
const at = (path: string) => new URL(path, 'https://platform.example');

test.each([undefined, '', 'order=7041&x=ü', '#?%'])(
  'host address: an open app with the start parameter %j',
  (startParam) => {
    expect(hostRouteOf(at(appPath(appId, startParam)))).toEqual({ page: 'app', appId, startParam });
  },
);

test.each(['/host', '/host/', '/host?start=1'])('host address: %s is the list of mini apps', (path) => {
  expect(hostRouteOf(at(path))).toEqual({ page: 'home' });
});

test.each(['/', '/hosts', '/host/apps', '/host/apps/', '/host/apps/a/b', '/host/apps/%2F', '/portal/apps/a'])(
  'host address: %s is no page of the host',
  (path) => {
    expect(hostRouteOf(at(path))).toEqual({ page: 'unknown' });
    expect(isHostPage(at(path))).toBe(false);
  },
);

test('host address: a page with an open app belongs to the host, as the service worker needs to know', () => {
  expect(isHostPage(at(appPath(appId)))).toBe(true);
});

test.each([
  [undefined, '/owner#activity'],
  ['NZxpUZwFMwXjEKbYCFRKxnqT2ggQ6UF-zRhJvaoWgbM', '/owner/requests/NZxpUZwFMwXjEKbYCFRKxnqT2ggQ6UF-zRhJvaoWgbM'],
  ['../oauth/authorize?', '/owner#activity'],
])('tap: a push of the platform with the start parameter %s opens %s of the provider', (startParam, path) => {
  expect(accountPath(startParam === undefined ? {} : { startParam })).toBe(path);
});
