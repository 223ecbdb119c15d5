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

interface Faulty {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** What is sent in place of JSON. */
  readonly raw?: string;
  /** What has to be so beforehand, for the person of the send. */
  readonly before?: (sub: string) => Promise<void>;
  /** It has to come last: what others do beforehand would not be possible any more. */
  readonly last?: true;
  /** A request has one of each; two faults of the same do not combine. */
  readonly of?: 'Idempotency-Key' | 'consent';
}

const text = 'Your flat white is ready.';
const hour = 3_600_000;

const sendTo = async (sub: string, body: string) =>
  unwrap(await app.sender.sendNotification({ body: { sessionAddress: sub, body } }));

/** Every fault by itself, in the order of the checks. Those of a body touch different members, so that they combine. */
const faults: readonly (readonly [name: string, status: number, code: number, fault: Faulty])[] = [
  ['an Authorization header', 401, 401, { headers: { authorization: 'Bearer anything' } }],
  ['an unknown key', 401, 401, { headers: { 'x-platform-notifications-key': `ank_${'0'.repeat(26)}` } }],
  ['another content type', 415, 415, { headers: { 'content-type': 'text/plain' } }],
  ['JSON that is cut off', 400, 1001, { raw: '{"sessionAddress":' }],
  ['an unknown member', 400, 1001, { body: { title: 'Mine' } }],
  ['a member of another type', 400, 1001, { body: { sessionAddress: 7 } }],
  ['a body over 178 characters', 413, 413, { body: { body: 'x'.repeat(179) } }],
  [
    'an Idempotency-Key that is none',
    400,
    1001,
    { headers: { 'idempotency-key': 'two words' }, of: 'Idempotency-Key' },
  ],
  ['a startParam over 256 bytes', 413, 413, { body: { startParam: 'ü'.repeat(129) } }],
  [
    'an Idempotency-Key used with another payload',
    409,
    1003,
    {
      headers: { 'idempotency-key': 'pair-of-faults' },
      of: 'Idempotency-Key',
      before: async (sub) => {
        const answer = await app.sender.sendNotification({
          headers: { 'Idempotency-Key': 'pair-of-faults' },
          body: { sessionAddress: sub, body: 'the first payload', test: 'delivered' },
        });
        expect([202, 409]).toContain(answer.status);
      },
    },
  ],
  ['a test scenario that refuses', 429, 429, { body: { test: 'error:rate_limited' } }],
  [
    'consent that was never asked for',
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
    'consent that was denied',
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
    'a body sent before within 24 hours',
    400,
    1002,
    {
      before: async (sub) => {
        await sendTo(sub, text);
        service.clock.advance(hour);
      },
    },
  ],
  ['a send within the hour', 429, 429, { before: async (sub) => void (await sendTo(sub, 'another text')) }],
];

