import { isSpread } from '../../src/composition/distribute.ts';
import type { Area } from '../../src/typed-contract/areas.ts';
import type { FanOut } from './fan-outs.ts';
import { distribution } from '../../src/composition/distribution.ts';
import { groupsOf, isGroup, isQuery, type Part, partsOf, type Query, tablesOf } from './parts.ts';

/** A table of a statement whose rows cannot be found on one node, because the statement does not name their key. */
export interface UnnamedKey {
  readonly table: string;
  readonly key: string;
}

const keyOf = (table: string): string | undefined => {
  const placement = distribution[table];
  return placement && 'by' in placement ? placement.by : undefined;
};

/** What a level compares a column with: a value that the statement brings, or a column. */
type Comparison = 'value' | 'column';

const isValue = (part: Part | undefined): boolean =>
  isGroup(part) ? !isQuery(part) : part === 'any' || (part !== undefined && /^(?:\$\d|\d|''$)/.test(part));

/** Returns the comparisons of columns of this name on a level, also within `and (… or …)` but not within a query of its own. */
function comparisons(query: Query, key: string): readonly Comparison[] {
  return query.flatMap((part, at): readonly Comparison[] => {
    const [before, next, other] = [query[at - 1], query[at + 1], query[at + 2]];
    const compared: Comparison = isValue(other) ? 'value' : 'column';
    if (isGroup(part)) {
      if (isQuery(part)) return [];
      if (!part.includes(key)) return comparisons(part, key);
      // `(key, id) in (…)`, and `using (key)`, which compares both tables.
      if (next === '=' || next === 'in') return [compared];
      return before === 'using' ? ['column', 'column'] : comparisons(part, key);
    }
    if (part !== key || next === '.') return [];
    if (next === '=' || next === 'in') return [compared];
    const first = before === '.' ? at - 2 : at;
    return query[first - 1] === '=' ? [isValue(query[first - 2]) ? 'value' : 'column'] : [];
  });
}

/** Whether `insert into table (columns)` has the key. */
const inserts = (query: Query, table: string, key: string): boolean =>
  query.some((part, at) => {
    const columns = query.slice(at + 4).find(isGroup);
    return part === 'into' && query.slice(at + 1, at + 4).join('') === table && columns?.includes(key) === true;
  });

/** What a level compares: its conditions, not what it sets. */
const conditions = (query: Query): Query => {
  const at = query.findIndex((part) => part === 'where' || part === 'on' || part === 'using');
  return at < 0 ? [] : query.slice(at);
};

/**
 * Returns the distributed tables of a statement whose key is not named where the table is. The outermost level names a value of the key;
 * those below may name the key of another level.
 */
export function unnamedKeys(statement: string): readonly UnnamedKey[] {
  const query = partsOf(statement);
  const found = [query, ...groupsOf(query)].flatMap((level) => {
    const keyed = tablesOf(level).flatMap((table) => {
      const key = keyOf(table);
      return key === undefined || inserts(level, table, key) ? [] : [{ table, key }];
    });
    const groups = [...Map.groupBy(keyed, ({ key }) => key)].map(([key, tables]) => ({
      tables,
      compared: comparisons(conditions(level), key),
    }));
    // A value of one key is one of the keys that are compared with it.
    const hasValue = level !== query || groups.some(({ compared }) => compared.includes('value'));
    return groups.flatMap(({ tables, compared }) => (hasValue && compared.length >= tables.length ? [] : tables));
  });
  return [...new Map(found.map((each) => [each.table, each])).values()];
}

/** A statement with the request path, or the job, that sent it. */
export interface SentStatement {
  readonly path: string;
  readonly statement: string;
}

export interface SenderFindings {
  /** Statements of requests that name no key of a table, although no exception names path and table. */
  readonly violations: readonly string[];
  /** `path: table` of exceptions that no statement needs. */
  readonly unused: readonly string[];
}

/** Whether a sender is a request path, not a job or a test. */
export const isRequest = (path: string): boolean => /^[A-Z]+ \//.test(path);

/** Checks that each statement of a request names the key of each table of these areas whose rows are spread. */
export function lintSenders(
  sent: readonly SentStatement[],
  fanOuts: readonly FanOut[],
  areas: readonly Area[],
): SenderFindings {
  const excepted = new Set(fanOuts.flatMap(({ path, tables }) => tables.map((table) => `${path}: ${table}`)));
  const needed = new Set<string>();
  const violations = new Set<string>();
  for (const { path, statement } of sent.filter((each) => isRequest(each.path))) {
    for (const { table, key } of unnamedKeys(statement)) {
      if (!isSpread(table) || !areas.some((area) => table.startsWith(`${area}.`))) continue;
      const use = `${path}: ${table}`;
      needed.add(use);
      if (!excepted.has(use)) violations.add(`${use}: names no ${key}: ${statement.replace(/\s+/g, ' ').trim()}`);
    }
  }
  return { violations: [...violations].toSorted(), unused: [...excepted].filter((use) => !needed.has(use)) };
}
