import { readRequirements } from './requirements/requirements.ts';
import { repositoryTree } from './requirements/locate-target.ts';
import { readTests } from './requirements/tests.ts';
import { trace } from './requirements/trace.ts';
import { showHelp } from './command/show-help.ts';

showHelp(`Usage: npm run trace -- <operationId | command | id | words>

Prints the chain of each matching requirement of the interface
document or beyond it: requirement, contract line, handler, tests. Exits with 1 when nothing matches.`);

const query = process.argv.slice(2).join(' ');
const blocks = trace(query, readRequirements(repositoryTree), repositoryTree, readTests(repositoryTree));

if (blocks.length > 0) console.log(blocks.join('\n\n'));
else {
  console.error(
    query === ''
      ? 'Usage: npm run trace -- <operationId | command | words of a requirement>'
      : `No requirement, operation or command matches "${query}".`,
  );
  process.exitCode = 1;
}
