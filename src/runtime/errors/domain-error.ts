import type { ResponseHeaders } from '../../typed-contract/operation.ts';
import type { FastifyRequest } from 'fastify';

/** An error that the contract documents: a stable code, its HTTP status, and a message for people. */
export class DomainError extends Error {
  /** Stable and documented; clients compare it. */
  readonly code: string | number;
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** Further members of the area's error body. */
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(code: string | number, status: number, message: string, extra: DomainErrorExtra = {}) {
    super(message, extra.cause === undefined ? undefined : { cause: extra.cause });
    this.name = 'DomainError';
    this.code = code;
    this.status = status;
    this.headers = extra.headers ?? {};
    this.details = extra.details;
  }
}

interface DomainErrorExtra {
  readonly headers?: ResponseHeaders;
  readonly details?: Readonly<Record<string, unknown>>;
  /** For the log only; never part of the response. */
  readonly cause?: unknown;
}

/** Declares an entry of an area's error catalogue: `postNotFound(id)` creates the error to throw. */
export function domainError<Arguments extends readonly unknown[]>(
  code: string | number,
  status: number,
  text: (...values: Arguments) => string,
  extra?: DomainErrorExtra,
): ((...values: Arguments) => DomainError) & { readonly code: string | number; readonly status: number } {
  const make = (...values: Arguments) => new DomainError(code, status, text(...values), extra);
  return Object.assign(make, { code, status });
}

/** One violation of the contract by a value. */
export interface Violation {
  /** Path of the member: `title`, `keys.0.x`; empty for the whole value. */
  readonly field: string;
  /** The violated JSON Schema keyword: `required`, `maxLength`, `additionalProperties` … */
  readonly keyword: string;
  /** What is wrong or expected, for people: the part of a sentence after the name of the field, such as `is too long`. */
  readonly message: string;
}

/** A problem that the runtime detects outside of handlers, the same for every service. */
export type HttpProblem =
  | {
      readonly kind: 'invalid';
      readonly part: 'body' | 'query' | 'path' | 'headers';
      readonly violations: readonly Violation[];
    }
  | { readonly kind: 'malformed_body'; readonly reason: string }
  | { readonly kind: 'missing_body' }
  | { readonly kind: 'timed_out' }
  | { readonly kind: 'headers_too_large' }
  | { readonly kind: 'unsupported_media_type'; readonly received: string; readonly supported: readonly string[] }
  | { readonly kind: 'payload_too_large'; readonly limit: number }
  | { readonly kind: 'unauthenticated'; readonly schemes: SchemeScopes }
  | { readonly kind: 'unconfirmed'; readonly demand: ConfirmationDemand; readonly schemes: SchemeScopes }
  | { readonly kind: 'not_found'; readonly path: string }
  | { readonly kind: 'method_not_allowed'; readonly method: string; readonly allow: string }
  | { readonly kind: 'rate_limited'; readonly retryAfterSeconds: number }
  | { readonly kind: 'unavailable'; readonly retryAfterSeconds: number }
  | { readonly kind: 'internal' };

/** The security schemes that an operation accepts, with the scopes that each needs. */
export type SchemeScopes = Readonly<Record<string, readonly string[]>>;

/** The ceremony that a caller has to repeat (RFC 9470). */
export interface ConfirmationDemand {
  /** Seconds since the ceremony. */
  readonly maxAge: number;
  /** The action that it has to be for; undefined when any ceremony counts. */
  readonly action: string | undefined;
}

/** An error response in another form than the area's error body, such as a redirect or a page. */
export interface OtherResponse {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: string;
}

/** The error format of an area's contract. */
export interface ErrorFormat {
  /** Creates the area's error for a problem that the runtime detected. */
  readonly fromProblem: (problem: HttpProblem) => DomainError;
  /** Creates the response body of an error. */
  readonly body: (error: DomainError) => object;
  /** Creates an HTML page for an error, for browsers; left out for services without pages. */
  readonly page?: (error: DomainError) => string;
  /** Creates a response that replaces `body`; returns undefined to respond with `body`. */
  readonly other?: (error: DomainError, request: FastifyRequest) => Promise<OtherResponse | undefined>;
}

/** Maximum characters of a description. A description can quote long input. */
const maxDescription = 500;

/** Describes a problem for people. */
export function describeProblem(problem: HttpProblem): string {
  const text = describe(problem);
  return text.length <= maxDescription ? text : `${text.slice(0, maxDescription - 1)}…`;
}

function describe(problem: HttpProblem): string {
  switch (problem.kind) {
    case 'invalid':
      return problem.violations
        .map(({ field, message }) => `${field === '' ? problem.part : field} ${message}`)
        .join('; ');
    case 'malformed_body':
      return `The request body cannot be read: ${problem.reason}.`;
    case 'missing_body':
      return 'A request body is required.';
    case 'timed_out':
      return 'The request did not arrive in time.';
    case 'headers_too_large':
      return 'The request headers are too long.';
    case 'unsupported_media_type':
      return `Content type ${problem.received} is not supported; send ${problem.supported.join(' or ')}.`;
    case 'payload_too_large':
      return `The request body is larger than ${problem.limit} bytes.`;
    case 'unauthenticated':
      return `Authentication is required (${Object.keys(problem.schemes).join(' or ')}).`;
    case 'unconfirmed':
      return problem.demand.action === undefined
        ? `Confirm with your passkey or device again: more than ${problem.demand.maxAge} seconds have passed.`
        : `Confirm with your passkey or device for this action: ${problem.demand.action}.`;
    case 'not_found':
      return `There is nothing at ${problem.path}.`;
    case 'method_not_allowed':
      return `${problem.method} is not allowed here; use ${problem.allow}.`;
    case 'rate_limited':
      return `Too many requests; try again in ${problem.retryAfterSeconds} s.`;
    case 'unavailable':
      return `The service is not available right now; try again in ${problem.retryAfterSeconds} s.`;
    case 'internal':
      return 'Something went wrong on our side.';
  }
}

/** Carries a problem to the error handler. */
export class HttpProblemError extends Error {
  readonly problem: HttpProblem;

  /** @param cause for the log only */
  constructor(problem: HttpProblem, cause?: unknown) {
    super(problem.kind, { cause });
    this.name = 'ProblemError';
    this.problem = problem;
  }
}
