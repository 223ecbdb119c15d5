import ts from 'typescript';
import type { SourceLine, SourceTree } from './locate-target.ts';

export interface TaggedTest extends SourceLine {
  /** Without its tags. */
  readonly title: string;
}

export interface Tests {
  /** The tests that prove each requirement, by its id. */
  readonly byRequirement: ReadonlyMap<string, readonly TaggedTest[]>;
  /** The test files in which each word occurs, as an identifier or in a title. */
  readonly filesByWord: ReadonlyMap<string, readonly string[]>;
}

/** Reads all test files. Skipped tests prove nothing. */
export function readTests(tree: SourceTree): Tests {
  const byRequirement = new Map<string, TaggedTest[]>();
  const filesByWord = new Map<string, string[]>();
  for (const file of tree.list('{contract-tests,cli,src,scripts}/**/*.test.{ts,tsx}')) {
    const source = tree.read(file);
    for (const word of new Set(source.match(/\w+/g))) filesByWord.set(word, [...(filesByWord.get(word) ?? []), file]);
    for (const { title, line } of titlesIn(source, file)) {
      const [, plain = title, tags] = tagged.exec(title) ?? [];
      for (const id of tags?.split(', ') ?? [])
        byRequirement.set(id, [...(byRequirement.get(id) ?? []), { title: plain, file, line }]);
    }
  }
  return { byRequirement, filesByWord };
}

/** A title with the ids of the requirements that its test proves: `forum: a post is created [C13, C24]`. */
const tagged = /^(.*?) \[([A-Z]\d+(?:, [A-Z]\d+)*)\]/;

interface TestTitle {
  readonly title: string;
  /** Line of the call, from 1. */
  readonly line: number;
}

/**
 * Returns the titles of the tests and groups in a source file, except skipped ones. The title of a table is returned as
 * written (`%s is refused`) and once for each row with the row's string literals filled in.
 *
 * @param path the file's path; its extension selects TypeScript or TSX
 */
export function titlesIn(source: string, path: string): readonly TestTitle[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest);
  const titles: TestTitle[] = [];
  const visit = (node: ts.Node): void => {
    const call = ts.isCallExpression(node) ? calledTest(node.expression) : undefined;
    if (call?.skipped === true) return;
    const title = ts.isCallExpression(node) ? textOf(node.arguments[0]) : undefined;
    if (call !== undefined && title !== undefined) {
      const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
      titles.push(...[title, ...filledIn(title, call.table)].map((text) => ({ title: text, line })));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return titles;
}

/** Recognizes `test`, `it.skip`, `describe.each(table)` and the like; returns undefined for any other function. */
function calledTest(
  callee: ts.Expression,
  table?: ts.Expression,
): { readonly skipped: boolean; readonly table: ts.Expression | undefined } | undefined {
  if (ts.isIdentifier(callee)) {
    return ['test', 'it', 'describe'].includes(callee.text) ? { skipped: false, table } : undefined;
  }
  if (ts.isCallExpression(callee)) return calledTest(callee.expression, callee.arguments[0]);
  if (!ts.isPropertyAccessExpression(callee)) return undefined;
  const called = calledTest(callee.expression, table);
  return called && { ...called, skipped: called.skipped || ['skip', 'todo'].includes(callee.name.text) };
}

/** Fills the placeholders of a table's title from the string literals of each row, in order. */
function filledIn(title: string, table: ts.Expression | undefined): readonly string[] {
  const rows = table && withoutType(table);
  if (rows === undefined || !ts.isArrayLiteralExpression(rows)) return [];
  return rows.elements.map((row) => {
    const plainRow = withoutType(row);
    const cells = ts.isArrayLiteralExpression(plainRow) ? [...plainRow.elements] : [row];
    return title.replaceAll(/%[sioj]/g, (placeholder) => textOf(cells.shift()) ?? placeholder);
  });
}

const withoutType = (node: ts.Expression): ts.Expression =>
  ts.isAsExpression(node) || ts.isSatisfiesExpression(node) ? withoutType(node.expression) : node;

/** Returns the text of a string literal without substitutions. */
function textOf(node: ts.Expression | undefined): string | undefined {
  return node !== undefined && ts.isStringLiteralLike(node) ? node.text : undefined;
}
