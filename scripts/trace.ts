/**
 * `npm run trace -- <operationId | command | words>` prints the chain of each matching requirement of the interface
 * document or beyond it: requirement, contract line, handler, tests. Exits with 1 when nothing matches.
 */
import { furtherRequirements, requirements } from '../contract-tests/areas/requirements/all.ts';
import { readChains } from './requirements/chain.ts';
import { contractOperations } from './requirements/broken-links.ts';
import { readTests } from './requirements/read-tests.ts';
import { repositoryTree } from './requirements/source-tree.ts';
import { formatChain, formatOperation, selectChains } from './requirements/trace.ts';

const query = process.argv.slice(2).join(' ');
const tests = readTests(repositoryTree);
const operations = contractOperations(repositoryTree).filter((target) =>
  [target, target.slice(target.indexOf('.') + 1)].includes(query),
);
const chains = selectChains(readChains([...requirements, ...furtherRequirements], tests, repositoryTree), query);
const blocks = [
  // The contracts have more operations than the interface document requires.
  ...operations.map((target) => formatOperation(repositoryTree, tests, target)),
  ...chains.map(formatChain),
];

if (blocks.length > 0) console.log(blocks.join('\n\n'));
else {
  console.error(
    query === ''
      ? 'Usage: npm run trace -- <operationId | command | words of a requirement>'
      : `No requirement, operation or command matches "${query}".`,
  );
  process.exitCode = 1;
}
