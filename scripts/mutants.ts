/**
 * `npm run test:mutants [-- --sample N] [path …]` changes the code of the protocol rules and the handlers, one change at
 * a time, and runs the tests beside the code. A change that no test notices is a survivor. Exits with 1 when fewer than
 * 85 % of the changes of src/protocol, or 75 % of those of the handlers, are noticed.
 */
import { globSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type MutantResult, runMutants } from './mutants/run-mutants.ts';
import { scoresOf, thresholds } from './mutants/scores.ts';

const { values, positionals } = parseArgs({ options: { sample: { type: 'string' } }, allowPositionals: true });
const sample = Number(values.sample ?? Infinity);
const isSource = (file: string) => file.endsWith('.ts') && !/\.test\.ts$|\/index\.ts$/.test(file);
const files = globSync(thresholds.map(({ pattern }) => pattern))
  .filter((file) => isSource(file) && (positionals.length === 0 || positionals.some((path) => file.startsWith(path))))
  .toSorted();

if (files.length === 0) {
  console.error(`No file of ${thresholds.map(({ pattern }) => pattern).join(' or ')} is in ${positionals.join(', ')}.`);
  process.exit(2);
}

const results: MutantResult[] = [];
for (const file of files) {
  const ofFile = await runMutants(file, {
    // Evenly spread over the file, so that a sample repeats.
    select: (mutants) => mutants.filter((_, index) => index % Math.max(1, Math.ceil(mutants.length / sample)) === 0),
    report: ({ mutant, killed }) => {
      if (!killed) console.log(`survived  ${file}:${mutant.line}  ${mutant.change}`);
    },
  });
  console.log(`${file}: ${ofFile.filter(({ killed }) => killed).length} of ${ofFile.length} noticed`);
  results.push(...ofFile);
}

for (const { name, score, killed, total, threshold } of scoresOf(results)) {
  const passed = score >= threshold;
  console.log(`${name}: ${score.toFixed(1)} % (${killed} of ${total}), at least ${threshold} % required`);
  if (!passed) process.exitCode = 1;
}
