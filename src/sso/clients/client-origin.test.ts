import { expect, test } from 'vitest';
import { isAllowedOrigin, originViolation } from './addresses.ts';

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
