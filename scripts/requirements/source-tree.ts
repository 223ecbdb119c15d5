import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** A line of a file of the repository. */
export interface SourceLine {
  /** Path from the root of the repository. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** The files that a chain from a requirement to its tests is read from. */
export interface SourceTree {
  /** Returns the paths that match a glob pattern, from the root of the repository. */
  readonly list: (pattern: string) => readonly string[];
  readonly read: (file: string) => string;
}

const root = resolve(import.meta.dirname, '..', '..');

export const repositoryTree: SourceTree = {
  list: (pattern) => globSync(pattern, { cwd: root, exclude: (path) => path.endsWith('node_modules') }).toSorted(),
  read: (file) => readFileSync(join(root, file), 'utf8'),
};

/** Lists and reads everything at most once. */
export function readOnce(tree: SourceTree): SourceTree {
  return { list: once(tree.list), read: once(tree.read) };
}

function once<T>(read: (name: string) => T): (name: string) => T {
  const results = new Map<string, T>();
  return (name) => {
    const result = results.get(name) ?? read(name);
    results.set(name, result);
    return result;
  };
}

/** Returns the first line in the files that matches the pattern. */
export function findLine(tree: SourceTree, files: readonly string[], pattern: RegExp): SourceLine | undefined {
  for (const file of files) {
    const index = tree
      .read(file)
      .split('\n')
      .findIndex((text) => pattern.test(text));
    if (index >= 0) return { file, line: index + 1 };
  }
  return undefined;
}
