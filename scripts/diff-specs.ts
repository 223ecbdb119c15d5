/**
 * `npm run diff:specs -- <git-ref>`: what changed in the contracts since a commit, branch or tag.
 * Exits 1 when a change breaks those who call the services, 2 when the comparison cannot be made.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { apiCompare } from 'api-smart-diff';
import { areas } from './areas.ts';

const root = resolve(import.meta.dirname, '..');
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 << 20, stdio: ['ignore', 'pipe', 'ignore'] });

const [ref] = process.argv.slice(2);
if (ref === undefined) fail('Usage: npm run diff:specs -- <commit, branch or tag>');
try {
  git('rev-parse', '--verify', `${ref}^{commit}`);
} catch {
  fail(`${ref} is not a commit, branch or tag of this repository.`);
}

let breaking = 0;
for (const area of areas) {
  const path = `generated/${area}/spec.json`;
  const before = read(() => git('show', `${ref}:${path}`));
  const after = read(() => readFileSync(resolve(root, path), 'utf8'));
  if (after === undefined) fail(`${path} is missing. Run: npm run generate`);
  if (before === undefined) {
    console.log(`${area}: a new contract`);
    continue;
  }
  const diffs = apiCompare(before, after).diffs.filter(({ type }) => type !== 'annotation');
  const breaks = diffs.filter(({ type }) => type === 'breaking');
  breaking += breaks.length;
  console.log(`${area}: ${breaks.length} breaking, ${diffs.length - breaks.length} other changes`);
  for (const diff of breaks) console.log(`  BREAKING  ${where(diff.path)}: ${diff.description ?? diff.action}`);
  for (const diff of diffs)
    if (diff.type !== 'breaking') console.log(`            ${where(diff.path)}: ${diff.description ?? diff.action}`);
}
process.exit(breaking > 0 ? 1 : 0);

/** `paths, /api/posts, post, responses, 418` → `POST /api/posts`; deeper steps are in the description. */
function where(path: readonly PropertyKey[]): string {
  const [section, address, method] = path.map(String);
  if (section !== 'paths') return path.slice(0, 3).map(String).join('.');
  return method === undefined ? `${address}` : `${method.toUpperCase()} ${address}`;
}

function read(text: () => string): unknown {
  try {
    return JSON.parse(text());
  } catch {
    return undefined;
  }
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
