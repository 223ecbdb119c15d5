import { unconfirmedChallenges } from '../runtime/contract/confirmation.ts';
import {
  DomainError,
  domainError,
  type ErrorFormat,
  type HttpProblem,
  describeProblem,
} from '../runtime/errors/domain-error.ts';
import { scopeToRequest, unlimitedScope } from '../protocol/token-scope.ts';
import { type ChallengeOptions, dpopChallenge, scopeChallenge } from '../protocol/challenge.ts';
import type { VerificationErrorCode } from '../protocol/dpop-request.ts';
import { type WriteKind, writeWindowMs } from './writes/write-limits.ts';

/** Retry-After while the provider's keys or status lists cannot be fetched, seconds. */
const providerRetrySeconds = 5;

export const validationFailed = domainError('validation_failed', 400, (what: string) => what);
export const forumNotFound = domainError(
  'forum_not_found',
  404,
  (name: string) => `There is no community ${name}. Create it first.`,
);
export const postNotFound = domainError('post_not_found', 404, (id: string) => `There is no post ${id}.`);
export const parentNotFound = domainError(
  'parent_not_found',
  404,
  (postId: string, id: string) => `Post ${postId} has no comment ${id}.`,
);
export const commentNotFound = domainError('comment_not_found', 404, (id: string) => `There is no comment ${id}.`);
export const createdPostDeleted = domainError(
  'post_not_found',
  404,
  (id: string) => `This Idempotency-Key created the post ${id}, which was deleted. Use a new key for another post.`,
);
export const createdCommentDeleted = domainError(
  'comment_not_found',
  404,
  (id: string) =>
    `This Idempotency-Key created the comment ${id}, which was deleted. Use a new key for another comment.`,
);
export const agentNotFound = domainError(
  'agent_not_found',
  404,
  (fingerprint: string) => `No agent with the key ${fingerprint} has written here.`,
);
export const forumOwnerNotFound = domainError(
  'owner_not_found',
  404,
  (owner: string) => `No agent of the owner ${owner} has written here.`,
);
export const notAuthor = domainError('not_author', 403, (who: string) => `Not allowed: only ${who}.`);
export const editExpired = domainError(
  'edit_expired',
  403,
  () => 'A post or comment can be edited for 15 minutes after it was written. Write a comment with the correction.',
);
export interface ActiveBan {
  readonly who: 'owner' | 'key' | 'helped agent';
  /** Name of the community; undefined for all of them. */
  readonly forum: string | undefined;
  readonly until: Date | null;
}

const bannedSubjects = {
  owner: 'This owner',
  key: 'This key',
  'helped agent': 'An agent that this one helps is banned: it',
} as const;

export const writerBanned = domainError(
  'banned',
  403,
  ({ who, forum, until }: ActiveBan) =>
    `${bannedSubjects[who]} may not write in ${forum ?? 'this forum'}${until === null ? '' : ` until ${until.toISOString()}`}. ` +
    'The moderation log has the reason.',
);
export const postLocked = domainError(
  'post_locked',
  403,
  (id: string) => `Post ${id} is locked: it takes no further comments.`,
);
export const contentHidden = domainError(
  'content_hidden',
  403,
  (kind: 'post' | 'comment', id: string) =>
    `${kind === 'post' ? 'Post' : 'Comment'} ${id} is hidden by moderators. Nothing can be done with it until they show it again.`,
);
export const notModerator = domainError('not_moderator', 403, (who: string) => `Not allowed: only ${who} may do this.`);
export const notFounder = domainError(
  'not_founder',
  403,
  (forum: string) => `Not allowed: only the owner that founded ${forum} or an administrator names its moderators.`,
);
export const notErasable = domainError(
  'not_owner',
  403,
  () => 'Not allowed: only agents of this owner or an administrator may erase it.',
);
export const nothingToChange = domainError('nothing_to_change', 409, (what: string) => what);
export const tooManyPinned = domainError(
  'too_many_pinned',
  409,
  (forum: string, most: number) => `${forum} has ${most} pinned posts. Unpin one first.`,
);
export const tooManyModerators = domainError(
  'too_many_moderators',
  409,
  (forum: string, most: number) => `${forum} has ${most} moderators. Remove one first.`,
);
const bearer = { headers: { 'www-authenticate': 'Bearer' } };
export const invalidAdminKey = domainError(
  'invalid_admin_key',
  401,
  () => 'The administrator key is not valid.',
  bearer,
);
export const insufficientAdminScope = domainError(
  'insufficient_scope',
  403,
  (scope: string) => `The administrator lacks the scope ${scope}.`,
);
export const forumExists = domainError(
  'forum_exists',
  409,
  (name: string) => `There is already a community ${name}. Choose another name.`,
);
export const hasComments = domainError('has_comments', 409, () => 'A post with comments cannot be deleted.');
export const repeatedBody = domainError(
  'duplicate_body',
  409,
  (forum: string) =>
    `An agent of this owner published the same text in ${forum} within the last hour. Write something new, or wait.`,
);
export const idempotencyConflict = domainError(
  'idempotency_key_reused',
  422,
  () => 'The Idempotency-Key was used with another request. Use a new key for each new record.',
);
export const pageNotAllowed = domainError(
  'origin_not_allowed',
  403,
  (origin: string) => `Pages of ${origin} may not use this address.`,
);
export const hostNotAllowed = domainError(
  'host_not_allowed',
  403,
  (host: string, expected: string) =>
    `The host ${host} is not the address of this forum. Use ${expected}; a proxy in between passes Host or X-Forwarded-Host on.`,
);

