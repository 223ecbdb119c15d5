/**
 * `npm run diff:specs [-- <git-ref>]`: what changed in the contracts since a commit, branch or tag, or the last release.
 * Exits 1 when a change breaks those who call the services and the contract's version does not say so, 2 when the
 * comparison cannot be made.
 */
import { resolve } from 'node:path';
import { areas } from './areas.ts';
import { contractHistory } from './diff-specs/contract-history.ts';
import { reportChanges } from './diff-specs/report.ts';

const history = contractHistory(resolve(import.meta.dirname, '..'));
const ref = process.argv[2] ?? history.releases()[0];
if (ref === undefined) {
  console.log('There is no release yet to compare with; name a commit, branch or tag.');
  process.exit(0);
}
if (!history.has(ref)) {
  console.error(`${ref} is not a commit, branch or tag of this repository.`);
  process.exit(2);
}

const reports = areas.map((area) => reportChanges(area, history.contractAt(ref, area), history.contractNow(area)));
for (const line of reports.flatMap(({ lines }) => lines)) console.log(line);
const unannounced = reports.reduce((sum, report) => sum + report.unannounced, 0);
if (unannounced > 0)
  console.log(
    `${unannounced} breaking changes are not announced: raise info.version of their contracts, or mend them.`,
  );
process.exitCode = unannounced > 0 ? 1 : 0;
