import ts from 'typescript';

/**
 * Titles of the tests and groups that a source runs; those that it skips prove nothing. A title of a table counts as
 * it is written (`%s is refused`), and with the texts that stand in the table put in.
 *
 * @param path of the source, whose ending tells its language
 */
export function titlesIn(source: string, path: string): readonly string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest);
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    const call = ts.isCallExpression(node) ? calledTest(node.expression) : undefined;
    if (call?.skipped === true) return;
    const title = ts.isCallExpression(node) ? textOf(node.arguments[0]) : undefined;
    if (call !== undefined && title !== undefined) titles.push(title, ...filledIn(title, call.table));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return titles;
}

interface CalledTest {
  readonly skipped: boolean;
  readonly table: ts.Expression | undefined;
}

/** Reads `test`, `it.skip`, `describe.each(table)` …; undefined for any other function. */
function calledTest(callee: ts.Expression, table?: ts.Expression): CalledTest | undefined {
  if (ts.isIdentifier(callee)) {
    return ['test', 'it', 'describe'].includes(callee.text) ? { skipped: false, table } : undefined;
  }
  if (ts.isCallExpression(callee)) return calledTest(callee.expression, callee.arguments[0]);
  if (!ts.isPropertyAccessExpression(callee)) return undefined;
  const called = calledTest(callee.expression, table);
  return called && { ...called, skipped: called.skipped || ['skip', 'todo'].includes(callee.name.text) };
}

/** Titles of a table whose rows stand in the call: `%s` is filled in order, as long as the cells are texts. */
function filledIn(title: string, table: ts.Expression | undefined): readonly string[] {
  const rows = table && withoutType(table);
  if (rows === undefined || !ts.isArrayLiteralExpression(rows)) return [];
  return rows.elements.map((row) => {
    const plainRow = withoutType(row);
    const cells = ts.isArrayLiteralExpression(plainRow) ? [...plainRow.elements] : [row];
    return title.replaceAll(/%[sioj]/g, (hole) => textOf(cells.shift()) ?? hole);
  });
}

const withoutType = (node: ts.Expression): ts.Expression =>
  ts.isAsExpression(node) || ts.isSatisfiesExpression(node) ? withoutType(node.expression) : node;

/** Of a text without anything put in. */
function textOf(node: ts.Expression | undefined): string | undefined {
  return node !== undefined && ts.isStringLiteralLike(node) ? node.text : undefined;
}
