import ts from 'typescript';

/** A name that a file declares and exports. */
export interface ExportedName {
  readonly name: string;
  /** 1-based. */
  readonly line: number;
}

/**
 * Lists the names that a source file declares and exports. Re-exports (`export … from`) declare nothing and are left out.
 *
 * @param source text of a TypeScript file
 */
export function exportedNames(path: string, source: string): readonly ExportedName[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest);
  return file.statements.filter(isExported).flatMap((statement) => {
    const line = file.getLineAndCharacterOfPosition(statement.getStart(file)).line + 1;
    return declaredNames(statement).map((name) => ({ name, line }));
  });
}

function isExported(statement: ts.Statement): boolean {
  return (
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true
  );
}

function declaredNames(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => bound(name));
  if (
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement)
  )
    return statement.name ? [statement.name.text] : [];
  return [];
}

function bound(name: ts.BindingName): readonly string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? bound(element.name) : []));
}
