import { beforeAll, describe, expect, test } from 'vitest';
import { unwrap } from '../../typed-contract/client.ts';
import {
  newAddress,
  startNotificationsService,
  type TestApp,
} from '../../../contract-tests/fixtures/notifications/notifications-service.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';

const service = useStarted(startNotificationsService);
let app: TestApp;
beforeAll(async () => {
  app = await service.createApp();
});

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
  const headers = Object.assign({}, ...combined.map((violation) => violation.headers));
  const body = Object.assign({ sessionAddress: sub, body: text }, ...combined.map((violation) => violation.body));
  return app.postSend(combined.find(({ raw }) => raw !== undefined)?.raw ?? JSON.stringify(body), headers);
}

test('notifications send: a valid send gets 202 with an ntf_ id, status queued and what is left of the quota [E1, E6, E20]', async () => {
  const { status, body, headers } = await send();
  expect(headers.get('ratelimit')).toBe('"hour";r=0;t=3600, "day";r=2;t=86400');
  expect(headers.get('ratelimit-policy')).toBe('"hour";q=1;w=3600, "day";q=3;w=86400');
  expect(status).toBe(202);
  expect(body).toEqual({ notificationId: expect.stringMatching(/^ntf_[0-9A-HJKMNP-TV-Z]{26}$/), status: 'queued' });
});

describe('notifications send: order of checks', () => {
  test.each(violations)(
    'notifications send: %s alone is refused [E10, E22, E24, E25, E26, E28, E78, E79, E80, E81, E82, E83, E84, E85]',
    async (_, status, code, violation) => {
      const response = await send(violation);
      expect(response).toMatchObject({ status, body: { code } });
      if (status === 429) {
        const { retryAfterSeconds } = response.body.details;
        expect(retryAfterSeconds).toBeGreaterThan(0);
        expect(response.headers.get('retry-after')).toBe(String(retryAfterSeconds));
        expect(response.headers.get('ratelimit')).toBe(`"hour";r=0;t=${retryAfterSeconds}`);
        expect(response.headers.get('ratelimit-policy')).toBe('"hour";q=1;w=3600, "day";q=3;w=86400');
      } else expect(response.body.details?.retryAfterSeconds).toBeUndefined();
    },
  );

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

test('notifications send: failed sends consume no quota [E29]', async () => {
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

test('notifications send: an unknown value of test means a real send [E72]', async () => {
  const { sub } = await service.recipient(app.appId);
  for (const value of ['', 'Delivered', 'error:', 'error:novel', 'toString']) {
    service.clock.advance(9 * hour);
    const sent = await app.sender.sendNotification({
      body: { sessionAddress: sub, body: `text ${value}`, test: value },
    });
    expect(sent).toMatchObject({ status: 202, body: { notificationId: expect.stringMatching(/^ntf_(?!test_)/) } });
  }
});

const test202 = { status: 202, body: { notificationId: expect.stringMatching(/^ntf_test_/) } };

test.each([
  [
    'a body of 178 characters outside the Basic Multilingual Plane is accepted [E3, E88]',
    { body: '😀'.repeat(178) },
    test202,
  ],
  [
    'a body of 179 characters outside the Basic Multilingual Plane gets 413',
    { body: '😀'.repeat(179) },
    { status: 413, body: { code: 413, details: { field: 'body' } } },
  ],
  ['an empty body gets 400', { body: '' }, { status: 400, body: { code: 1001, details: { field: 'body' } } }],
  ['a startParam of 256 bytes in 128 characters is accepted [E4, E89]', { startParam: 'ü'.repeat(128) }, test202],
  [
    'a startParam of 257 ASCII characters gets 413',
    { startParam: 'x'.repeat(257) },
    { status: 413, body: { code: 413 } },
  ],
  ['an empty startParam is accepted', { startParam: '' }, test202],
  ['a sessionAddress of 64 characters is accepted [E87]', { sessionAddress: 'a'.repeat(64) }, test202],
  [
    'a sessionAddress of 65 characters gets 400 [E87]',
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
  ['a missing body gets 400 [E3]', { body: undefined }, { status: 400, body: { code: 1001 } }],
  ['a missing sessionAddress gets 400 [E2]', { sessionAddress: undefined }, { status: 400, body: { code: 1001 } }],
  ['an empty sessionAddress gets 400 [E2]', { sessionAddress: '' }, { status: 400, body: { code: 1001 } }],
  ['a test that is no text gets 400 [E5]', { test: 7 }, { status: 400, body: { code: 1001 } }],
])('notifications send: %s', async (_, member, expected) => {
  const json = JSON.stringify({
    sessionAddress: newAddress(),
    body: 'Test notification',
    test: 'delivered',
    ...member,
  });
  expect(await app.postSend(json)).toMatchObject(expected);
});

test.each([
  ['truncated JSON', '{"body":'],
  ['an array', '[]'],
  ['no content', ''],
  ['an object with __proto__', '{"__proto__":{"a":1},"sessionAddress":"a","body":"b"}'],
])('notifications send: a request body of %s gets 400 with code 1001', async (_, body) => {
  expect(await app.postSend(body)).toMatchObject({ status: 400, body: { code: 1001 } });
});

test('notifications send: a request of more than 64 KiB gets 413', async () => {
  expect(await app.postSend(JSON.stringify({ body: 'x'.repeat(70_000) }))).toMatchObject({
    status: 413,
    body: { code: 413 },
  });
});
