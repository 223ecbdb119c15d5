import { type SendLimitName, sendRatePolicy } from './sends/send-limits.ts';
import { bearerChallenge, dpopOffer, scopeChallenge } from '../protocol/challenge.ts';
import { scopeToRequest } from '../protocol/token-scope.ts';
import { unconfirmedChallenges } from '../runtime/contract/confirmation.ts';
import {
  DomainError,
  domainError,
  type ErrorFormat,
  type Violation,
  type HttpProblem,
  describeProblem,
} from '../runtime/errors/domain-error.ts';
import type { UrlRefusal } from '../runtime/outbound/outbound-target.ts';

// Refused sends.

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
  () => 'The person does not allow notifications from this app; do not retry.',
);
export const consentMissing = domainError(
  1005,
  404,
  () => 'No consent is recorded for this person; ask for permission in the app first.',
);
export const simulatedFailure = domainError(500, 500, () => 'Internal error, simulated by the test scenario.');

/** @param exhausted the limit that is released last */
export const sendRateExceeded = (retryAfterSeconds: number, exhausted: SendLimitName = 'hour'): DomainError =>
  rateLimited(
    `A person can get 1 push per hour and 3 per day from one app; retry in ${retryAfterSeconds} seconds.`,
    retryAfterSeconds,
    { ratelimit: `"${exhausted}";r=0;t=${retryAfterSeconds}`, 'ratelimit-policy': sendRatePolicy },
  );

// Credentials.

const tokenOffers = (scopes?: readonly string[]): string[] => {
  const options = { scope: scopeToRequest(scopes) };
  return [bearerChallenge('missing_authorization', options), dpopOffer(options)];
};

export const apiKeyRefused = domainError(401, 401, () => 'X-Platform-Notifications-Key is missing or not valid.');
export const authorizationSent = domainError(
  401,
  401,
  () => 'Send no Authorization header; the API key is the only accepted credential.',
);
export const tokenRefused = (reason: string, challenge: string | string[]): DomainError =>
  new DomainError(401, 401, reason, { headers: { 'www-authenticate': challenge } });
export const receiptTokenRefused = (): DomainError =>
  tokenRefused('X-Platform-Receipt-Token is not valid; send the token of the push unchanged.', tokenOffers());
export const applicationRefused = domainError(
  403,
  403,
  () => 'The application of this access token is not allowed to call this operation; add it to PORTAL_CLIENTS.',
);

export const serviceTokenRefused = (problem?: string): DomainError =>
  new DomainError(
    401,
    401,
    `Only the sign-in provider may do this${problem === undefined ? '.' : `, and its token is refused: ${problem}`}`,
    { headers: { 'www-authenticate': problem === undefined ? 'Bearer' : 'Bearer error="invalid_token"' } },
  );
export const missingAdminKey = domainError(401, 401, () => 'Send the key of an administrator as a Bearer token.', {
  headers: { 'www-authenticate': 'Bearer' },
});
export const invalidAdminKey = domainError(401, 401, () => 'This is not the key of an administrator.', {
  headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
});
export const insufficientAdminScope = (administrator: string, scope: string): DomainError =>
  new DomainError(403, 403, `${administrator} lacks the scope ${scope}.`, {
    headers: { 'www-authenticate': scopeChallenge('Bearer', { scope }) },
  });
export const ownerRequired = domainError(403, 403, () => 'Only an owner of the app may do this.', {
  details: { reason: 'owner_required' },
});
export const insufficientKeyScope = domainError(
  403,
  403,
  (scope: string) => `This key lacks the scope ${scope}; create one that has it.`,
  { details: { reason: 'key_scope' } },
);

/** @param challenge value of WWW-Authenticate (RFC 6750 §3.1) */
export const insufficientScope = (scope: string, challenge: string): DomainError =>
  new DomainError(403, 403, `The access token lacks the scope ${scope}.`, {
    headers: { 'www-authenticate': challenge },
  });

// Not found. A resource of another owner gets the same response as one that does not exist.

export const appNotFound = domainError(404, 404, () => 'You have no app with this id.');
export const hostAppNotFound = domainError(404, 404, () => 'There is no app with this id.');
export const memberNotFound = domainError(404, 404, () => 'This app has no such member.');
export const activityNotFound = domainError(404, 404, () => 'The activity of this app has no event with this id.');
export const personNotFound = domainError(404, 404, () => 'Nothing is stored about this person.');
export const keyNotFound = domainError(404, 404, () => 'This app has no working key with this id.');
export const webhookNotFound = domainError(404, 404, () => 'This app has no webhook; register one first.');
export const deliveryNotFound = domainError(404, 404, () => 'This app has no delivery with this id.');
export const deviceNotFound = domainError(404, 404, () => 'You have no such device.');
export const sendNotFound = domainError(
  404,
  404,
  () => 'This app sent no notification with this id in the last 30 days.',
);
export const notificationNotFound = domainError(404, 404, () => 'No notification with this id was sent to you.');

// Conflicts with the current state.

