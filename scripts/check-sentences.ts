/**
 * `npm run check:sentences [-- --document FILE]`: lists rows and sentences of the interface document that no test
 * proves. With the document itself, also rows of its tables that the index leaves out.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { sentences } from '../contract-tests/areas/sentences/all.ts';
import { readTitles } from './check-sentences/read-titles.ts';
import { plain, tableRows, unproven } from './check-sentences/unproven.ts';

const { values } = parseArgs({ options: { document: { type: 'string' } } });
const rows = sentences.flatMap((section) => section.rows);
const without = unproven(sentences, readTitles());
for (const { section, says, fault } of without) console.error(`${section}: ${says}\n  ${fault}`);

const known = new Set(rows.map(({ says }) => plain(says)));
const document = values.document === undefined ? '' : readFileSync(values.document, 'utf8');
const leftOut = tableRows(document).filter((row) => !known.has(row));
for (const row of leftOut) console.error(`not in the index: ${row}`);

const excused = rows.filter(({ because }) => because !== undefined);
for (const { says, because } of excused) console.log(`no test can prove "${says}": ${because}`);
const proofs = new Set(rows.flatMap(({ provenBy }) => provenBy));
console.log(`${rows.length} rows and sentences, ${proofs.size} tests, ${without.length} without a test.`);
process.exitCode = without.length + leftOut.length === 0 ? 0 : 1;
