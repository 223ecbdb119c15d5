import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { differences, readChains, isOfDocument, readRequirements } from './requirements/requirements.ts';
import { brokenLinks, brokenOperations } from './requirements/broken-links.ts';
import { repositoryTree } from './requirements/locate-target.ts';
import { readTests } from './requirements/tests.ts';
import { showHelp } from './command/show-help.ts';

showHelp(`Usage: npm run check:requirements [-- --document FILE]

Follows each requirement of the interface document to its
operations, contract lines, handlers and tests, and lists the broken links. It also lists the operations without a
handler or test. With the document itself, it lists what the list leaves out and what it words differently.`);

const { values } = parseArgs({ options: { document: { type: 'string' } } });
const tests = readTests(repositoryTree);
const chains = readChains(readRequirements(repositoryTree), tests, repositoryTree);
const broken = [...brokenLinks(chains, tests), ...brokenOperations(repositoryTree, tests)];
for (const problem of broken) console.error(problem);

let differing = 0;
if (values.document !== undefined) {
  const says = chains.filter(isOfDocument).map((one) => one.says);
  const { missing, reworded } = differences(says, readFileSync(values.document, 'utf8'));
  for (const row of missing) console.error(`not in the list: ${row}`);
  for (const row of reworded) console.error(`not in the document: ${row}`);
  differing = missing.length + reworded.length;
}

for (const { says, because } of chains)
  if (because !== undefined) console.log(`cannot be tested: "${says}": ${because}`);
const proofs = new Set(chains.flatMap((one) => one.proofs.map(({ title }) => title)));
console.log(`${chains.length} requirements, ${proofs.size} tests, ${broken.length} broken links.`);
process.exitCode = broken.length + differing === 0 ? 0 : 1;
