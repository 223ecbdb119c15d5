import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect } from 'vitest';
import type { MutatedRequest } from './mutated-requests.ts';
import type { Opinion } from './opinions.ts';

/** One way in which two verifiers differ, and the line of docs/departures.md that says why. */
export interface Difference {
  /** The change of the request that shows it. */
  readonly mutation: string;
  /** Why we refuse; undefined where we accept. */
  readonly ours?: string;
  /** Why the other one refuses; undefined where it accepts. */
  readonly theirs?: string;
  /** First cell of the line. */
  readonly line: string;
}

export interface Judged {
  readonly request: MutatedRequest;
  readonly ours: Opinion;
  readonly theirs: Opinion;
}

const departures = readFileSync(resolve(import.meta.dirname, '../../docs/departures.md'), 'utf8');

/** Two verifiers differ in these ways and no other, each way is still shown by a request, and the page has its line. */
export function expectDifferences(judged: readonly Judged[], explained: readonly Difference[]): void {
  const differing = judged.filter(({ ours, theirs }) => (ours === undefined) !== (theirs === undefined));
  const explains = (difference: Difference, { request, ours, theirs }: Judged): boolean =>
    request.mutations.includes(difference.mutation) && gives(difference.ours, ours) && gives(difference.theirs, theirs);
  expect(differing.filter((one) => !explained.some((difference) => explains(difference, one)))).toEqual([]);
  expect(explained.filter((difference) => !differing.some((one) => explains(difference, one)))).toEqual([]);
  expect(explained.filter(({ line }) => !departures.includes(`\n| ${line} |`))).toEqual([]);
}

/** Their texts may go on with values of the request. */
const gives = (expected: string | undefined, opinion: Opinion): boolean =>
  expected === undefined ? opinion === undefined : opinion?.startsWith(expected) === true;
