/**
 * `npm run check:requirements [-- --document FILE]` lists the requirements of the interface document that no test
 * proves. With the document itself, it also lists what the index leaves out and what it words differently.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { requirements } from '../contract-tests/areas/requirements/all.ts';
import { differences } from './requirements/document.ts';
import { readTitles } from './requirements/read-titles.ts';
import { unproven } from './requirements/unproven.ts';

const { values } = parseArgs({ options: { document: { type: 'string' } } });
const rows = requirements.flatMap((section) => section.rows);
const without = unproven(requirements, readTitles());
for (const { section, says, problem } of without) console.error(`${section}: ${says}\n  ${problem}`);

let differing = 0;
if (values.document !== undefined) {
  const says = rows.map((row) => row.says);
  const { leftOut, invented } = differences(says, readFileSync(values.document, 'utf8'));
  for (const row of leftOut) console.error(`not in the index: ${row}`);
  for (const row of invented) console.error(`not in the document: ${row}`);
  differing = leftOut.length + invented.length;
}

const excused = rows.filter(({ because }) => because !== undefined);
for (const { says, because } of excused) console.log(`cannot be tested: "${says}": ${because}`);
const proofs = new Set(rows.flatMap(({ provenBy }) => provenBy));
console.log(`${rows.length} requirements, ${proofs.size} tests, ${without.length} requirements without a test.`);
process.exitCode = without.length + differing === 0 ? 0 : 1;
