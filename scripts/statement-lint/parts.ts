/** A token of a statement, in lower case, or what stands in parentheses. */
export type Part = string | readonly Part[];

/** A query with the parts of its own level; those of nested queries are groups. */
export type Query = readonly Part[];

const tokens =
  /--[^\n]*|\/\*[\s\S]*?\*\/|\$([a-z_]*)\$[\s\S]*?\$\1\$|e?'(?:[^']|'')*'|"(?:[^"]|"")*"|\$\d+|[a-z_][\w$]*|\d+(?:\.\d+)?|::|<=|>=|<>|!=|\S/gi;

/** Splits a statement into tokens, with a group for each pair of parentheses. Texts become `''`, comments nothing. */
export function partsOf(statement: string): Query {
  const levels: Part[][] = [[]];
  for (const [token] of statement.matchAll(tokens)) {
    if (token.startsWith('--') || token.startsWith('/*')) continue;
    const level = levels.at(-1) ?? [];
    if (token === '(') levels.push([]);
    else if (token === ')') {
      if (levels.length > 1) levels.at(-2)?.push(levels.pop() ?? []);
    } else if (/^(?:e?'|\$[a-z_]*\$)/i.test(token)) level.push("''");
    else level.push(token.toLowerCase().replace(/^"([a-z_]\w*)"$/, '$1'));
  }
  // A statement that the server has shortened may lack the end of a group.
  while (levels.length > 1) levels.at(-2)?.push(levels.pop() ?? []);
  return levels[0] ?? [];
}

export const isGroup = (part: Part | undefined): part is readonly Part[] => typeof part === 'object';

/** Returns the groups below a query, at any depth. */
export const groupsOf = (query: Query): readonly Query[] =>
  query.filter(isGroup).flatMap((group) => [group, ...groupsOf(group)]);

const beginnings = new Set<Part>(['select', 'with', 'insert', 'update', 'delete', 'values']);
export const isQuery = ([first]: Query): boolean => first !== undefined && beginnings.has(first);

/** Returns the queries that stand in parentheses below a query, at any depth. */
export const nestedQueries = (query: Query): readonly Query[] => groupsOf(query).filter(isQuery);

/** Returns all tokens, of groups too. */
export const wordsOf = (query: Query): readonly string[] =>
  query.flatMap((part) => (isGroup(part) ? wordsOf(part) : [part]));

/** Returns the parts from a word of this level until one of the others, without both. */
export function clause(query: Query, from: string, until: readonly string[]): Query {
  const start = query.indexOf(from);
  if (start < 0) return [];
  const rest = query.slice(start + 1);
  const end = rest.findIndex((part) => typeof part === 'string' && until.includes(part));
  return end < 0 ? rest : rest.slice(0, end);
}

const beforeTables = new Set<Part | undefined>(['from', 'join', 'update', 'into', 'using', ',', 'table', 'lateral']);

/** Returns the tables with a schema that this level names, without those of nested queries; a table twice is named twice. */
export const tablesOf = (query: Query): readonly string[] =>
  query.flatMap((part, at) => {
    const [name, before] = [query[at + 2], query[at - 1]];
    if (typeof part !== 'string' || query[at + 1] !== '.' || typeof name !== 'string') return [];
    return beforeTables.has(before) && query[at + 3] !== '.' ? [`${part}.${name}`] : [];
  });

/** Returns the names of functions that are called, at any depth. */
export const callsOf = (query: Query): readonly string[] =>
  [query, ...groupsOf(query)].flatMap((level) =>
    level.filter((part, at): part is string => typeof part === 'string' && isGroup(level[at + 1])),
  );
