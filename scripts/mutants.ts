import { globSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { evenSample, isMutated, type MutantResult, mutatedAreas, runStryker, scoreOf } from './mutants/run-stryker.ts';
import { showHelp } from './command/show-help.ts';

showHelp(`Usage: npm run test:mutants [-- --sample N] [--minutes N] [path …]

Changes the code of the protocol rules, and of the handlers and
rules of the services, with StrykerJS, one change at a time, and runs the tests of the area. A change that no test notices is a survivor. --sample N
takes N files of each area. --minutes N interrupts the run of an area after that time; a repeated run continues from the
results in reports/mutants. Exits with 1 when fewer than 85 % of the changes of src/protocol, or 75 % of those of the
services, are noticed.`);

const { values, positionals } = parseArgs({
  options: { sample: { type: 'string' }, minutes: { type: 'string' } },
  allowPositionals: true,
});
const sample = Number(values.sample ?? Infinity);
const minutes = Number(values.minutes ?? Infinity);
for (const [option, value] of Object.entries({ sample, minutes })) {
  if (value >= 1) continue;
  console.error(`--${option} takes a number of at least 1, not ${values[option as keyof typeof values]}.`);
  process.exit(2);
}

/** The files of an area to change. */
function filesOf(pattern: string): readonly string[] {
  const sources = globSync(pattern).filter(isMutated);
  const chosen = sources.filter(
    (file) => positionals.length === 0 || positionals.some((path) => file.startsWith(path)),
  );
  return evenSample(chosen.toSorted(), sample);
}

const areas = mutatedAreas
  .map(({ area, pattern, threshold }) => ({ area, threshold, files: filesOf(pattern) }))
  .filter(({ files }) => files.length > 0);
if (areas.length === 0) {
  console.error(`No file of ${mutatedAreas.map(({ pattern }) => pattern).join(', ')} is in ${positionals.join(', ')}.`);
  process.exit(2);
}

const handlers: MutantResult[] = [];
let complete = true;
for (const { area, threshold, files } of areas) {
  const { results, complete: areaComplete } = await runStryker(area, files, minutes * 60_000);
  if (!areaComplete) console.log(`${area}: not all changes are tested yet; the same command continues.`);
  complete &&= areaComplete;
  for (const { file, line, change } of results.filter(({ killed }) => !killed))
    console.log(`survived  ${file}:${line}  ${change}`);
  if (area === 'protocol') requireScore('protocol rules', results, threshold);
  else {
    const { score, killed, total } = scoreOf(results);
    console.log(`handlers and rules of ${area}: ${score.toFixed(1)} % (${killed} of ${total})`);
    handlers.push(...results);
  }
}
if (handlers.length > 0) requireScore('handlers and rules', handlers, 75);

/** Prints a score, and fails the command when the score of a complete run is below its threshold. */
function requireScore(name: string, results: readonly MutantResult[], threshold: number): void {
  const { score, killed, total } = scoreOf(results);
  console.log(`${name}: ${score.toFixed(1)} % (${killed} of ${total}), at least ${threshold} % required`);
  // Changes that no test reaches are counted first, so that the score of an incomplete run is too low.
  if (complete && score < threshold) process.exitCode = 1;
}
