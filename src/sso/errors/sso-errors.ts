import { unconfirmedChallenges } from '../../runtime/contract/confirmation.ts';
import { DomainError, type ErrorFormat, type HttpProblem, describeProblem } from '../../runtime/errors/domain-error.ts';
import {
  invalidClient,
  invalidOauthRequest,
  invalidScope,
  invalidTarget,
  unauthorized,
  unsupportedResponseType,
  userinfoChallenges,
} from './oauth-errors.ts';
import { ownerUnauthorized } from './owner-errors.ts';
import { adminUnauthorized } from './administration-errors.ts';

const waitFor = (seconds: number) => ({ headers: { 'retry-after': String(seconds) } });

function explain(problem: HttpProblem): DomainError {
  const text = describeProblem(problem);
  switch (problem.kind) {
    case 'invalid':
      return problem.part === 'query' || problem.part === 'body'
        ? explainParameter(problem)
        : invalidOauthRequest(text);
    case 'malformed_body':
    case 'missing_body':
      return invalidOauthRequest(text);
    case 'timed_out':
      return new DomainError('invalid_request', 408, text);
    case 'headers_too_large':
      return new DomainError('invalid_request', 431, text);
    case 'unsupported_media_type':
      return new DomainError('invalid_request', 415, text);
    case 'payload_too_large':
      return new DomainError('invalid_request', 413, text);
    case 'unauthenticated':
      if (problem.schemes['adminKey']) return adminUnauthorized();
      return problem.schemes['bearer'] ? unauthorized(userinfoChallenges) : ownerUnauthorized();
    case 'unconfirmed':
      return new DomainError('insufficient_user_authentication', 401, text, {
        headers: { 'www-authenticate': unconfirmedChallenges(problem) },
      });
    case 'not_found':
      return new DomainError('not_found', 404, text);
    case 'method_not_allowed':
      return new DomainError('invalid_request', 405, text);
    case 'rate_limited':
      return new DomainError('temporarily_unavailable', 429, text, waitFor(problem.retryAfterSeconds));
    case 'unavailable':
      return new DomainError('temporarily_unavailable', 503, text, waitFor(problem.retryAfterSeconds));
    case 'internal':
      return new DomainError('server_error', 500, text);
  }
}

/** Maps invalid parameters to their own codes (RFC 6749 §4.1.2.1); a missing one is invalid_request. */
function explainParameter(problem: HttpProblem & { readonly kind: 'invalid' }): DomainError {
  const [violation] = problem.violations;
  const otherValue = violation?.keyword === 'enum' || violation?.keyword === 'const';
  if (otherValue && violation.field === 'response_type') return unsupportedResponseType();
  if (violation?.keyword !== 'required' && violation?.keyword !== 'type') {
    // A client_id that is too long is no client's, whichever endpoint it is sent to.
    if (violation?.field === 'client_id' && violation.keyword !== 'maxLength') return invalidClient();
    if (violation?.field === 'scope') return invalidScope();
    if (violation?.field === 'resource') return invalidTarget('resource must be one URI of 1 to 2048 characters.');
  }
  return invalidOauthRequest(describeProblem(problem));
}

/** Restricts error_description to printable ASCII without double quote and backslash (RFC 6749 §5.2). */
function describe(text: string): string {
  const plain = text.replaceAll('"', "'").replaceAll('\\', '/');
  return plain.replace(/[^\x20-\x7e]/g, '?').slice(0, 500);
}

/** Every error of the provider is `{error, error_description}`; one about a key adds `reason`. */
export const ssoErrors = {
  fromProblem: explain,
  body: ({ code, message, details }) => ({ error: String(code), error_description: describe(message), ...details }),
} satisfies ErrorFormat;
