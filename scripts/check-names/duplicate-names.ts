import type { ExportedName } from './exported-names.ts';

export interface SourceFile {
  /** Relative to the repository's root. */
  readonly path: string;
  readonly names: readonly ExportedName[];
}

export interface DuplicateName {
  readonly name: string;
  /** `path:line` of every declaration. */
  readonly places: readonly string[];
}

/**
 * Finds names that more than one file declares and exports. Overloads and a type beside its value share a file and
 * count once.
 */
export function duplicateNames(files: readonly SourceFile[]): readonly DuplicateName[] {
  const places = new Map<string, Map<string, string>>();
  for (const { path, names } of files)
    for (const { name, line } of names) {
      const declarations = places.get(name) ?? new Map<string, string>();
      if (!declarations.has(path)) declarations.set(path, `${path}:${line}`);
      places.set(name, declarations);
    }
  return [...places]
    .filter(([, declarations]) => declarations.size > 1)
    .map(([name, declarations]) => ({ name, places: [...declarations.values()] }));
}
