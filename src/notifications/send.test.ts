import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unwrap } from '../typed-contract/client.ts';
import {
  newAddress,
  startNotifications,
  type TestApp,
  type TestNotifications,
} from '../../contract-tests/fixtures/notifications/notifications-service.ts';

let service: TestNotifications;
let app: TestApp;
beforeAll(async () => {
  service = await startNotifications();
  app = await service.createApp();
});
afterAll(() => service.close());

interface Violation {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** Request body instead of JSON. */
  readonly raw?: string;
  /** Prepares the state of the recipient. */
  readonly before?: (sub: string) => Promise<void>;
  /** Runs after the preparation of other violations, which it would prevent. */
  readonly last?: true;
  /** Two violations of the same part of a request cannot be combined. */
  readonly of?: 'Idempotency-Key' | 'consent';
}

const text = 'Your flat white is ready.';
const hour = 3_600_000;

const sendTo = async (sub: string, body: string) =>
  unwrap(await app.sender.sendNotification({ body: { sessionAddress: sub, body } }));

/** Violations in the order of the checks. Those of the body concern different members, so that they can be combined. */
const violations: readonly (readonly [name: string, status: number, code: number, violation: Violation])[] = [
  ['an Authorization header', 401, 401, { headers: { authorization: 'Bearer anything' } }],
  ['an unknown key', 401, 401, { headers: { 'x-platform-notifications-key': `ank_${'0'.repeat(26)}` } }],
  ['another content type', 415, 415, { headers: { 'content-type': 'text/plain' } }],
  ['truncated JSON', 400, 1001, { raw: '{"sessionAddress":' }],
  ['an unknown member', 400, 1001, { body: { title: 'Mine' } }],
  ['a member of another type', 400, 1001, { body: { sessionAddress: 7 } }],
  ['a body over 178 characters', 413, 413, { body: { body: 'x'.repeat(179) } }],
  ['a malformed Idempotency-Key', 400, 1001, { headers: { 'idempotency-key': 'two words' }, of: 'Idempotency-Key' }],
  ['a startParam over 256 bytes', 413, 413, { body: { startParam: 'ü'.repeat(129) } }],
  [
    'an Idempotency-Key used with another payload',
    409,
    1003,
    {
      headers: { 'idempotency-key': 'pair-of-violations' },
      of: 'Idempotency-Key',
      before: async (sub) => {
        const response = await app.sender.sendNotification({
          headers: { 'Idempotency-Key': 'pair-of-violations' },
          body: { sessionAddress: sub, body: 'the first payload', test: 'delivered' },
        });
        expect([202, 409]).toContain(response.status);
      },
    },
  ],
  ['a test scenario that simulates a refusal', 429, 429, { body: { test: 'error:rate_limited' } }],
  [
    'a missing consent',
    404,
    1005,
    {
      last: true,
      of: 'consent',
      before: async (sub) => {
        await service.db.deleteFrom('notifications.consents').where('session_address', '=', sub).execute();
      },
    },
  ],
  [
    'a denied consent',
    403,
    1004,
    {
      last: true,
      of: 'consent',
      before: async (sub) => {
        const host = await service.person(sub);
        unwrap(await host.setConsent({ path: { appId: app.appId }, body: { status: 'denied' } }));
      },
    },
  ],
  [
    'a body sent within the last 24 hours',
    400,
    1002,
    {
      before: async (sub) => {
        await sendTo(sub, text);
        service.clock.advance(hour);
      },
    },
  ],
  ['a send within the last hour', 429, 429, { before: async (sub) => void (await sendTo(sub, 'another text')) }],
];

