import ts from 'typescript';

/** One change of a source file that a test should notice. */
export interface Mutant {
  /** Line of the change, from 1. */
  readonly line: number;
  /** What changes, for people. */
  readonly change: string;
  /** Replaced range of the source, UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const flippedOperators: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
  [ts.SyntaxKind.PlusToken, '-'],
  [ts.SyntaxKind.MinusToken, '+'],
  [ts.SyntaxKind.AsteriskToken, '/'],
  [ts.SyntaxKind.SlashToken, '*'],
]);

/**
 * Returns the mutants of a source file: operators flipped, conditions fixed, statements and awaits dropped, literals
 * changed, function bodies emptied. Types, imports and texts for people stay as they are.
 */
export function mutantsOf(source: string, path: string): readonly Mutant[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const mutants: Mutant[] = [];
  const replace = (node: ts.Node, text: string, change: string): void => {
    const start = node.getStart(file);
    const line = file.getLineAndCharacterOfPosition(start).line + 1;
    mutants.push({ line, change, start, end: node.getEnd(), text });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    mutate(node, replace);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return mutants;
}

type Replace = (node: ts.Node, text: string, change: string) => void;

function mutate(node: ts.Node, replace: Replace): void {
  if (ts.isBinaryExpression(node)) {
    const flipped = flippedOperators.get(node.operatorToken.kind);
    if (flipped !== undefined)
      replace(node.operatorToken, flipped, `${node.operatorToken.getText()} becomes ${flipped}`);
  } else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    replace(node, node.operand.getText(), 'the negation is dropped');
  } else if (ts.isIfStatement(node)) {
    mutateCondition(node.expression, replace);
  } else if (ts.isConditionalExpression(node)) {
    mutateCondition(node.condition, replace);
  } else if (ts.isExpressionStatement(node) || ts.isThrowStatement(node)) {
    replace(node, ';', `"${node.getText().split('\n')[0]}" is dropped`);
  } else if (ts.isAwaitExpression(node)) {
    replace(node, `(${node.expression.getText()})`, 'await is dropped');
  } else if (ts.isBlock(node) && isFunction(node.parent) && node.statements.length > 1) {
    replace(node, '{ return undefined as never; }', 'the function returns at once');
  } else mutateLiteral(node, replace);
}

const isFunction = (node: ts.Node): boolean =>
  ts.isFunctionDeclaration(node) || ts.isArrowFunction(node) || ts.isMethodDeclaration(node);

function mutateCondition(condition: ts.Expression, replace: Replace): void {
  for (const value of ['true', 'false']) replace(condition, value, `the condition is always ${value}`);
}

function mutateLiteral(node: ts.Node, replace: Replace): void {
  if (node.kind === ts.SyntaxKind.TrueKeyword) replace(node, 'false', 'true becomes false');
  else if (node.kind === ts.SyntaxKind.FalseKeyword) replace(node, 'true', 'false becomes true');
  else if (ts.isNumericLiteral(node)) replace(node, `(${node.getText()} + 1)`, `${node.getText()} becomes one more`);
  // Codes and names have no spaces; texts for people have.
  else if (ts.isStringLiteral(node) && /^\S+$/.test(node.text) && !isName(node)) {
    replace(node, "'mutated'", `'${node.text}' becomes 'mutated'`);
  }
}

/** Whether a literal names a member instead of being a value. */
function isName({ parent }: ts.StringLiteral): boolean {
  return ts.isPropertyAssignment(parent) ? parent.initializer.kind !== ts.SyntaxKind.StringLiteral : false;
}

/** Applies a mutant to its source. */
export function applyMutant(source: string, { start, end, text }: Mutant): string {
  return source.slice(0, start) + text + source.slice(end);
}
