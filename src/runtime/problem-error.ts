import type { Problem } from './problem.ts';

/** Carries a problem from where it is met to the error handler. */
export class ProblemError extends Error {
  readonly problem: Problem;

  /** @param cause for the log only */
  constructor(problem: Problem, cause?: unknown) {
    super(problem.kind, { cause });
    this.name = 'ProblemError';
    this.problem = problem;
  }
}
