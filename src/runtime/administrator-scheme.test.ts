import { expect, test } from 'vitest';
import { createAdministratorScheme } from './administrator-scheme.ts';

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
