import { spawn } from 'node:child_process';
import { distributions, hasCitus, startCitus } from '../contract-tests/fixtures/citus.ts';
import { findPostgres } from '../contract-tests/fixtures/postgres.ts';
import { showHelp } from './command/show-help.ts';

showHelp(`Usage: npm run test:citus [-- --rows] [path …]

Runs the demo and the tests of all areas on a Citus cluster, with each area's schema on a node, or with --rows with the rows of
the notification service spread. CITUS_URL names a database of its coordinator, in which its workers are added and where the user may create databases;
without it a coordinator and two workers start, if the PostgreSQL of this machine has the extension citus. Otherwise nothing runs.`);

const byRows = process.argv.includes('--rows');
const named = process.argv.slice(2).filter((each) => each !== '--rows');
const chosen = ['contract-tests/citus', 'src/sso', 'src/forum', 'src/backend', 'src/notifications'];

const citusUrl = process.env['CITUS_URL'];
if (citusUrl === undefined && (findPostgres() === undefined || !(await hasCitus()))) {
  console.log('test:citus runs nothing: CITUS_URL is not set, and PostgreSQL of this machine has no extension citus.');
  process.exit(0);
}
const cluster = citusUrl === undefined ? await startCitus() : undefined;
const [schemas, rows] = distributions;
const vitest = spawn('vitest', ['run', ...(named.length > 0 ? named : chosen)], {
  stdio: 'inherit',
  env: {
    ...process.env,
    DATABASE_URL: undefined,
    TEST_DATABASE_URL: citusUrl ?? cluster?.coordinator.url,
    TEST_CITUS: byRows ? rows : schemas,
  },
});
const code = await new Promise<number>((exit) => vitest.once('exit', (status) => exit(status ?? 1)));
await cluster?.stop();
process.exit(code);
