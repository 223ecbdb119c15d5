import { expect, test } from 'vitest';
import { RefusedError, UndocumentedResponseError } from '../../typed-contract/client.ts';
import { describeError } from './error-notice.tsx';

const refused = (status: number, body: unknown) => new RefusedError({ status, body, headers: new Headers() });

test.each([
  [refused(400, { code: 1001, message: 'url is not public.' }), 'url is not public.'],
  [refused(400, { error: 'Name the invoice to pay.' }), 'Name the invoice to pay.'],
  [refused(409, { error: 'secret_limit', error_description: 'Revoke one first.' }), 'Revoke one first.'],
  [refused(503, undefined), 'The service refused the request with status 503.'],
  [refused(429, { message: 'no', details: { retryAfterSeconds: 42 } }), 'Too many requests. Try again in 42 seconds.'],
  [refused(429, { message: 'no', details: { retryAfterSeconds: 600 } }), 'Too many requests. Try again in 10 minutes.'],
  [refused(429, { message: 'no', details: { retryAfterSeconds: 7200 } }), 'Too many requests. Try again in 2 hours.'],
  [
    new TypeError('Failed to fetch'),
    'The service cannot be reached. Check your connection and that the service is running, then try again.',
  ],
  [
    new Error('The push key of the notification service is invalid.'),
    'The push key of the notification service is invalid.',
  ],
])('web: an error is described in plain words: %s', (error, words) => {
  expect(describeError(error)).toBe(words);
});

test('web: the text of an error explains an ended session and an undocumented response', () => {
  expect(describeError(refused(401, { message: 'expired' }))).toMatch(/Sign in again.*\(expired\)/);
  expect(describeError(new UndocumentedResponseError('listApps', 502, 'Bad gateway'))).toMatch(
    /status \(502\).*check its log/,
  );
});
