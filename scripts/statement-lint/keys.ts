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
