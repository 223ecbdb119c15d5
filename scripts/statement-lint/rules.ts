import { callsOf, clause, groupsOf, nestedQueries, type Query, partsOf, tablesOf, wordsOf } from './parts.ts';

/** What a distributed engine such as Citus refuses, or runs many times slower than one server. */
export type Rule = keyof typeof rules;

const changes = new Set(['insert', 'update', 'delete']);
const isChange = ([first]: Query): boolean => typeof first === 'string' && changes.has(first);

/** Whether this level has an `update` or `delete`, and not only a lock (`for update`) or `on conflict do update`. */
const changesFoundRows = (query: Query): boolean =>
  query.some((part, at) => {
    const before = query[at - 1];
    return part === 'delete' || (part === 'update' && before !== 'for' && before !== 'key' && before !== 'do');
  });

/** Functions whose result changes between calls or with the session, so that nodes would compute different values. */
const changing = new Set(
  `now clock_timestamp statement_timestamp transaction_timestamp timeofday random gen_random_uuid nextval currval setval
  lastval set_config current_setting to_char date_trunc age concat concat_ws format to_json to_jsonb row_to_json
  json_build_object jsonb_build_object json_build_array jsonb_build_array array_to_string pg_notify`.split(/\s+/),
);
const changingWords = new Set(['current_timestamp', 'current_date', 'localtimestamp', 'current_time', 'localtime']);
const hasChanging = (query: Query): boolean =>
  callsOf(query).some((name) => changing.has(name)) || wordsOf(query).some((word) => changingWords.has(word));

/** Functions that turn one parameter into rows. */
const rowFunctions = new Set(['unnest', 'jsonb_to_recordset', 'json_to_recordset', 'jsonb_array_elements']);

const levels = (query: Query): readonly Query[] => [query, ...groupsOf(query)];
const queries = (query: Query): readonly Query[] => [query, ...nestedQueries(query)];
const allTables = (query: Query): readonly string[] => levels(query).flatMap(tablesOf);

/** Returns the queries that `with` names. */
function named(query: Query): readonly { readonly name: string; readonly body: Query }[] {
  return query.flatMap((part, at) => {
    const name = query[at - (query[at - 1] === 'materialized' ? (query[at - 2] === 'not' ? 4 : 3) : 2)];
    const isBody = typeof part === 'object' && (query[at - 1] === 'as' || query[at - 1] === 'materialized');
    return isBody && typeof name === 'string' && queries(part).includes(part) && /^[a-z]/.test(name)
      ? [{ name, body: part }]
      : [];
  });
}

/** The parts of a statement in which every node computes the values itself. */
function computedOnNodes(query: Query): readonly Query[] {
  return levels(query).flatMap((level) => {
    const until = ['from', 'where', 'returning', 'on', 'union'];
    const lists = [clause(level, 'returning', [])];
    if (level.includes('set')) lists.push(clause(level, 'set', until));
    const sources = clause(level, 'from', ['where', 'group', 'order', 'limit', 'returning']);
    if (level.includes('select') && (sources.includes('join') || sources.includes(',')) && tablesOf(level).length > 0)
      lists.push(clause(level, 'select', ['from']));
    level.forEach((part, at) => {
      if (part === 'case') lists.push(clause(level.slice(at), 'case', ['end']));
    });
    return lists;
  });
}

const rules = {
  'transition-table': (query: Query) =>
    query[0] === 'create' && query.includes('trigger') && query.includes('referencing'),

  'changing-function': (query: Query) => allTables(query).length > 0 && computedOnNodes(query).some(hasChanging),

  'unread-change': (query: Query) => {
    const words = wordsOf(query);
    return queries(query)
      .flatMap(named)
      .some(({ name, body }) => isChange(body) && words.filter((word) => word === name).length === 1);
  },

  'nested-twice': (query: Query) =>
    nestedQueries(query).some(
      (outer) =>
        nestedQueries(outer).some((inner) => allTables(inner).length > 0) && new Set(allTables(outer)).size > 1,
    ),

  'constraint-name': (query: Query) =>
    levels(query).some((level) => /\bon conflict on constraint\b/.test(level.join(' '))),

  'rows-of-a-parameter': (query: Query) =>
    queries(query).some((each) => each[0] === 'insert' && callsOf(each).some((name) => rowFunctions.has(name))),

  'claim-in-a-change': (query: Query) =>
    queries(query).some(changesFoundRows) &&
    nestedQueries(query).some((each) => each[0] === 'select' && (each.includes('limit') || each.includes('skip'))),

  // It holds on the node that the coordinator runs on, and another coordinator takes it too.
  'advisory-lock': (query: Query) => levels(query).some((level) => callsOf(level).includes('pg_advisory_xact_lock')),

  'several-alterations': (query: Query) => query[0] === 'alter' && query[1] === 'table' && query.includes(','),
} satisfies Readonly<Record<string, (query: Query) => boolean>>;

const names = Object.keys(rules) as readonly Rule[];

/** Returns the rules that a statement violates. */
export function violatedRules(statement: string): readonly Rule[] {
  const query = partsOf(statement);
  return names.filter((name) => rules[name](query));
}

/** Statements that violate a rule for now, or on purpose. */
export interface Exception {
  readonly rule: Rule;
  /** How the statement begins, or a part of it that no other has; with single spaces. */
  readonly statement: string;
  readonly reason: string;
}

export interface Findings {
  /** `rule: statement` */
  readonly violations: readonly string[];
  /** Exceptions that no statement needs. */
  readonly unused: readonly Exception[];
}

/** How tests fill tables and read plans. */
const ofTests = /^explain\b|\bfrom generate_series\b/;

const withoutComments = (statement: string): string => statement.replace(/--[^\n]*/g, '');

/** Checks statements that are recorded or about to be. A statement may occur several times. */
export function lintStatements(statements: readonly string[], exceptions: readonly Exception[]): Findings {
  const used = new Set<Exception>();
  const violations = new Set<string>();
  for (const statement of new Set(statements.map((text) => withoutComments(text).replace(/\s+/g, ' ').trim()))) {
    if (ofTests.test(statement)) continue;
    for (const rule of violatedRules(statement)) {
      const exception = exceptions.find((each) => each.rule === rule && statement.includes(each.statement));
      if (exception) used.add(exception);
      else violations.add(`${rule}: ${statement}`);
    }
  }
  return { violations: [...violations].toSorted(), unused: exceptions.filter((exception) => !used.has(exception)) };
}
