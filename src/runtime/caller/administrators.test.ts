import { expect, test } from 'vitest';
import { createAdministratorDirectory, createAdministratorScheme } from './administrators.ts';
import { UnavailableError } from '../../protocol/unavailable-error.ts';

const supportDesk = { id: null, name: 'Support desk', scopes: ['payments'] };
const scheme = createAdministratorScheme({
  directory: { identify: async (key) => (key === 'right' ? supportDesk : undefined) },
  keyRefused: () => new Error('refused'),
  scopeMissing: ({ name }, scope) => new Error(`${name} lacks ${scope}`),
});
const authenticate = (rawHeaders: readonly string[], scopes: readonly string[] = []) =>
  scheme.authenticate(
    {
      id: 'req-1',
      method: 'GET',
      host: 'localhost',
      url: 'http://service.test/',
      rawHeaders,
      cookies: {},
      rawBody: new Uint8Array(),
      ip: '127.0.0.1',
      origin: undefined,
      userAgent: undefined,
    },
    scopes,
  );

test('administrators: a service accepts a key that the provider confirms, with the scope of the operation', async () => {
  expect(await authenticate(['Authorization', 'Bearer right'], ['payments'])).toEqual({ administrator: supportDesk });
});

test('administrators: an administrator without the scope of the operation is rejected', async () => {
  await expect(authenticate(['Authorization', 'Bearer right'], ['payments', 'forum'])).rejects.toThrow(
    'Support desk lacks forum',
  );
});

test.each([
  ['a wrong key', ['Authorization', 'Bearer wrong']],
  ['two keys', ['Authorization', 'Bearer right', 'Authorization', 'Bearer right']],
])('administrators: %s is rejected', async (_what, headers) => {
  await expect(authenticate(headers)).rejects.toThrow('refused');
});

test.each([
  ['no key', []],
  ['a proof of possession', ['Authorization', 'DPoP right']],
])('administrators: %s does not use the scheme', async (_what, headers) => {
  expect(await authenticate(headers)).toBeUndefined();
});

const key = `adm_${'k'.repeat(43)}`;
const administrator = { id: '0193a6c0-7b1e-7c3a-9d55-0a1b2c3d4e5f', name: 'Moderator', scopes: ['forum'] };

/** A directory whose provider gives the responses in turn, the last one again and again. */
function directory(...responses: readonly (() => Response | Promise<Response>)[]) {
  const requests: Request[] = [];
  let time = 0;
  const { identify } = createAdministratorDirectory({
    issuer: 'http://provider.test',
    fetch: async (input, init) => {
      requests.push(new Request(input, init));
      const next = responses[Math.min(requests.length, responses.length) - 1];
      if (!next) throw new Error('no response');
      return next();
    },
    monotonicNow: () => time,
  });
  return {
    identify,
    requests,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
  };
}

const accepted = () => Response.json({ ...administrator, expiresAt: null });
const refused = () => Response.json({ error: 'invalid_token' }, { status: 401 });

test('administrators: a service requests the name and scopes of a key from the provider', async () => {
  const { identify, requests } = directory(accepted);
  expect(await identify(key)).toEqual(administrator);
  expect([requests[0]?.url, requests[0]?.headers.get('authorization')]).toEqual([
    'http://provider.test/api/v1/administrators/current',
    `Bearer ${key}`,
  ]);
});

test('administrators: a response is used for 5 seconds, so that a revoked key is rejected after them', async () => {
  const { identify, requests, pass } = directory(accepted, refused);
  await identify(key);
  pass(4_999);
  expect(await identify(key)).toEqual(administrator);
  expect(requests).toHaveLength(1);
  pass(1);
  expect(await identify(key)).toBeUndefined();
  expect(requests).toHaveLength(2);
});

test('administrators: a rejected key is not sent to the provider again within 5 seconds', async () => {
  const { identify, requests } = directory(refused);
  expect([await identify(key), await identify(key)]).toEqual([undefined, undefined]);
  expect(requests).toHaveLength(1);
});

test('administrators: the cached response for one key is not used for another key', async () => {
  const { identify } = directory(accepted, refused);
  expect(await identify(key)).toEqual(administrator);
  expect(await identify(key.toUpperCase())).toBeUndefined();
});

test('administrators: concurrent calls with one key send one request', async () => {
  const { identify, requests } = directory(accepted);
  await Promise.all([identify(key), identify(key), identify(key)]);
  expect(requests).toHaveLength(1);
});

test('administrators: a key is rejected when the provider responds 429', async () => {
  const { identify } = directory(() => Response.json({}, { status: 429 }));
  expect(await identify(key)).toBeUndefined();
});

test.each([
  ['500', () => Response.json({}, { status: 500 })],
  ['a page', () => new Response('<html>')],
  ['another object', () => Response.json({ id: 1, name: 'X', scopes: 'all' })],
  ['a lost connection', () => Promise.reject(new TypeError('fetch failed'))],
])('administrators: %s is unavailable, never accepted, and asked for again', async (_, response) => {
  const { identify, requests } = directory(response, accepted);
  await expect(identify(key)).rejects.toThrow(UnavailableError);
  expect(await identify(key)).toEqual(administrator);
  expect(requests).toHaveLength(2);
});

test.each(['', 'short', `${key}\n`, `${key} ${key}`, 'k'.repeat(513)])(
  'administrators: %j cannot be a key and is not sent to the provider',
  async (text) => {
    const { identify, requests } = directory(accepted);
    expect(await identify(text)).toBeUndefined();
    expect(requests).toEqual([]);
  },
);
