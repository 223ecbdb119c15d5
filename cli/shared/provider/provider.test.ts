import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resolveProviderAddress, resolveSsoBaseUrl } from './provider.ts';

const programDir = mkdtempSync(join(tmpdir(), 'agent-id-program-'));
beforeAll(() => writeFileSync(join(programDir, 'default-provider.txt'), '\n from-file \n'));
afterAll(() => rmSync(programDir, { recursive: true, force: true }));

test.each([
  ['the flag comes first', 'from-flag', { PLATFORM_PROVIDER_ADDRESS: 'from-env' }, 'from-flag'],
  ['the environment comes second', undefined, { PLATFORM_PROVIDER_ADDRESS: ' from-env ' }, 'from-env'],
  ['the file comes third', undefined, {}, 'from-file'],
  ['an empty flag and an empty variable are ignored', '', { PLATFORM_PROVIDER_ADDRESS: ' ' }, 'from-file'],
])('provider address: %s', (_case, flag, env, address) => {
  expect(resolveProviderAddress(flag, { env, programDir })).toBe(address);
});

test('provider address: a missing address fails with no_provider_address', () => {
  expect(() => resolveProviderAddress(undefined, { env: {}, programDir: '/nonexistent' })).toThrow(
    /^No provider address/,
  );
});

test.each([
  ['the flag comes first', 'https://a.example', { SSO_BASE_URL: 'https://b.example' }, 'https://a.example'],
  ['the environment comes second', undefined, { SSO_BASE_URL: 'https://b.example/' }, 'https://b.example'],
  ['the local default comes last', undefined, {}, 'http://localhost:4001'],
  ['a path is kept, query and fragment are removed', 'https://a.example/sso/?x#y', {}, 'https://a.example/sso'],
  ['http is accepted on 127.0.0.1', 'http://127.0.0.1:1', {}, 'http://127.0.0.1:1'],
  ['http is accepted on [::1]', 'http://[::1]:1', {}, 'http://[::1]:1'],
])('provider base URL: %s', (_case, flag, env, url) => {
  expect(resolveSsoBaseUrl(flag, env)).toBe(url);
});

test.each([
  'http://a.example',
  'http://localhost.example',
  'http://127.0.0.1.example',
  'ftp://a.example',
  'a.example',
  'https://user:word@a.example',
])('provider base URL: %s is refused', (url) => {
  expect(() => resolveSsoBaseUrl(url, {})).toThrow(/must be https, or http on a loopback host/);
});
