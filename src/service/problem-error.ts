import type { Problem } from './problem.ts';

/** Carries a problem from where it is met to the error handler. */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.kind);
    this.name = 'ProblemError';
    this.problem = problem;
  }
}