/** Sends with faults to a person of its own, who allows pushes until a fault says otherwise. */
async function send(...combined: readonly Faulty[]) {
  const { sub } = await service.recipient(app.appId);
  const inTurn = combined.toSorted((a, b) => Number(a.last ?? false) - Number(b.last ?? false));
  for (const fault of inTurn) await fault.before?.(sub);
  const headers = Object.assign(
    { 'content-type': 'application/json', 'x-platform-notifications-key': app.key },
    ...combined.map(({ headers }) => headers),
  );
  const body = Object.assign({ sessionAddress: sub, body: text }, ...combined.map(({ body }) => body));
  const answer = await fetch(`${service.url}/api/v1/notifications/send`, {
    method: 'POST',
    headers,
    body: combined.find(({ raw }) => raw !== undefined)?.raw ?? JSON.stringify(body),
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

test('a send without fault answers 202 with an ntf_ id and queued', async () => {
  const { status, body } = await send();
  expect(status).toBe(202);
  expect(body).toEqual({ notificationId: expect.stringMatching(/^ntf_[0-9A-HJKMNP-TV-Z]{26}$/), status: 'queued' });
});

describe('order of checks: of two faults at once, the earlier answers', () => {
  test.each(faults)('%s by itself', async (_, status, code, fault) => {
    const answer = await send(fault);
    expect(answer).toMatchObject({ status, body: { code } });
    if (status === 429) {
      const { retryAfterSeconds } = answer.body.details;
      expect(retryAfterSeconds).toBeGreaterThan(0);
      expect(answer.headers.get('retry-after')).toBe(String(retryAfterSeconds));
    } else expect(answer.body.details?.retryAfterSeconds).toBeUndefined();
  });

  const pairs = faults.flatMap((first, index) =>
    faults
      .slice(index + 1)
      .filter(([, , , { of }]) => of === undefined || of !== first[3].of)
      .map((second) => [first[0], second[0], first, second] as const),
  );
  test.each(pairs)('%s, and %s', async (_first, _second, [, status, code, first], [, , , second]) => {
    expect(await send(first, second)).toMatchObject({ status, body: { code } });
  });
});

describe('limits of the fields', () => {
  const rawSend = async (body: string) => {
    const answer = await fetch(`${service.url}/api/v1/notifications/send`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-platform-notifications-key': app.key },
      body,
    });
    return { status: answer.status, body: await answer.json() };
  };
  const test202 = { status: 202, body: { notificationId: expect.stringMatching(/^ntf_test_/) } };

  test.each([
    ['178 characters outside the basic plane', { body: '😀'.repeat(178) }, test202],
    ['179 of them', { body: '😀'.repeat(179) }, { status: 413, body: { code: 413, details: { field: 'body' } } }],
    ['an empty body', { body: '' }, { status: 400, body: { code: 1001, details: { field: 'body' } } }],
    ['a startParam of 256 bytes in 128 characters', { startParam: 'ü'.repeat(128) }, test202],
    ['a startParam of 257 ASCII characters', { startParam: 'x'.repeat(257) }, { status: 413, body: { code: 413 } }],
    ['an empty startParam', { startParam: '' }, test202],
    ['a sessionAddress of 64 characters', { sessionAddress: 'a'.repeat(64) }, test202],
    ['a sessionAddress of 65 characters', { sessionAddress: 'a'.repeat(65) }, { status: 400, body: { code: 1001 } }],
    ['half of a surrogate pair', { body: 'a\ud800' }, { status: 400, body: { code: 1001 } }],
    ['a NUL', { body: 'a\u0000' }, { status: 400, body: { code: 1001 } }],
    ['a body that is too long and wrong', { body: 'a\u0000'.repeat(99) }, { status: 400, body: { code: 1001 } }],
    ['a null body', { body: null }, { status: 400, body: { code: 1001 } }],
  ])('%s', async (_, member, expected) => {
    const json = JSON.stringify({ sessionAddress: newAddress(), body: 'Rehearsal', test: 'delivered', ...member });
    expect(await rawSend(json)).toMatchObject(expected);
  });

  test.each([
    ['JSON that is cut off', '{"body":'],
    ['an array', '[]'],
    ['nothing', ''],
    ['a prototype', '{"__proto__":{"a":1},"sessionAddress":"a","body":"b"}'],
  ])('%s is 400 1001', async (_, body) => {
    expect(await rawSend(body)).toMatchObject({ status: 400, body: { code: 1001 } });
  });

  test('a request of more than 64 KiB is 413', async () => {
    expect(await rawSend(JSON.stringify({ body: 'x'.repeat(70_000) }))).toMatchObject({
      status: 413,
      body: { code: 413 },
    });
  });
});

describe('Idempotency-Key', () => {
  const post = async (key: string, json: string) => {
    const answer = await fetch(`${service.url}/api/v1/notifications/send`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-platform-notifications-key': app.key,
        'idempotency-key': key,
      },
      body: json,
    });
    return { status: answer.status, body: await answer.json() };
  };

  test('the same payload replays the original id, spelled differently too, with no second push', async () => {
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

  test('another payload under the same key is 409 1003; the same key of another app is another key', async () => {
    const { sub } = await service.recipient(app.appId);
    const body = { sessionAddress: sub, body: 'Rehearsal', test: 'delivered' };
    expect((await post('conflict', JSON.stringify(body))).status).toBe(202);
    expect(await post('conflict', JSON.stringify({ ...body, body: 'Other' }))).toMatchObject({
      status: 409,
      body: { code: 1003 },
    });
    const other = await service.createApp();
    const answer = await other.sender.sendNotification({ headers: { 'Idempotency-Key': 'conflict' }, body });
    expect(answer.status).toBe(202);
  });

  const decideAs = async (sub: string, status: 'granted' | 'denied') => {
    const host = await service.person(sub);
    unwrap(await host.setConsent({ path: { appId: app.appId }, body: { status } }));
  };
  const consents = (sub: string) => service.db.deleteFrom('notifications.consents').where('session_address', '=', sub);

  test.each<[string, (sub: string) => Promise<unknown>]>([
    ['consent that was denied meanwhile', async (sub) => decideAs(sub, 'denied')],
    ['consent that is recorded no more', (sub) => consents(sub).execute()],
    ['the duplicate and the rate of its own first send', async () => undefined],
    [
      'a rate that others have used up',
      async (sub) => {
        service.clock.advance(2 * hour);
        await sendTo(sub, 'another text');
      },
    ],
  ])('a replay is answered before %s is asked for', async (what, meanwhile) => {
    const { sub } = await service.recipient(app.appId);
    const json = JSON.stringify({ sessionAddress: sub, body: 'Once' });
    const key = `replay: ${what}`.replaceAll(' ', '-');
    const first = await post(key, json);
    expect(first.status).toBe(202);
    await meanwhile(sub);
    expect(await post(key, json)).toEqual(first);
  });
  test('a refused send remembers no key', async () => {
    const { sub, host } = await service.recipient(app.appId);
    const decide = (status: 'granted' | 'denied') => host.setConsent({ path: { appId: app.appId }, body: { status } });
    await decide('denied');
    expect((await post('refused', JSON.stringify({ sessionAddress: sub, body: 'a' }))).status).toBe(403);
    await decide('granted');
    expect((await post('refused', JSON.stringify({ sessionAddress: sub, body: 'b' }))).status).toBe(202);
  });

  test('a key is forgotten after 24 hours, and not a time before', async () => {
    const first = JSON.stringify({ sessionAddress: newAddress(), body: 'a', test: 'delivered' });
    const second = JSON.stringify({ sessionAddress: newAddress(), body: 'b', test: 'delivered' });
    expect((await post('window', first)).status).toBe(202);
    service.clock.advance(24 * hour - 1);
    expect((await post('window', second)).status).toBe(409);
    service.clock.advance(1);
    expect((await post('window', second)).status).toBe(202);
  });

  test.each(['a b', 'ü', 'x'.repeat(256)])('the key %j is not valid: 400 1001', async (key) => {
    const answer = await fetch(`${service.url}/api/v1/notifications/send`, {
      method: 'POST',
      headers: [
        ['content-type', 'application/json'],
        ['x-platform-notifications-key', app.key],
        ['idempotency-key', Buffer.from(key, 'utf8').toString('latin1')],
      ],
      body: JSON.stringify({ sessionAddress: 'a', body: 'b', test: 'delivered' }),
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 1001 });
  });
});

describe('consent', () => {
  test('an unknown person is prompt, never 404, and a send to them is 404 1005', async () => {
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

  test('any Authorization header is refused, an empty one too; a bad address is 400 1001', async () => {
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

test('failed sends use up no quota', async () => {
  const { sub } = await service.recipient(app.appId);
  const answer = () => app.sender.sendNotification({ body: { sessionAddress: sub, body: 'x'.repeat(179) } });
  for (let attempt = 0; attempt < 5; attempt++) expect((await answer()).status).toBe(413);
  await sendTo(sub, 'the first that counts');
});

test('any other value of test is a normal, real send', async () => {
  const { sub } = await service.recipient(app.appId);
  for (const value of ['', 'Delivered', 'error:', 'toString']) {
    service.clock.advance(9 * hour);
    const sent = await app.sender.sendNotification({
      body: { sessionAddress: sub, body: `text ${value}`, test: value },
    });
    expect(sent).toMatchObject({ status: 202, body: { notificationId: expect.stringMatching(/^ntf_(?!test_)/) } });
  }
});
