import { expect, test } from 'vitest';
import { isAllowedOrigin } from './client-origin.ts';

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
])('an application that allows %s, asked from %s: %s', (allowed, origin, expected) => {
  expect(isAllowedOrigin([allowed], origin)).toBe(expected);
});
