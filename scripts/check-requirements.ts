import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { furtherRequirements, requirements } from '../contract-tests/areas/requirements/all.ts';
import { differences } from './requirements/document.ts';
import { brokenLinks, brokenOperations } from './requirements/broken-links.ts';
import { readChains } from './requirements/trace.ts';
import { readTests } from './requirements/titles-in.ts';
import { repositoryTree } from './requirements/locate-target.ts';
import { showHelp } from './command/show-help.ts';

showHelp(`Usage: npm run check:requirements [-- --document FILE]

Follows each requirement of the interface document to its
operations, contract lines, handlers and tests, and lists the broken links. It also lists the operations without a
handler or test. With the document itself, it lists what the index leaves out and what it words differently.`);

const { values } = parseArgs({ options: { document: { type: 'string' } } });
const all = [...requirements, ...furtherRequirements];
const rows = all.flatMap((section) => section.rows);
const tests = readTests(repositoryTree);
const broken = [...brokenLinks(readChains(all, tests, repositoryTree)), ...brokenOperations(repositoryTree, tests)];
for (const problem of broken) console.error(problem);

let differing = 0;
if (values.document !== undefined) {
  const says = requirements.flatMap((section) => section.rows.map((row) => row.says));
  const { missing, reworded } = differences(says, readFileSync(values.document, 'utf8'));
  for (const row of missing) console.error(`not in the index: ${row}`);
  for (const row of reworded) console.error(`not in the document: ${row}`);
  differing = missing.length + reworded.length;
}

const untestable = rows.filter(({ because }) => because !== undefined);
for (const { says, because } of untestable) console.log(`cannot be tested: "${says}": ${because}`);
const proofs = new Set(rows.flatMap(({ provenBy }) => provenBy));
console.log(`${rows.length} requirements, ${proofs.size} tests, ${broken.length} broken links.`);
process.exitCode = broken.length + differing === 0 ? 0 : 1;
