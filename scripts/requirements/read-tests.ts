import { titlesIn } from './titles-in.ts';
import type { SourceLine, SourceTree } from './source-tree.ts';

/** The tests of the repository. */
export interface Tests {
  /** Where each title is; equal titles may be in several files. */
  readonly titles: ReadonlyMap<string, readonly SourceLine[]>;
  /** The test files in which each word occurs, as an identifier or in a title. */
  readonly filesByWord: ReadonlyMap<string, readonly string[]>;
}

/** Reads all test files. Skipped tests have no titles. */
export function readTests(tree: SourceTree): Tests {
  const titles = new Map<string, SourceLine[]>();
  const filesByWord = new Map<string, string[]>();
  for (const file of tree.list('{contract-tests,cli,src,scripts}/**/*.test.{ts,tsx}')) {
    const source = tree.read(file);
    for (const word of new Set(source.match(/\w+/g))) filesByWord.set(word, [...(filesByWord.get(word) ?? []), file]);
    for (const { title, line } of titlesIn(source, file))
      titles.set(title, [...(titles.get(title) ?? []), { file, line }]);
  }
  return { titles, filesByWord };
}
