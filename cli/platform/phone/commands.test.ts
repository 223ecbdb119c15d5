import { expect, test, afterEach, beforeEach } from 'vitest';
import { parseDeepLink, parseDeviceLink } from './deep-link.ts';
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { phoneCommand } from '../commands/sign-in.ts';
import { openDeviceKey } from './commands.ts';

const secret = 'NZxpUZwFMwXjEKbYCFRKxnqT2ggQ6UF-zRhJvaoWgbM';

test.each([
  [`http://localhost:4001/approve/${secret}`, 'http://localhost:4001'],
  [`https://sign-in.test/prefix/approve/${secret}`, 'https://sign-in.test/prefix'],
  [`  http://[::1]:4001/approve/${secret}\n`, 'http://[::1]:4001'],
  [`http://localhost:4001/approve/${secret}?ui_locales=de+en`, 'http://localhost:4001'],
])('phone: the deep link %s names its provider', (link, baseUrl) => {
  expect(parseDeepLink(link)).toEqual({ baseUrl, requestId: secret });
});

test.each([
  '',
  secret,
  `ftp://localhost/approve/${secret}`,
  `http://localhost:4001/approve/${secret}x`,
  `http://localhost:4001/approve/${secret}?next=1`,
  `http://localhost:4001/deny/${secret}`,
  `http://local host/approve/${secret}`,
  `http://:99999/approve/${secret}`,
])('phone: %j is not a deep link', (text) => {
  expect(() => parseDeepLink(text)).toThrow(/not a deep link/);
});

test('phone: a link of an account names its provider and its secret', () => {
  expect(parseDeviceLink(`https://sign-in.test/link/${secret}\n`)).toEqual({
    baseUrl: 'https://sign-in.test',
    link: secret,
  });
});

test.each(['', secret, `http://localhost:4001/approve/${secret}`, `http://localhost:4001/link/${secret}x`])(
  'phone: %j is not a link of an account',
  (text) => {
    expect(() => parseDeviceLink(text)).toThrow(/not a link of your account/);
  },
);

let directory: string;
beforeEach(async () => {
  directory = join(await mkdtemp(join(tmpdir(), 'phone-')), 'phone');
});
afterEach(() => rm(join(directory, '..'), { recursive: true }));

test('phone: the key is created once, in a file that only the user can read', async () => {
  const first = await openDeviceKey(directory);
  const again = await openDeviceKey(directory);
  expect(again.jkt).toBe(first.jkt);
  expect((await stat(join(directory, 'device-key.json'))).mode & 0o777).toBe(0o600);
  expect((await stat(directory)).mode & 0o777).toBe(0o700);
});

test('phone: concurrent first commands use one key', async () => {
  const keys = await Promise.all([1, 2, 3, 4, 5].map(() => openDeviceKey(directory)));
  expect(new Set(keys.map(({ jkt }) => jkt)).size).toBe(1);
});

test('phone: a key file that others can read is rejected', async () => {
  await openDeviceKey(directory);
  await chmod(join(directory, 'device-key.json'), 0o644);
  await expect(openDeviceKey(directory)).rejects.toThrow(/can be read by others/);
});

test('phone: the error names a broken key file, and the file is not replaced', async () => {
  await openDeviceKey(directory);
  await writeFile(join(directory, 'device-key.json'), '{}');
  await expect(openDeviceKey(directory)).rejects.toThrow(/device-key\.json contains no private key/);
});

/** Runs `platform phone` with a provider that nothing reaches. */
async function platformPhone(...args: readonly string[]): Promise<void> {
  const nothing = () => undefined;
  const env = { PHONE_DIR: directory, SSO_BASE_URL: 'http://127.0.0.1:1' };
  const command = phoneCommand({ env, line: nothing, note: nothing, result: nothing, json: nothing, text: nothing });
  await command
    .exitOverride()
    .configureOutput({ writeErr: nothing })
    .parseAsync([...args], { from: 'user' });
}

test.each(['approve', 'reject', 'revoke'])('platform phone %s: the target may begin with a dash', async (action) => {
  await expect(platformPhone(action, `-${secret.slice(1)}`, '--json')).rejects.toThrow('fetch failed');
});

test.each([
  ['enroll', '--frob'],
  ['inbox', '--frob'],
  ['revoke', '--frob'],
  ['approve', secret, '--frob', '1'],
])('platform phone: %s %s is wrong usage', async (...args) => {
  await expect(platformPhone(...args)).rejects.toThrow(/Usage: phone|not a deep link|too many arguments/);
});

test('platform phone approve: --limit reaches the phone', async () => {
  await expect(platformPhone('approve', secret, '--limit', '2000000')).rejects.toThrow('fetch failed');
  await expect(platformPhone('approve', secret, '--limit', 'much')).rejects.toThrow('--limit accepts a whole number');
});
