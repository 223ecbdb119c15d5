import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect } from 'vitest';
import type { MutatedRequest } from './request-draft.ts';
import type { Verdict } from './verdicts.ts';

/** A difference between two verifiers, and the line of docs/protocol-choices.md that explains it. */
export interface Difference {
  /** Mutation of the request that shows the difference. */
  readonly mutation: string;
  /** Our reason for rejecting the request; undefined when we accept it. */
  readonly ours?: string;
  /** The other verifier's reason; undefined when it accepts the request. */
  readonly theirs?: string;
  /** First cell of the line in docs/protocol-choices.md. */
  readonly line: string;
}

export interface ComparedRequest {
  readonly request: MutatedRequest;
  readonly ours: Verdict;
  readonly theirs: Verdict;
}

const choices = readFileSync(resolve(import.meta.dirname, '../../docs/protocol-choices.md'), 'utf8');

/** Expects exactly these differences, a request that shows each, and a line of docs/protocol-choices.md for each. */
export function expectDifferences(compared: readonly ComparedRequest[], explained: readonly Difference[]): void {
  const differing = compared.filter(({ ours, theirs }) => (ours === undefined) !== (theirs === undefined));
  const explains = (difference: Difference, { request, ours, theirs }: ComparedRequest): boolean =>
    request.mutations.includes(difference.mutation) &&
    matches(difference.ours, ours) &&
    matches(difference.theirs, theirs);
  expect(differing.filter((one) => !explained.some((difference) => explains(difference, one)))).toEqual([]);
  expect(explained.filter((difference) => !differing.some((one) => explains(difference, one)))).toEqual([]);
  expect(explained.filter(({ line }) => !choices.includes(`\n| ${line} |`))).toEqual([]);
}

/** Compares the start of a reason, because its end may quote values of the request. */
const matches = (expected: string | undefined, verdict: Verdict): boolean =>
  expected === undefined ? verdict === undefined : verdict?.startsWith(expected) === true;
