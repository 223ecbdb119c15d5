import { expect, test } from 'vitest';
import { isAllowedOrigin, isRegisteredRedirect, originViolation } from './addresses.ts';

test.each([
  ['the same text', 'https://app.test/cb', 'https://app.test/cb', true],
  ['another path', 'https://app.test/cb', 'https://app.test/cb/', false],
  ['another query', 'https://app.test/cb?a=1', 'https://app.test/cb?a=2', false],
  ['a port on a host that is not loopback', 'https://app.test/cb', 'https://app.test:8443/cb', false],
  ['case of the host', 'https://app.test/cb', 'https://APP.test/cb', false],
  ['RFC 8252 §7.3: any port on 127.0.0.1', 'http://127.0.0.1/cb', 'http://127.0.0.1:53117/cb', true],
  ['RFC 8252 §7.3: any port on [::1]', 'http://[::1]:1/cb', 'http://[::1]:53117/cb', true],
  ['any port on localhost', 'http://localhost/cb', 'http://localhost:3000/cb', true],
  ['a loopback port instead of none', 'http://localhost:3000/cb', 'http://localhost/cb', true],
  ['another loopback host', 'http://localhost/cb', 'http://127.0.0.1/cb', false],
  ['another loopback path', 'http://localhost/cb', 'http://localhost:3000/', false],
  ['https on loopback keeps its port', 'https://localhost/cb', 'https://localhost:3000/cb', false],
  ['user information that looks like loopback', 'http://127.0.0.1/cb', 'http://127.0.0.1:80@evil.test/cb', false],
  ['a longer host that starts like loopback', 'http://localhost/cb', 'http://localhost.evil.test/cb', false],
  ['a port that is none', 'http://localhost/cb', 'http://localhost:65536/cb', false],
  ['a port with a leading zero', 'http://localhost/cb', 'http://localhost:0080/cb', false],
  ['a path behind a line break', 'http://localhost/cb', 'http://localhost:80/\ncb', false],
])('RFC 8252 §7.3: redirect_uri matching: %s', (_name, registered, requested, expected) => {
  expect(isRegisteredRedirect(['https://first.test/', registered], requested)).toBe(expected);
});

test.each([
  ['http://localhost', 'http://localhost', true],
  ['http://localhost', 'http://localhost:5173', true],
  ['http://[::1]', 'http://[::1]:5173', true],
  ['http://localhost', 'https://localhost:5173', false],
  ['http://localhost:5173', 'http://localhost:5174', false],
  ['https://app.test', 'https://app.test', true],
  ['https://app.test', 'https://app.test:8443', false],
  ['https://app.test', 'https://sub.app.test', false],
  ['https://app.test', 'null', false],
])('sso: allowed origins %s with Origin %s: %s', (allowed, origin, expected) => {
  expect(isAllowedOrigin([allowed], origin)).toBe(expected);
});

test.each([
  ['https://app.test', undefined],
  ['http://localhost', undefined],
  ['http://[::1]:5173', undefined],
  ['https://[2001:db8::1]', undefined],
  ['https://app.test:443', 'https://app.test'],
  ['http://app.test:80', 'http://app.test'],
  ['https://app.test:08443', 'https://app.test:8443'],
  ['http://127.1', 'http://127.0.0.1'],
  ['https://[2001:db8:0:0::1]', 'https://[2001:db8::1]'],
  ['http://[70]', 'is not a URL'],
  ['https://app.test:65536', 'is not a URL'],
])('sso: registering origin %s: %s', (origin, violation) => {
  const expected = violation === undefined ? undefined : expect.stringMatching(/^allowedOrigins\.1 /);
  expect(originViolation(['https://good.test', origin])).toEqual(expected);
  expect(originViolation([origin]) ?? '').toContain(violation ?? '');
});