/** Sends with these violations to a new recipient with granted consent. */
async function send(...combined: readonly Violation[]) {
  const { sub } = await service.recipient(app.appId);
  const inOrder = combined.toSorted((a, b) => Number(a.last ?? false) - Number(b.last ?? false));
  for (const violation of inOrder) await violation.before?.(sub);
  const headers = Object.assign(
    { 'content-type': 'application/json', 'x-platform-notifications-key': app.key },
    ...combined.map(({ headers }) => headers),
  );
  const body = Object.assign({ sessionAddress: sub, body: text }, ...combined.map(({ body }) => body));
  const response = await fetch(`${service.url}/api/v1/notifications/send`, {
    method: 'POST',
    headers,
    body: combined.find(({ raw }) => raw !== undefined)?.raw ?? JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

test('notifications send: a valid send gets 202 with an ntf_ id, status queued and what is left of the quota', async () => {
  const { status, body, headers } = await send();
  expect(headers.get('ratelimit')).toBe('"hour";r=0;t=3600, "day";r=2;t=86400');
  expect(headers.get('ratelimit-policy')).toBe('"hour";q=1;w=3600, "day";q=3;w=86400');
  expect(status).toBe(202);
  expect(body).toEqual({ notificationId: expect.stringMatching(/^ntf_[0-9A-HJKMNP-TV-Z]{26}$/), status: 'queued' });
});

describe('notifications send: order of checks', () => {
  test.each(violations)('notifications send: %s alone is refused', async (_, status, code, violation) => {
    const response = await send(violation);
    expect(response).toMatchObject({ status, body: { code } });
    if (status === 429) {
      const { retryAfterSeconds } = response.body.details;
      expect(retryAfterSeconds).toBeGreaterThan(0);
      expect(response.headers.get('retry-after')).toBe(String(retryAfterSeconds));
      expect(response.headers.get('ratelimit')).toBe(`"hour";r=0;t=${retryAfterSeconds}`);
      expect(response.headers.get('ratelimit-policy')).toBe('"hour";q=1;w=3600, "day";q=3;w=86400');
    } else expect(response.body.details?.retryAfterSeconds).toBeUndefined();
  });

  const pairs = violations.flatMap((first, index) =>
    violations
      .slice(index + 1)
      .filter(([, , , { of }]) => of === undefined || of !== first[3].of)
      .map((second) => [first[0], second[0], first, second] as const),
  );
  test.each(pairs)(
    'notifications send: of two violations the first in the order of checks determines the error: %s, then %s',
    async (_first, _second, [, status, code, first], [, , , second]) => {
      expect(await send(first, second)).toMatchObject({ status, body: { code } });
    },
  );
});

describe('limits of the fields', () => {
  const rawSend = async (body: string) => {
    const response = await fetch(`${service.url}/api/v1/notifications/send`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-platform-notifications-key': app.key },
      body,
    });
    return { status: response.status, body: await response.json() };
  };
  const test202 = { status: 202, body: { notificationId: expect.stringMatching(/^ntf_test_/) } };

  test.each([
    ['a body of 178 characters outside the Basic Multilingual Plane is accepted', { body: '😀'.repeat(178) }, test202],
    [
      'a body of 179 characters outside the Basic Multilingual Plane gets 413',
      { body: '😀'.repeat(179) },
      { status: 413, body: { code: 413, details: { field: 'body' } } },
    ],
    ['an empty body gets 400', { body: '' }, { status: 400, body: { code: 1001, details: { field: 'body' } } }],
    ['a startParam of 256 bytes in 128 characters is accepted', { startParam: 'ü'.repeat(128) }, test202],
    [
      'a startParam of 257 ASCII characters gets 413',
      { startParam: 'x'.repeat(257) },
      { status: 413, body: { code: 413 } },
    ],
    ['an empty startParam is accepted', { startParam: '' }, test202],
    ['a sessionAddress of 64 characters is accepted', { sessionAddress: 'a'.repeat(64) }, test202],
    [
      'a sessionAddress of 65 characters gets 400',
      { sessionAddress: 'a'.repeat(65) },
      { status: 400, body: { code: 1001 } },
    ],
    ['a lone surrogate gets 400', { body: 'a\ud800' }, { status: 400, body: { code: 1001 } }],
    ['a NUL gets 400', { body: 'a\u0000' }, { status: 400, body: { code: 1001 } }],
    [
      'a body that is too long and contains NUL gets 400',
      { body: 'a\u0000'.repeat(99) },
      { status: 400, body: { code: 1001 } },
    ],
    ['a null body gets 400', { body: null }, { status: 400, body: { code: 1001 } }],
  ])('notifications send: %s', async (_, member, expected) => {
    const json = JSON.stringify({
      sessionAddress: newAddress(),
      body: 'Test notification',
      test: 'delivered',
      ...member,
    });
    expect(await rawSend(json)).toMatchObject(expected);
  });

  test.each([
    ['truncated JSON', '{"body":'],
    ['an array', '[]'],
    ['no content', ''],
    ['an object with __proto__', '{"__proto__":{"a":1},"sessionAddress":"a","body":"b"}'],
  ])('notifications send: a request body of %s gets 400 with code 1001', async (_, body) => {
    expect(await rawSend(body)).toMatchObject({ status: 400, body: { code: 1001 } });
  });

  test('notifications send: a request of more than 64 KiB gets 413', async () => {
    expect(await rawSend(JSON.stringify({ body: 'x'.repeat(70_000) }))).toMatchObject({
      status: 413,
      body: { code: 413 },
    });
  });
});

describe('Idempotency-Key', () => {
  const post = async (key: string, json: string) => {
    const response = await fetch(`${service.url}/api/v1/notifications/send`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-platform-notifications-key': app.key,
        'idempotency-key': key,
      },
      body: json,
    });
    return { status: response.status, body: await response.json() };
  };

  test('notifications idempotency: the same payload in another JSON spelling replays the original id without a second push', async () => {
    const { sub } = await service.recipient(app.appId);
    const first = await post('replay', `{"sessionAddress":"${sub}","body":"caf\\u00e9"}`);
    const again = await post('replay', `{ "body": "café",\n "sessionAddress": "${sub}" }`);
    expect(first.status).toBe(202);
    expect(again).toEqual(first);
    const rows = await service.db
      .selectFrom('notifications.notifications')
      .select('id')
      .where('session_address', '=', sub)
      .execute();
    expect(rows).toHaveLength(1);
  });

  test('notifications idempotency: a replay spends no quota and does not name it', async () => {
    const { sub: sessionAddress } = await service.recipient(app.appId);
    const request = { headers: { 'Idempotency-Key': 'quota' }, body: { sessionAddress, body: text } };
    const [first, again] = [await app.sender.sendNotification(request), await app.sender.sendNotification(request)];
    expect([first.status, first.headers.get('ratelimit')]).toEqual([202, '"hour";r=0;t=3600, "day";r=2;t=86400']);
    expect([again.status, again.headers.get('ratelimit') ?? '']).toEqual([202, expect.not.stringContaining('day')]);
  });

  test('notifications idempotency: another payload gets 409 with code 1003, and keys of two apps are independent', async () => {
    const { sub } = await service.recipient(app.appId);
    const body = { sessionAddress: sub, body: 'Test notification', test: 'delivered' };
    expect((await post('conflict', JSON.stringify(body))).status).toBe(202);
    expect(await post('conflict', JSON.stringify({ ...body, body: 'Other' }))).toMatchObject({
      status: 409,
      body: { code: 1003 },
    });
    const other = await service.createApp();
    const response = await other.sender.sendNotification({ headers: { 'Idempotency-Key': 'conflict' }, body });
    expect(response.status).toBe(202);
  });

  const decideAs = async (sub: string, status: 'granted' | 'denied') => {
    const host = await service.person(sub);
    unwrap(await host.setConsent({ path: { appId: app.appId }, body: { status } }));
  };
  const consents = (sub: string) => service.db.deleteFrom('notifications.consents').where('session_address', '=', sub);

  test.each<[string, (sub: string) => Promise<unknown>]>([
    ['a consent that was denied since', async (sub) => decideAs(sub, 'denied')],
    ['a consent that was deleted since', (sub) => consents(sub).execute()],
    ['the duplicate body and the exhausted hourly rate of its own first send', async () => undefined],
    [
      'a rate that other sends have exhausted',
      async (sub) => {
        service.clock.advance(2 * hour);
        await sendTo(sub, 'another text');
      },
    ],
  ])('notifications idempotency: a replay returns the original response despite %s', async (what, meanwhile) => {
    const { sub } = await service.recipient(app.appId);
    const json = JSON.stringify({ sessionAddress: sub, body: 'Once' });
    const key = `replay: ${what}`.replaceAll(' ', '-');
    const first = await post(key, json);
    expect(first.status).toBe(202);
    await meanwhile(sub);
    expect(await post(key, json)).toEqual(first);
  });
  test('notifications idempotency: a refused send does not store the key', async () => {
    const { sub, host } = await service.recipient(app.appId);
    const decide = (status: 'granted' | 'denied') => host.setConsent({ path: { appId: app.appId }, body: { status } });
    await decide('denied');
    expect((await post('refused', JSON.stringify({ sessionAddress: sub, body: 'a' }))).status).toBe(403);
    await decide('granted');
    expect((await post('refused', JSON.stringify({ sessionAddress: sub, body: 'b' }))).status).toBe(202);
  });

  test('notifications idempotency: a key expires exactly 24 hours after its send', async () => {
    const first = JSON.stringify({ sessionAddress: newAddress(), body: 'a', test: 'delivered' });
    const second = JSON.stringify({ sessionAddress: newAddress(), body: 'b', test: 'delivered' });
    expect((await post('window', first)).status).toBe(202);
    service.clock.advance(24 * hour - 1);
    expect((await post('window', second)).status).toBe(409);
    service.clock.advance(1);
    expect((await post('window', second)).status).toBe(202);
  });

  test.each(['a b', 'ü', 'x'.repeat(256)])(
    'notifications idempotency: the malformed key %j gets 400 with code 1001',
    async (key) => {
      const response = await fetch(`${service.url}/api/v1/notifications/send`, {
        method: 'POST',
        headers: [
          ['content-type', 'application/json'],
          ['x-platform-notifications-key', app.key],
          ['idempotency-key', Buffer.from(key, 'utf8').toString('latin1')],
        ],
        body: JSON.stringify({ sessionAddress: 'a', body: 'b', test: 'delivered' }),
      });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: 1001 });
    },
  );
});

