import { bearerChallenge, type ChallengeOptions, dpopOffer } from '../protocol/challenge.ts';
import { scopeToRequest } from '../protocol/token-scope.ts';
import { unconfirmedChallenges } from '../runtime/contract/confirmation.ts';
import {
  DomainError,
  domainError,
  describeProblem,
  type ErrorFormat,
  type HttpProblem,
} from '../runtime/errors/domain-error.ts';
import type { components } from '../../generated/backend/types.ts';

// The contract distinguishes errors by status and text; the codes are for the log only.

const retryLater = (code: string, status: number, problem: HttpProblem & { readonly retryAfterSeconds: number }) =>
  new DomainError(code, status, describeProblem(problem), {
    headers: { 'retry-after': String(problem.retryAfterSeconds) },
  });

// users
/** A request without a token; the challenges name both accepted schemes. */
export const tokenMissing = (options: ChallengeOptions): DomainError =>
  new DomainError('missing_token', 401, 'Missing authorization token', {
    headers: { 'www-authenticate': [bearerChallenge('missing_authorization', options), dpopOffer(options)] },
  });
/** @param challenges values of WWW-Authenticate */
export const tokenExpired = (challenges: readonly string[]): DomainError =>
  new DomainError('expired_token', 401, 'Token expired', { headers: { 'www-authenticate': [...challenges] } });
/** @param code the reason, for the log; the response does not contain it */
export const tokenInvalid = (code: string, challenges: readonly string[]): DomainError =>
  new DomainError(code, 401, 'Invalid token', { headers: { 'www-authenticate': [...challenges] } });

/** @param challenge value of WWW-Authenticate (RFC 6750 §3.1) */
export const insufficientScope = (challenge: string): DomainError =>
  new DomainError('insufficient_scope', 403, 'Insufficient scope', { headers: { 'www-authenticate': challenge } });

// invoices
export const invalidRequest = (details: ViolationDetails): DomainError =>
  new DomainError('invalid_request', 400, 'Invalid request', { details: { ...details } });
const invalidParameter = (name: string, problem: string): DomainError =>
  invalidRequest({ formErrors: [], fieldErrors: { [name]: [problem] } });
export const invalidCursor = (): DomainError =>
  invalidParameter('cursor', 'is not a cursor of this list; request the first page without cursor');
export const invalidFilterTime = (name: string): DomainError =>
  invalidParameter(name, 'is not a time: write it as 2026-03-01T00:00:00Z');
export const invalidReason = (): DomainError =>
  invalidParameter('reason', 'must not be blank, and must not contain U+0000 or an unpaired surrogate');
export const invalidProduct = domainError('invalid_product', 400, () => 'Invalid product');
export const invoiceNotFound = domainError('invoice_not_found', 404, () => 'Invoice not found');
export const idempotencyConflict = domainError(
  'idempotency_conflict',
  409,
  () => 'Idempotency-Key reused with a different payload',
);
export const tooManyPendingInvoices = domainError('too_many_pending', 409, () => 'Too many pending invoices');
export const approvalUsed = domainError('approval_used', 409, () => 'Approval already used');
export const approvalNotCovering = domainError(
  'approval_not_covering',
  403,
  () => 'Approval does not cover this invoice',
  {
    headers: {
      'www-authenticate': 'DPoP error="insufficient_scope", error_description="Another payment was approved"',
    },
  },
);

// administration
const adminChallenge = { headers: { 'www-authenticate': 'Bearer' } };
export const missingAdminKey = domainError('missing_admin_key', 401, () => 'Missing administrator key', adminChallenge);
export const invalidAdminKey = domainError('invalid_admin_key', 401, () => 'Invalid administrator key', adminChallenge);
export const insufficientAdminScope = domainError('insufficient_scope', 403, () => 'Insufficient scope');
export const contradictionNotFound = domainError('contradiction_not_found', 404, () => 'Contradiction not found');
export const contradictionResolved = domainError('contradiction_resolved', 409, () => 'Contradiction already resolved');
export const contradictionNotSettled = domainError(
  'contradiction_not_settled',
  409,
  (why: string) => `Contradiction cannot be settled: ${why}`,
);
export const settledHookNotFound = domainError('no_settled_hook', 404, () => 'No settled hook');
export const userNotFound = domainError('user_not_found', 404, () => 'User not found');

