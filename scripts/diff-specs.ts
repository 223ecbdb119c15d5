import { resolve } from 'node:path';
import { areas } from '../src/typed-contract/areas.ts';
import { type ContractHistory, contractHistory } from './diff-specs/contract-history.ts';
import { announcesBreak } from './diff-specs/compare-contracts.ts';
import { reportChanges } from './diff-specs/report.ts';
import { showHelp } from './command/show-help.ts';

interface Outcome {
  readonly exitCode: 0 | 1;
  /** Output for a terminal. */
  readonly lines: readonly string[];
}

/** Compares the contracts with a commit, branch or tag. @param named default: the base that the history determines */
export function diffSpecs(history: ContractHistory, named: string | undefined): Outcome {
  const ref = named ?? history.base();
  if (ref === undefined) return { exitCode: 0, lines: ['This state has no predecessor to compare with.'] };
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

if (import.meta.main) {
  showHelp(`Usage: npm run diff:specs [-- <git-ref>]

Lists changes of the contracts since a commit, branch or tag. The default is DIFF_BASE, else the last release; before the first
release main, and on main the parent commit. Both sides are read from specs/, generated or not. Exits 1 when a change breaks
callers and the contract's version does not announce it, 2 when the comparison is not possible.`);
  main();
}
