import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { titlesIn } from './titles-in.ts';

const root = resolve(import.meta.dirname, '..', '..');

/** Returns the titles of all tests of the repository, except skipped ones. */
export function readTitles(): ReadonlySet<string> {
  const files = globSync('{contract-tests,cli,src,scripts}/**/*.test.{ts,tsx}', { cwd: root });
  return new Set(files.flatMap((file) => titlesIn(readFileSync(join(root, file), 'utf8'), file)));
}
