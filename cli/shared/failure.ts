import type { FailureCode } from './failure-codes.ts';

/** An expected failure, printed as `{ok: false, error, code}` with exit code 1. */
export class Failure extends Error {
  /** Stable code for programs. */
  readonly code: FailureCode;
  /** Additional output members. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: FailureCode, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.name = 'Failure';
    this.code = code;
    this.details = details;
  }
}
