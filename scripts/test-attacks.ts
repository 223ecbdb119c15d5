import { resolve } from 'node:path';
import { runProgram } from './command/run-program.ts';
import { showHelp } from './command/show-help.ts';

showHelp(`Usage: npm run test:attacks [-- --long]

Runs contract-tests/attacks with the platform inside the test process, then on two instances on one PostgreSQL, as
npm run test:scale starts them (needs PostgreSQL, HAProxy and PgBouncer). Also runs random histories of sessions against
a model of what must end: 2,000 on the stores, 100 with requests.

  --long   ten times as many histories, about ten minutes

MODEL_SEED repeats the histories of a run that failed; its test title names the seed.`);

const long = process.argv.includes('--long');
const env = { ...process.env, ...(long && { MODEL_HISTORIES: '20000' }) };

const attacks = 'contract-tests/attacks';
const codes = [
  await runProgram('vitest', ['run', attacks, 'session-histories'], env),
  await runProgram(process.execPath, [resolve(import.meta.dirname, 'test-scale.ts'), attacks], env),
];
process.exit(codes.find((code) => code !== 0) ?? 0);
