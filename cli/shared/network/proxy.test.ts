import { expect, test } from 'vitest';
import { hasNetworkSettings, proxyFor } from './proxy.ts';

const proxy = (url: string, env: Record<string, string>) => proxyFor(new URL(url), env)?.href;

test.each([
  ['https://a.test', { HTTPS_PROXY: 'http://p:1' }, 'http://p:1/'],
  ['https://a.test', { https_proxy: 'http://low:1', HTTPS_PROXY: 'http://up:1' }, 'http://low:1/'],
  ['http://a.test', { HTTPS_PROXY: 'http://p:1' }, undefined],
  ['http://a.test', { HTTP_PROXY: 'p:1' }, 'http://p:1/'],
  ['https://a.test', { HTTPS_PROXY: 'https://p:1' }, 'https://p:1/'],
  ['https://a.test', {}, undefined],
  ['http://localhost:4001', { HTTP_PROXY: 'http://p:1' }, undefined],
  ['http://[::1]:4001', { HTTP_PROXY: 'http://p:1' }, undefined],
])('proxy settings: %s with %j uses the proxy %s', (url, env, expected) => {
  expect(proxy(url, env)).toBe(expected);
});

test.each([
  ['*', 'https://a.test', true],
  ['a.test', 'https://a.test', true],
  ['a.test', 'https://b.a.test', true],
  ['.a.test', 'https://b.a.test', true],
  ['*.a.test', 'https://b.a.test', true],
  ['A.TEST', 'https://a.test', true],
  ['b.test, a.test', 'https://a.test', true],
  ['a.test:443', 'https://a.test', true],
  ['a.test:8443', 'https://a.test', false],
  ['a.test:8443', 'https://a.test:8443', true],
  ['test-a.test', 'https://a.test', false],
  ['a.test', 'https://not-a.test', false],
  ['10.0.0.1', 'https://10.0.0.1', true],
  ['fd00::1', 'https://[fd00::1]', true],
  ['', 'https://a.test', false],
])('proxy settings: NO_PROXY %j excludes %s: %s', (list, url, excluded) => {
  expect(proxy(url, { HTTPS_PROXY: 'http://p:1', NO_PROXY: list }) === undefined).toBe(excluded);
});

test('proxy settings: an invalid proxy is named by its variable, without its value', () => {
  const env = { HTTPS_PROXY: 'socks5://user:hunter2@p:1' };
  expect(() => proxy('https://a.test', env)).toThrow('HTTPS_PROXY is not an http or https URL');
  expect(() => proxy('https://a.test', env)).not.toThrow('hunter2');
});

test('proxy settings: only proxy and certificate variables replace the built-in fetch', () => {
  expect(hasNetworkSettings({ NO_PROXY: 'a', NODE_EXTRA_CA_CERTS: 'b' })).toBe(false);
  expect(hasNetworkSettings({ https_proxy: 'p:1' })).toBe(true);
  expect(hasNetworkSettings({ SSL_CERT_FILE: '/x' })).toBe(true);
});
