import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { titlesIn } from './titles-in.ts';

const root = resolve(import.meta.dirname, '..', '..');

/** Titles of all tests of the repository that run. */
export function readTitles(): ReadonlySet<string> {
  const files = globSync('{contract-tests,cli,src,scripts}/**/*.test.{ts,tsx}', { cwd: root });
  return new Set(files.flatMap((file) => titlesIn(readFileSync(join(root, file), 'utf8'), file)));
}
