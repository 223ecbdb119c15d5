/**
 * `npm run diff:specs [-- <git-ref>]`: what changed in the contracts since a commit, branch or tag, or the last release.
 * Exits 1 when a change breaks those who call the services and the contract's version does not say so, 2 when the
 * comparison cannot be made.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { areas } from './areas.ts';
import { announcesBreak, compareContracts, type VersionedContract } from './diff-specs/compare-contracts.ts';

const root = resolve(import.meta.dirname, '..');
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 << 20, stdio: ['ignore', 'pipe', 'ignore'] });

const ref = process.argv[2] ?? lastRelease();
if (ref === undefined) {
  console.log('There is no release yet to compare with; name a commit, branch or tag.');
  process.exit(0);
}
try {
  git('rev-parse', '--verify', `${ref}^{commit}`);
} catch {
  fail(`${ref} is not a commit, branch or tag of this repository.`);
}

let unannounced = 0;
for (const area of areas) {
  const path = `generated/${area}/spec.json`;
  const before = read(() => git('show', `${ref}:${path}`));
  const after = read(() => readFileSync(resolve(root, path), 'utf8'));
  if (after === undefined) fail(`${path} is missing. Run: npm run generate`);
  if (before === undefined) {
    console.log(`${area}: a new contract`);
    continue;
  }
  const changes = compareContracts(before, after);
  const breaks = changes.filter(({ breaking }) => breaking).length;
  const announced = announcesBreak(before, after);
  if (!announced) unannounced += breaks;
  const versions = announced ? `, announced by ${before.info.version} → ${after.info.version}` : '';
  console.log(`${area}: ${breaks} breaking${versions}, ${changes.length - breaks} other changes`);
  for (const { breaking, where, what } of changes)
    console.log(`  ${breaking ? 'BREAKING' : '        '}  ${where}: ${what}`);
}
if (unannounced > 0)
  console.log(
    `${unannounced} breaking changes are not announced: raise info.version of their contracts, or mend them.`,
  );
process.exit(unannounced > 0 ? 1 : 0);

/** The newest tag of a version (`v1.2.3`) that this commit descends from. */
function lastRelease(): string | undefined {
  try {
    return git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*').trim();
  } catch {
    return undefined;
  }
}

function read(text: () => string): VersionedContract | undefined {
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
