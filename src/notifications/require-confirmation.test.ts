import { expect, test } from 'vitest';
import { DomainError } from '../runtime/domain-error.ts';
import { requireConfirmation } from './require-confirmation.ts';

const now = new Date('2026-03-01T10:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);

test.each([
  ['600 seconds ago', ago(600)],
  ['at a time that the token does not name', undefined],
])('notifications: a person who confirmed %s makes a key', (_when, confirmedAt) => {
  expect(() => requireConfirmation({ confirmedAt }, now)).not.toThrow();
});

test('RFC 9470 §3: a confirmation more than 600 seconds ago gets 401 with max_age', () => {
  try {
    requireConfirmation({ confirmedAt: ago(601) }, now);
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(DomainError);
    expect(error).toMatchObject({
      status: 401,
      code: 401,
      details: { reason: 'insufficient_user_authentication' },
      headers: {
        'www-authenticate': [
          'Bearer error="insufficient_user_authentication", max_age="600"',
          'DPoP error="insufficient_user_authentication", max_age="600"',
        ],
      },
    });
  }
});