describe('consent', () => {
  test('notifications consent: an unknown person has status prompt, and a send to them gets 404 with code 1005', async () => {
    const sessionAddress = newAddress();
    expect(unwrap(await app.sender.getConsent({ query: { sessionAddress } }))).toEqual({
      sessionAddress,
      status: 'prompt',
    });
    expect(await app.sender.sendNotification({ body: { sessionAddress, body: 'a' } })).toMatchObject({
      status: 404,
      body: { code: 1005 },
    });
  });

  test('notifications consent: a request with any Authorization header gets 401, and a malformed address gets 400', async () => {
    const ask = (address: string, headers: Record<string, string>) =>
      fetch(`${service.url}/api/v1/notifications/consent?sessionAddress=${address}`, {
        headers: { 'x-platform-notifications-key': app.key, ...headers },
      });
    expect((await ask('a', { authorization: '' })).status).toBe(401);
    expect((await ask('a', {})).status).toBe(200);
    expect((await ask('a'.repeat(65), {})).status).toBe(400);
    expect((await ask('', {})).status).toBe(400);
  });
});

test('notifications send: failed sends consume no quota', async () => {
  const { sub } = await service.recipient(app.appId);
  const response = () => app.sender.sendNotification({ body: { sessionAddress: sub, body: 'x'.repeat(179) } });
  for (let attempt = 0; attempt < 5; attempt++) expect((await response()).status).toBe(413);
  await sendTo(sub, 'the first that counts');
  // Sends fail in checks before and after that of the quota; two of the three sends of the day remain.
  const decide = async (status: 'granted' | 'denied') =>
    unwrap(await (await service.person(sub)).setConsent({ path: { appId: app.appId }, body: { status } }));
  const failing = async (body: string) =>
    (await app.sender.sendNotification({ body: { sessionAddress: sub, body } })).status;
  for (const round of ['second', 'third']) {
    for (let attempt = 0; attempt < 3; attempt++) expect(await failing(`early ${round}`)).toBe(429);
    service.clock.advance(hour);
    for (let attempt = 0; attempt < 3; attempt++) expect(await failing('the first that counts')).toBe(400);
    await decide('denied');
    for (let attempt = 0; attempt < 3; attempt++) expect(await failing(`denied ${round}`)).toBe(403);
    await decide('granted');
    await sendTo(sub, `the ${round} that counts`);
  }
  service.clock.advance(hour);
  expect(await failing('the fourth of the day')).toBe(429);
});

test('notifications send: an unknown value of test means a real send', async () => {
  const { sub } = await service.recipient(app.appId);
  for (const value of ['', 'Delivered', 'error:', 'toString']) {
    service.clock.advance(9 * hour);
    const sent = await app.sender.sendNotification({
      body: { sessionAddress: sub, body: `text ${value}`, test: value },
    });
    expect(sent).toMatchObject({ status: 202, body: { notificationId: expect.stringMatching(/^ntf_(?!test_)/) } });
  }
});
