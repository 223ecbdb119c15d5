import type { DomainError } from './domain-error.ts';

/** One thing that a value breaks in the contract. */
export interface Violation {
  /** Where, as a path of members: `title`, `keys.0.x`; empty for the whole. */
  readonly field: string;
  /** The JSON Schema keyword that was broken: `required`, `maxLength`, `additionalProperties` … */
  readonly keyword: string;
  /** What is expected, in words. */
  readonly message: string;
}

/** What goes wrong around handlers, in the same words for every service. */
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
  | { readonly kind: 'unsupported_media_type'; readonly given: string; readonly supported: readonly string[] }
  | { readonly kind: 'payload_too_large'; readonly limit: number }
  | { readonly kind: 'unauthenticated'; readonly schemes: readonly string[] }
  | { readonly kind: 'not_found'; readonly path: string }
  | { readonly kind: 'method_not_allowed'; readonly method: string; readonly allow: string }
  | { readonly kind: 'rate_limited'; readonly retryAfterSeconds: number }
  | { readonly kind: 'unavailable'; readonly retryAfterSeconds: number }
  | { readonly kind: 'internal' };

/** How an area puts problems and errors into the words of its own contract. */
export interface ErrorFormat {
  /** The area's error for a problem that the chassis met. */
  readonly fromProblem: (problem: HttpProblem) => DomainError;
  /** The body that the area's contract documents for an error. */
  readonly body: (error: DomainError) => object;
  /** The same as a page, for browsers that go to an address; left out where there are no pages. */
  readonly page?: (error: DomainError) => string;
}

/** Longest text of an answer, characters; what was sent may be named in it and be long. */
const longestSentence = 500;

/** A sentence for a person, for areas whose error text is free. */
export function describeProblem(problem: HttpProblem): string {
  const text = describe(problem);
  return text.length <= longestSentence ? text : `${text.slice(0, longestSentence - 1)}…`;
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
      return 'The request did not come in time.';
    case 'headers_too_large':
      return 'The request headers are longer than this service reads.';
    case 'unsupported_media_type':
      return `Content type ${problem.given} is not supported; send ${problem.supported.join(' or ')}.`;
    case 'payload_too_large':
      return `The request body is larger than ${problem.limit} bytes.`;
    case 'unauthenticated':
      return `Authentication is required (${problem.schemes.join(' or ')}).`;
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
