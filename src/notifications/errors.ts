import { DomainError, domainError } from '../runtime/domain-error.ts';
import type { UrlRefusal } from '../runtime/outbound-url.ts';
import { type ErrorFormat, type Violation, type HttpProblem, describeProblem } from '../runtime/http-problem.ts';

// What a send answers.

export const duplicateBody = domainError(
  1002,
  400,
  () => 'The same body was sent to this person within 24 hours; vary the text.',
);
export const idempotencyConflict = domainError(
  1003,
  409,
  () => 'This Idempotency-Key was used with another payload; use a fresh key.',
);
export const consentDenied = domainError(
  1004,
  403,
  () => 'The person does not allow notifications of this app; do not retry.',
);
export const consentMissing = domainError(
  1005,
  404,
  () => 'No consent is recorded for this person; ask for permission in the app first.',
);
export const rehearsedFailure = domainError(500, 500, () => 'Internal error, as the test scenario asked for.');

export const sendRateExceeded = (retryAfterSeconds: number): DomainError =>
  rateLimited(
    `This person can get 1 push per hour and 3 per day of this app; the next one in ${retryAfterSeconds} seconds.`,
    retryAfterSeconds,
  );

// Credentials.

const challenges = ['Bearer', 'DPoP algs="EdDSA Ed25519"'];

export const keyRefused = domainError(401, 401, () => 'X-Platform-Notifications-Key is missing or not valid.');
export const authorizationSent = domainError(
  401,
  401,
  () => 'Send no Authorization header here; the API key is the only credential.',
);
export const tokenRefused = (reason: string, challenge: string | string[]): DomainError =>
  new DomainError(401, 401, reason, { headers: { 'www-authenticate': challenge } });
export const receiptTokenRefused = (): DomainError =>
  tokenRefused('X-Platform-Receipt-Token is not valid; send it as it came with the push.', challenges);
export const applicationRefused = domainError(403, 403, () => 'The application of this access token may not act here.');

// Things that are not there. The same answer for what does not exist and for what is somebody else's.

export const appNotFound = domainError(404, 404, () => 'You have no app with this id.');
export const hostAppNotFound = domainError(404, 404, () => 'There is no app with this id.');
export const keyNotFound = domainError(404, 404, () => 'This app has no working key with this id.');
export const webhookNotFound = domainError(404, 404, () => 'This app has no webhook; register one first.');
export const deliveryNotFound = domainError(404, 404, () => 'This app has no delivery with this id.');
export const deviceNotFound = domainError(404, 404, () => 'You have no such device.');
export const notificationNotFound = domainError(404, 404, () => 'No notification with this id was sent to you.');

// States that do not allow it.

const conflict = <Values extends readonly unknown[]>(reason: string, text: (...values: Values) => string) =>
  domainError(409, 409, text, { details: { reason } });

export const tooManyApps = conflict('too_many_apps', (most: number) => `You have ${most} apps; more are not possible.`);
export const tooManyKeys = conflict(
  'too_many_keys',
  (most: number) => `This app has ${most} working keys; revoke some first.`,
);
export const webhookPaused = conflict('webhook_paused', () => 'The webhook is paused; resume it first.');
export const deliveryPending = conflict('delivery_pending', () => 'This delivery is still being tried.');
export const noWebhook = conflict('no_webhook', () => 'This app has no webhook; register one first.');
export const outcomeSettled = conflict(
  'outcome_settled',
  (outcome: string) => `The outcome of this notification is already recorded as ${outcome}.`,
);

// Input.

/** 1001 for one field. @param reason one stable word */
export const invalidField = (field: string, reason: string, message: string): DomainError =>
  new DomainError(1001, 400, message, { details: { field, reason } });

/** 1001 for a text that is no cursor of the list. */
export const cursorUnknown = (): DomainError =>
  invalidField('cursor', 'format', 'cursor is not one that this list gave; begin without.');

/** 1001 for an address that this service would not send to. @param field where in the body it stands */
export const urlRefused = (field: string, { reason, message }: UrlRefusal): DomainError =>
  invalidField(field, reason, `${field} ${message}.`);

/** 413 for one field. */
export const tooLong = (field: string, message: string): DomainError =>
  new DomainError(413, 413, message, { details: { field, reason: 'maxLength' } });

/** The texts of a send whose excess length is 413; any other broken rule is 1001. */
const lengthIs413 = new Set(['body', 'startParam']);

const isExcessLength = ({ field, keyword }: Violation): boolean => keyword === 'maxLength' && lengthIs413.has(field);

/** 1001 goes before 413: a request that is wrong in both ways is first of all wrong. */
function invalid({ part, violations: faults }: Extract<HttpProblem, { kind: 'invalid' }>): DomainError {
  const wrong = faults.find((fault) => part !== 'body' || !isExcessLength(fault));
  const fault = wrong ?? faults[0];
  const field = (fault?.field ?? '').replaceAll('.', '/').slice(0, 256);
  const message = `${field === '' ? part : field} ${fault?.message ?? 'is not valid'}.`;
  if (wrong === undefined && fault !== undefined) return tooLong(field, message);
  const reason = fault?.keyword ?? 'invalid';
  return new DomainError(1001, 400, message, { details: { ...(field !== '' && { field }), reason } });
}

function rateLimited(message: string, retryAfterSeconds: number): DomainError {
  return new DomainError(429, 429, message, {
    headers: { 'retry-after': String(retryAfterSeconds) },
    details: { retryAfterSeconds },
  });
}

function explain(problem: HttpProblem): DomainError {
  switch (problem.kind) {
    case 'invalid':
      return invalid(problem);
    case 'malformed_body':
      return new DomainError(1001, 400, describeProblem(problem), { details: { reason: 'malformed_json' } });
    case 'missing_body':
      return new DomainError(1001, 400, describeProblem(problem), { details: { reason: 'required' } });
    case 'unauthenticated':
      if (problem.schemes.includes('notificationsKey')) return keyRefused();
      return tokenRefused('Send an access token as Bearer, or as DPoP with a proof.', challenges);
    case 'not_found':
      return new DomainError(404, 404, describeProblem(problem));
    case 'method_not_allowed':
      return new DomainError(405, 405, describeProblem(problem));
    case 'timed_out':
      return new DomainError(408, 408, describeProblem(problem));
    case 'headers_too_large':
      return new DomainError(431, 431, describeProblem(problem));
    case 'payload_too_large':
      return new DomainError(413, 413, describeProblem(problem));
    case 'unsupported_media_type':
      return new DomainError(415, 415, describeProblem(problem));
    case 'rate_limited':
      return rateLimited(describeProblem(problem), problem.retryAfterSeconds);
    case 'unavailable':
      return new DomainError(503, 503, describeProblem(problem), {
        headers: { 'retry-after': String(problem.retryAfterSeconds) },
      });
    case 'internal':
      return new DomainError(500, 500, 'Internal error; retry later and quote the request id.');
  }
}

/** Longest error message that the contract lets through. */
const maxMessage = 512;

/** Every error of the service is `{code, message, details?}`. */
export const notificationsErrors: ErrorFormat = {
  fromProblem: explain,
  body: ({ code, message, details }) => ({
    code: Number(code),
    message: message.length > maxMessage ? `${message.slice(0, maxMessage - 1).toWellFormed()}…` : message,
    ...(details && { details }),
  }),
};
