import { distribution } from '../../src/composition/distribution.ts';
import { type Area, areas } from '../../src/typed-contract/areas.ts';
import type { FanOut } from '../statement-lint/fan-outs.ts';
import { ofTests } from '../statement-lint/sender.ts';
import { isRequest, type SentStatement } from '../statement-lint/senders.ts';
import { type ExplainedShape, type Reach, shapeOf } from './explained-shapes.ts';

/** Returns a line for each request path, with how many of its statements ask one node, all nodes, or are refused; those that do first. */
export function countByPath(
  requests: readonly SentStatement[],
  explained: readonly ExplainedShape[],
): readonly string[] {
  const reaches = new Map(explained.map(({ statement, reach }) => [statement, reach]));
  const paths = Map.groupBy(
    requests.filter(({ path }) => path !== ofTests),
    ({ path }) => path,
  );
  const counted = [...paths].map(([path, sent]) => {
    const shapes = new Set(sent.map(({ statement }) => shapeOf(statement)));
    const count = (reach: Reach) => [...shapes].filter((shape) => reaches.get(shape) === reach).length;
    return { path, one: count('one node'), all: count('all nodes'), refused: count('refused') };
  });
  return counted
    .filter(({ one, all, refused }) => one + all + refused > 0)
    .toSorted((a, b) => b.refused - a.refused || b.all - a.all || a.path.localeCompare(b.path))
    .map(({ path, one, all, refused }) => `${path}: ${one} ask one node, ${all} all nodes, ${refused} are refused`);
}

export interface PathFindings {
  /** Lines of a report: each named exception with its rate and reasons, each job that asks all nodes. */
  readonly lines: readonly string[];
  /** Request paths that ask all nodes and are no named exception, and statements that are refused. */
  readonly violations: readonly string[];
  /** Exceptions whose path ran, and asked one node only. */
  readonly unused: readonly string[];
}

/** Compares what the engine does with the statements of each request path of these areas with the named exceptions. */
export function namedFanOuts(
  requests: readonly SentStatement[],
  explained: readonly ExplainedShape[],
  { exceptions, areas }: { readonly exceptions: readonly FanOut[]; readonly areas: readonly Area[] },
): PathFindings {
  const reaches = new Map(explained.map((each) => [each.statement, each]));
  const asksAll = new Map<string, Set<string>>();
  for (const { path, statement } of requests.filter((each) => each.path !== ofTests)) {
    const shape = shapeOf(statement);
    if (reaches.get(shape)?.reach === 'all nodes') asksAll.set(path, (asksAll.get(path) ?? new Set()).add(shape));
  }
  const isKeyed = (shape: ExplainedShape | undefined) => shape !== undefined && areas.includes(shape.area);
  const named = new Map(exceptions.map((exception) => [exception.path, exception]));
  const paths = [...asksAll].toSorted(([a], [b]) => a.localeCompare(b));
  return {
    lines: paths.map(([path, shapes]) => {
      const exception = named.get(path);
      const rate = exception ? `${exception.rate} (${exception.tables.map(reasonsOf).join('; ')})` : '';
      return `${path}: ${shapes.size} of its statements${rate && `: ${rate}`}`;
    }),
    violations: paths
      .filter(([path]) => isRequest(path) && !named.has(path))
      .flatMap(([path, shapes]) =>
        [...shapes].flatMap((shape) => (isKeyed(reaches.get(shape)) ? [`${path}: ${shape}`] : [])),
      ),
    unused: exceptions
      .map(({ path }) => path)
      .filter((path) => !asksAll.has(path) && requests.some((request) => request.path === path)),
  };
}

/** Returns why statements on a table do not name its key. */
function reasonsOf(table: string): string {
  const placement = distribution[table];
  const reasons = placement && 'by' in placement ? Object.values(placement.fanOut ?? {}) : [];
  return `${table}: ${[...new Set(reasons)].join(', ')}`;
}

/** What this command reads of the JSON report of Vitest. */
export interface TestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** Returns a line for each area, with the numbers of tests that passed, failed and were skipped. */
export function countByArea({ testResults }: TestReport): readonly string[] {
  const places = ['contract-tests/citus', ...areas.map((area) => `src/${area}`)];
  return places.flatMap((place) => {
    const tests = testResults
      .filter(({ name }) => name.includes(`/${place}/`))
      .flatMap(({ assertionResults }) => assertionResults);
    const count = (...states: readonly string[]) => tests.filter(({ status }) => states.includes(status)).length;
    if (tests.length === 0) return [];
    return `${place}: ${count('passed')} passed, ${count('failed')} failed, ${count('pending', 'skipped', 'todo')} skipped`;
  });
}

/** Returns the parts of names that no test has. */
export const unusedNames = ({ testResults }: TestReport, names: readonly string[]): readonly string[] => {
  const all = testResults.flatMap(({ assertionResults }) => assertionResults.map(({ fullName }) => fullName));
  return names.filter((name) => !all.some((fullName) => fullName.includes(name)));
};

/** A test that `npm run test:citus` leaves out. */
interface SkippedTests {
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