// webhook
export const signatureMissing = domainError('missing_signature', 401, () => 'Missing webhook signature');
export const signatureInvalid = domainError('invalid_signature', 401, () => 'Invalid signature');
export const versionUnsupported = domainError(
  'unsupported_version',
  400,
  (version: string) => `Unsupported webhook version: ${version.slice(0, 64)}`,
);
export const payloadInvalid = domainError('invalid_payload', 400, () => 'Invalid payload');
export const payloadMismatch = domainError('payload_mismatch', 400, () => 'Payload does not match payment intent');
/** Retry-After while WEBHOOK_PUBLIC_KEY is not set, seconds. */
const unconfiguredRetrySeconds = 300;
export const webhookKeyUnset = (): DomainError =>
  retryLater('webhook_key_unset', 503, { kind: 'unavailable', retryAfterSeconds: unconfiguredRetrySeconds });

// errors of the runtime
function explain(problem: HttpProblem, options: ChallengeOptions): DomainError {
  switch (problem.kind) {
    case 'invalid':
    case 'malformed_body':
    case 'missing_body':
      return invalidRequest(violationDetails(problem));
    case 'unauthenticated':
      return problem.schemes['adminKey']
        ? missingAdminKey()
        : tokenMissing({ ...options, scope: scopeToRequest(problem.schemes['bearer']) });
    case 'unconfirmed':
      return new DomainError('insufficient_user_authentication', 401, 'Confirmation needed', {
        headers: { 'www-authenticate': unconfirmedChallenges(problem) },
      });
    case 'not_found':
      return new DomainError('not_found', 404, describeProblem(problem));
    case 'method_not_allowed':
      return new DomainError('method_not_allowed', 405, describeProblem(problem));
    case 'timed_out':
      return new DomainError('timed_out', 408, describeProblem(problem));
    case 'headers_too_large':
      return new DomainError('headers_too_large', 431, describeProblem(problem));
    case 'payload_too_large':
      return new DomainError('payload_too_large', 413, describeProblem(problem));
    case 'unsupported_media_type':
      return new DomainError('unsupported_media_type', 415, describeProblem(problem));
    case 'rate_limited':
      return retryLater('rate_limited', 429, problem);
    case 'unavailable':
      return retryLater('unavailable', 503, problem);
    case 'internal':
      return new DomainError('internal_error', 500, describeProblem(problem));
  }
}

/** Error body of every failure: `{error}`, with `details` for requests that violate the contract. */
export const backendErrors = (options: ChallengeOptions): ErrorFormat => ({
  fromProblem: (problem) => explain(problem, options),
  body: ({ message, details }) => ({ error: message.toWellFormed(), ...(details && { details }) }),
});

type ViolationDetails = components['schemas']['ViolationDetails'];

type RequestProblem = Extract<HttpProblem, { kind: 'invalid' | 'malformed_body' | 'missing_body' }>;

/** Limits of the contract: UTF-16 units of a text, and number of texts. */
const maxLength = 1000;
const maxViolations = 100;

/** Groups violations for forms: by member, and as `formErrors` for unknown members and for the body as a whole. */
export function violationDetails(problem: RequestProblem): ViolationDetails {
  if (problem.kind !== 'invalid') return { formErrors: [describeProblem(problem)], fieldErrors: {} };
  const violations = problem.violations.slice(0, maxViolations);
  const ofMembers = violations.filter((violation) => violation.field !== '' && !unknownMember.has(violation.keyword));
  const ofWhole = violations.filter((violation) => !ofMembers.includes(violation));
  const byField = Map.groupBy(ofMembers, ({ field }) => cut(field));
  return {
    formErrors: ofWhole.map(({ field, message }) => cut(`${field === '' ? `the ${problem.part}` : field} ${message}`)),
    fieldErrors: Object.fromEntries([...byField].map(([field, of]) => [field, of.map(({ message }) => cut(message))])),
  };
}

const unknownMember: ReadonlySet<string> = new Set(['additionalProperties', 'unevaluatedProperties']);

/** Shortens names from the request and replaces unpaired surrogates. */
const cut = (text: string): string => text.slice(0, maxLength).toWellFormed();
