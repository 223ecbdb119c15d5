import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { showHelp } from './command/show-help.ts';

showHelp(`Usage: npm run test:attacks [-- --long]

Runs contract-tests/attacks with the platform inside the test process, then on two instances on one PostgreSQL, as
npm run test:scale starts them (needs PostgreSQL, HAProxy and PgBouncer). Also runs random histories of sessions against
a model of what must end: 2,000 on the stores, 100 with requests.

  --long   ten times as many histories, about ten minutes

MODEL_SEED repeats the histories of a run that failed; its test title names the seed.`);

const long = process.argv.includes('--long');
const env = { ...process.env, ...(long && { MODEL_HISTORIES: '20000' }) };
const run = (program: string, ...args: readonly string[]): Promise<number> =>
  new Promise((exit) => {
    spawn(program, args, { stdio: 'inherit', env }).once('exit', (status) => exit(status ?? 1));
  });

const attacks = 'contract-tests/attacks';
const codes = [
  await run('vitest', 'run', attacks, 'session-histories'),
  await run(process.execPath, resolve(import.meta.dirname, 'test-scale.ts'), attacks),
];
process.exit(codes.find((code) => code !== 0) ?? 0);