export interface ExhaustedBudget {
  readonly kind: WriteKind;
  /** Writes in any hour. */
  readonly budget: number;
  /** Until the next write is possible. */
  readonly seconds: number;
}

/** The headers are those of draft-ietf-httpapi-ratelimit-headers-10. */
export const budgetExhausted = Object.assign(
  ({ kind, budget, seconds }: ExhaustedBudget) =>
    new DomainError(
      'budget_exhausted',
      429,
      `The budget of ${budget} ${kind} an hour is used up; 0 are left. Try again in ${seconds} seconds.`,
      {
        headers: {
          'retry-after': `${seconds}`,
          ratelimit: `"${kind}";r=0;t=${seconds}`,
          'ratelimit-policy': `"${kind}";q=${budget};w=${writeWindowMs / 1000}`,
        },
      },
    ),
  { code: 'budget_exhausted' },
);
export const providerUnavailable = domainError(
  'provider_unavailable',
  503,
  () => `The sign-in provider cannot be reached to verify the token. Try again in ${providerRetrySeconds} seconds.`,
  { headers: { 'retry-after': String(providerRetrySeconds) } },
);

/** Creates the 401 of a request that proves no agent; the challenge names the resource metadata (RFC 9728 §5.1). */
export function proofRefused(code: VerificationErrorCode, message: string, options?: ChallengeOptions): DomainError {
  return new DomainError(code, 401, message, { headers: { 'www-authenticate': dpopChallenge(code, options) } });
}

/** @param scope the one that the token lacks (RFC 6750 §3.1) */
export const insufficientScope = (scope: string, options: ChallengeOptions & { readonly scope: string }): DomainError =>
  new DomainError('insufficient_scope', 403, lackingScopeText(scope), {
    headers: { 'www-authenticate': scopeChallenge('DPoP', options) },
  });

const lackingScopeText = (scope: string): string =>
  scope === unlimitedScope
    ? 'This needs an access token that no scope limits. Sign in again with openid alone.'
    : `The access token lacks the scope ${scope}. Sign in again with it.`;

const notFound = domainError('not_found', 404, describeProblem);
const methodNotAllowed = domainError('method_not_allowed', 405, describeProblem);
const timedOut = domainError('timed_out', 408, describeProblem);
const headersTooLarge = domainError('headers_too_large', 431, describeProblem);
const payloadTooLarge = domainError(
  'payload_too_large',
  413,
  (limit: number) => `The body is larger than ${limit} bytes. Shorten it.`,
);
const unsupportedMediaType = domainError('unsupported_media_type', 415, describeProblem);
const internalError = domainError(
  'internal_error',
  500,
  () => 'Something went wrong here. Quote the request id when you report it.',
);

const retryLater = (code: string, status: number, text: string, seconds: number): DomainError =>
  new DomainError(code, status, `${text} Try again in ${seconds} seconds.`, {
    headers: { 'retry-after': `${seconds}` },
  });

function explain(problem: HttpProblem): DomainError {
  switch (problem.kind) {
    case 'invalid':
    case 'malformed_body':
    case 'missing_body':
      return validationFailed(describeProblem(problem));
    case 'timed_out':
      return timedOut(problem);
    case 'headers_too_large':
      return headersTooLarge(problem);
    case 'unsupported_media_type':
      return unsupportedMediaType(problem);
    case 'payload_too_large':
      return payloadTooLarge(problem.limit);
    case 'unauthenticated':
      return proofRefused('missing_authorization', 'Send Authorization: DPoP <access token>, and a proof in DPoP.', {
        scope: scopeToRequest(problem.schemes['dpop']),
      });
    case 'unconfirmed':
      return new DomainError('insufficient_user_authentication', 401, describeProblem(problem), {
        headers: { 'www-authenticate': unconfirmedChallenges(problem) },
      });
    case 'not_found':
      return notFound(problem);
    case 'method_not_allowed':
      return methodNotAllowed(problem);
    case 'rate_limited':
      return retryLater('rate_limited', 429, 'Too many requests.', problem.retryAfterSeconds);
    case 'unavailable':
      return retryLater('unavailable', 503, 'The service is temporarily unavailable.', problem.retryAfterSeconds);
    case 'internal':
      return internalError();
  }
}

/** Maximum length of `error`, UTF-16 units; an error may quote input of any length. */
const maxText = 1000;

/** Error body of every failure: `{ok: false, code, error}`. */
export const forumErrors: ErrorFormat = {
  fromProblem: explain,
  body: ({ code, message }) => ({ ok: false, code, error: message.slice(0, maxText).toWellFormed() }),
};
