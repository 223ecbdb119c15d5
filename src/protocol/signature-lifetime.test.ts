import { expect, test } from 'vitest';
import { signatureLifetime } from './signature-lifetime.ts';

const now = 1_767_225_600;
const lifetime = (created: unknown, expires: unknown) =>
  signatureLifetime({ parameters: new Map(Object.entries({ created, expires })) }, now, 30);

test.each([
  ['that was created now', now, now + 60],
  ['that expires in one second', now - 59, now + 1],
  ['of one second', now, now + 1],
  ['created 30 seconds ahead', now + 30, now + 31],
])('RFC 9421 §2.3: a signature %s is accepted', (_title, created, expires) => {
  expect(lifetime(created, expires)).toEqual({ created, expires });
});

test.each([
  ['without created', undefined, now + 60, 'malformed_signature', 'has no created and expires'],
  ['without expires', now, undefined, 'malformed_signature', 'has no created and expires'],
  ['with a text as created', `${now}`, now + 60, 'malformed_signature', 'has no created and expires'],
  ['with a fraction in expires', now, now + 0.5, 'malformed_signature', 'has no created and expires'],
  ['that expires before its creation', now + 10, now + 5, 'malformed_signature', 'expires -5 seconds after'],
  ['of no lifetime', now + 5, now + 5, 'malformed_signature', 'expires 0 seconds after'],
  ['of 61 seconds', now, now + 61, 'malformed_signature', '61 seconds after its creation instead of 1 to 60'],
  ['that expires now', now - 60, now, 'expired_signature', 'has expired'],
  ['created 31 seconds ahead', now + 31, now + 32, 'future_signature', 'in the future'],
])('RFC 9421 §2.3: a signature %s is rejected', (_title, created, expires, code, message) => {
  expect(() => lifetime(created, expires)).toThrow(
    expect.objectContaining({ code, message: expect.stringContaining(message) }),
  );
});
