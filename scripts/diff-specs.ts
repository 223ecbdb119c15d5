/**
 * `npm run diff:specs [-- <git-ref>]`: what changed in the contracts since a commit, branch or tag. Without one, and
 * without DIFF_BASE, since the last release, or before the first release since main, on main since the parent commit.
 * Both sides are read from `specs/`, generated or not.
 * Exits 1 when a change breaks those who call the services and the contract's version does not say so, 2 when the
 * comparison cannot be made.
 */
import { resolve } from 'node:path';
import { areas } from '../src/typed-contract/areas.ts';
import { type ContractHistory, contractHistory } from './diff-specs/contract-history.ts';
import { announcesBreak } from './diff-specs/compare-contracts.ts';
import { reportChanges } from './diff-specs/report.ts';

interface Outcome {
  readonly exitCode: 0 | 1;
  /** For a terminal. */
  readonly lines: readonly string[];
}

/** @param named a commit, branch or tag; without one, what the history says this state is a change of */
export function diffSpecs(history: ContractHistory, named: string | undefined): Outcome {
  const ref = named ?? history.base();
  if (ref === undefined) return { exitCode: 0, lines: ['Nothing came before this state, so nothing can be broken.'] };
  if (!history.has(ref)) throw new Error(`${ref} is not a commit, branch or tag of this repository.`);
  const announced = announcesBreak(history.packageVersion(ref), history.packageVersion());
  const reports = areas.map((area) =>
    reportChanges(area, history.contractAt(ref, area), history.contractNow(area), announced),
  );
  const unannounced = reports.reduce((sum, report) => sum + report.unannounced, 0);
  const lines = [`Since ${ref}, ${history.dayOf(ref)}:`, ...reports.flatMap((report) => report.lines)];
  if (unannounced === 0) return { exitCode: 0, lines };
  const verdict = `${unannounced} breaking changes are not announced: raise info.version of their contracts, or before the first release the second number of the package's version; or undo them.`;
  return { exitCode: 1, lines: [...lines, verdict] };
}

function main(): void {
  const history = contractHistory(resolve(import.meta.dirname, '..'));
  try {
    const { exitCode, lines } = diffSpecs(history, process.argv[2] ?? (process.env['DIFF_BASE'] || undefined));
    for (const line of lines) console.log(line);
    process.exitCode = exitCode;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  }
}

if (import.meta.main) main();
