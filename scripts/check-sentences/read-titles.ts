import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { titlesIn } from './unproven.ts';

const root = resolve(import.meta.dirname, '..', '..');

/** Everything in the repository that can be the title of a test. */
export function readTitles(): ReadonlySet<string> {
  const files = globSync('{contract-tests,cli,src,scripts}/**/*.test.{ts,tsx}', { cwd: root });
  return new Set(files.flatMap((file) => titlesIn(readFileSync(join(root, file), 'utf8'))));
}
