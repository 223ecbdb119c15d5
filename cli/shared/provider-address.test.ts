import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resolveProviderAddress, resolveSsoBaseUrl } from './provider-address.ts';

const programDir = mkdtempSync(join(tmpdir(), 'agent-id-program-'));
beforeAll(() => writeFileSync(join(programDir, 'default-provider.txt'), '\n from-file \n'));
afterAll(() => rmSync(programDir, { recursive: true, force: true }));

test.each([
  ['the flag first', 'from-flag', { PLATFORM_PROVIDER_ADDRESS: 'from-env' }, 'from-flag'],
  ['then the environment', undefined, { PLATFORM_PROVIDER_ADDRESS: ' from-env ' }, 'from-env'],
  ['then the file', undefined, {}, 'from-file'],
  ['an empty flag and variable as none', '', { PLATFORM_PROVIDER_ADDRESS: ' ' }, 'from-file'],
])('provider address: %s', (_case, flag, env, address) => {
  expect(resolveProviderAddress(flag, { env, programDir })).toBe(address);
});

test('provider address: none at all is told', () => {
  expect(() => resolveProviderAddress(undefined, { env: {}, programDir: '/nonexistent' })).toThrow(
    /^No provider address/,
  );
});

test.each([
  ['the flag first', 'https://a.example', { SSO_BASE_URL: 'https://b.example' }, 'https://a.example'],
  ['then the environment', undefined, { SSO_BASE_URL: 'https://b.example/' }, 'https://b.example'],
  ['then the local default', undefined, {}, 'http://localhost:4001'],
  ['with a path, without query and fragment', 'https://a.example/sso/?x#y', {}, 'https://a.example/sso'],
  ['http on 127.0.0.1', 'http://127.0.0.1:1', {}, 'http://127.0.0.1:1'],
  ['http on [::1]', 'http://[::1]:1', {}, 'http://[::1]:1'],
])("provider's base URL: %s", (_case, flag, env, url) => {
  expect(resolveSsoBaseUrl(flag, env)).toBe(url);
});

test.each([
  'http://a.example',
  'http://localhost.example',
  'http://127.0.0.1.example',
  'ftp://a.example',
  'a.example',
  'https://user:word@a.example',
])("provider's base URL: %s is refused", (url) => {
  expect(() => resolveSsoBaseUrl(url, {})).toThrow(/must be https, or http on a loopback host/);
});
