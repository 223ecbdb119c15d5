import type { HttpProblem } from './http-problem.ts';

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
