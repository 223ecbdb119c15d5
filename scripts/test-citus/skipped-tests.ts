/** A test that `npm run test:citus` leaves out. */
export interface SkippedTests {
  /** How the names begin, or a part that no other has. */
  readonly test: string;
  readonly because: string;
}

const plans = 'reads the plan of one server; what each statement asks is in the report of this command';
const locks = 'waits for a lock that one server shows; on Citus the nodes wait';

export const skippedTests: readonly SkippedTests[] = [
  { test: 'notifications queries:', because: plans },
  { test: 'forum: every read of 20,000 posts is an index read', because: plans },
  { test: 'reads by index, independent of the number of rows', because: plans },
  {
    test: 'forum search: words that never occur together end a page after 10,000 texts',
    because: 'needs the statistics of words, which are on the node: on the coordinator every word counts as rare',
  },
  { test: 'waited for the lock', because: locks },
  { test: 'an expired key that is being reused is not deleted', because: locks },
];

/** Returns a pattern of the names of all other tests. */
export const otherTests = (skipped: readonly SkippedTests[]): string =>
  `^(?!.*(?:${skipped.map(({ test }) => test.replace(/[.()?*+]/g, '\\$&')).join('|')})).*$`;