const conflict = <Values extends readonly unknown[]>(reason: string, text: (...values: Values) => string) =>
  domainError(409, 409, text, { details: { reason } });

export const tooManyApps = conflict(
  'too_many_apps',
  (maximum: number) => `You have ${maximum} apps, which is the maximum.`,
);
export const tooManyKeys = conflict(
  'too_many_keys',
  (maximum: number) => `This app has ${maximum} working keys, which is the maximum; revoke one first.`,
);
export const tooManyMembers = conflict(
  'too_many_members',
  (maximum: number) => `This app has ${maximum} members, which is the maximum; remove one first.`,
);
export const lastOwner = conflict(
  'last_owner',
  () => 'An app always has an owner; make another member an owner first.',
);
export const keyNotAdoptable = conflict(
  'key_not_adoptable',
  () => 'The member who made this key has not left: it does not end.',
);
export const keyReplaced = conflict(
  'key_replaced',
  () => 'A newer key of the same label and environment exists: use that one.',
);
export const webhookPaused = conflict('webhook_paused', () => 'The webhook is paused; resume it first.');
export const deliveryPending = conflict(
  'delivery_pending',
  () => 'This delivery is still pending; wait until it is delivered or dropped.',
);
export const noWebhook = conflict('no_webhook', () => 'This app has no webhook; register one first.');
export const noNextKey = conflict('no_next_key', () => 'No key is announced; announce one first.');
export const outcomeSettled = conflict(
  'outcome_settled',
  (outcome: string) => `The outcome of this notification is already recorded as ${outcome}.`,
);

// Input.

/** 1001 for one field. @param reason stable error code */
export const invalidField = (field: string, reason: string, message: string): DomainError =>
  new DomainError(1001, 400, message, { details: { field, reason } });

/** 1001 for a value that is not a cursor of the list. */
export const invalidCursor = (): DomainError =>
  invalidField('cursor', 'format', 'cursor was not issued by this list; omit it to start from the beginning.');

/** 1001 for a URL that this service does not send to. @param field path of the field in the body */
export const urlRefused = (field: string, { reason, message }: UrlRefusal): DomainError =>
  invalidField(field, reason, `${field} ${message}.`);

/** 413 for one field. */
export const tooLong = (field: string, message: string): DomainError =>
  new DomainError(413, 413, message, { details: { field, reason: 'maxLength' } });

/** Fields of a send whose excess length is 413; all other violations are 1001. */
const lengthIs413 = new Set(['body', 'startParam']);

const isExcessLength = ({ field, keyword }: Violation): boolean => keyword === 'maxLength' && lengthIs413.has(field);

/** 1001 takes precedence over 413 when a request has both kinds of violations. */
function invalid({ part, violations }: Extract<HttpProblem, { kind: 'invalid' }>): DomainError {
  const other = violations.find((violation) => part !== 'body' || !isExcessLength(violation));
  const violation = other ?? violations[0];
  const field = (violation?.field ?? '').replaceAll('.', '/').slice(0, 256);
  const message = `${field === '' ? part : field} ${violation?.message ?? 'is not valid'}.`;
  if (other === undefined && violation !== undefined) return tooLong(field, message);
  const reason = violation?.keyword ?? 'invalid';
  return new DomainError(1001, 400, message, { details: { ...(field !== '' && { field }), reason } });
}

function rateLimited(
  message: string,
  retryAfterSeconds: number,
  headers: Readonly<Record<string, string>> = {},
): DomainError {
  return new DomainError(429, 429, message, {
    headers: { 'retry-after': String(retryAfterSeconds), ...headers },
    details: { retryAfterSeconds },
  });
}

function fromProblem(problem: HttpProblem): DomainError {
  switch (problem.kind) {
    case 'invalid':
      return invalid(problem);
    case 'malformed_body':
      return new DomainError(1001, 400, describeProblem(problem), { details: { reason: 'malformed_json' } });
    case 'missing_body':
      return new DomainError(1001, 400, describeProblem(problem), { details: { reason: 'required' } });
    case 'unauthenticated':
      if (problem.schemes['notificationsKey']) return apiKeyRefused();
      if (problem.schemes['adminKey']) return missingAdminKey();
      return tokenRefused(
        'Send an access token as Bearer, or as DPoP with a proof.',
        tokenOffers(problem.schemes['bearer']),
      );
    case 'unconfirmed':
      return new DomainError(401, 401, describeProblem(problem), {
        headers: { 'www-authenticate': unconfirmedChallenges(problem) },
        details: { reason: 'insufficient_user_authentication' },
      });
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

/** Longest error message that the contract allows, characters. */
const maxMessage = 512;

/** Error bodies of the service: `{code, message, details?}`. */
export const notificationsErrors: ErrorFormat = {
  fromProblem,
  body: ({ code, message, details }) => ({
    code: Number(code),
    message: message.length > maxMessage ? `${message.slice(0, maxMessage - 1).toWellFormed()}…` : message,
    ...(details && { details }),
  }),
};
