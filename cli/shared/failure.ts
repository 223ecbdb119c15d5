import type { FailureCode } from './failure-codes.ts';

/** A failure that the person or agent at the prompt can act on: printed as `{ok: false, error, code}`, exit code 1. */
export class Failure extends Error {
  /** Stable name of the failure, for programs. */
  readonly code: FailureCode;
  /** Further output members, for failures that still have something to report. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: FailureCode, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.name = 'Failure';
    this.code = code;
    this.details = details;
  }
}
