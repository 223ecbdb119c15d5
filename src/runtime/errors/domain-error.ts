import type { ResponseHeaders } from '../../typed-contract/operation.ts';

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

export interface DomainErrorExtra {
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
