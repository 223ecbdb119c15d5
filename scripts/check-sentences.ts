/**
 * `npm run check:sentences [-- --document FILE]`: lists rows and sentences of the interface document that no test
 * proves. With the document itself, also what the index leaves out or says in other words.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { sentences } from '../contract-tests/areas/sentences/all.ts';
import { differences } from './check-sentences/document.ts';
import { readTitles } from './check-sentences/read-titles.ts';
import { unproven } from './check-sentences/unproven.ts';

const { values } = parseArgs({ options: { document: { type: 'string' } } });
const rows = sentences.flatMap((section) => section.rows);
const without = unproven(sentences, readTitles());
for (const { section, says, fault } of without) console.error(`${section}: ${says}\n  ${fault}`);

let differing = 0;
if (values.document !== undefined) {
  const says = rows.map((row) => row.says);
  const { leftOut, invented } = differences(says, readFileSync(values.document, 'utf8'));
  for (const row of leftOut) console.error(`not in the index: ${row}`);
  for (const row of invented) console.error(`not in the document: ${row}`);
  differing = leftOut.length + invented.length;
}

const excused = rows.filter(({ because }) => because !== undefined);
for (const { says, because } of excused) console.log(`no test can prove "${says}": ${because}`);
const proofs = new Set(rows.flatMap(({ provenBy }) => provenBy));
console.log(`${rows.length} rows and sentences, ${proofs.size} tests, ${without.length} without a test.`);
process.exitCode = without.length + differing === 0 ? 0 : 1;
