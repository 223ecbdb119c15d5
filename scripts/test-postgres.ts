/**
 * `npm run test:postgres`: the tests that meet a database, on a real PostgreSQL. Uses DATABASE_URL when it is set,
 * otherwise a throw-away server made from the binaries of this machine. With --check it only says whether there are any.
 */
import { spawn } from 'node:child_process';
import { findPostgres, PostgresMissingError, startPostgres } from '../contract-tests/fixtures/postgres.ts';

if (process.argv.includes('--check')) process.exit(findPostgres() ? 0 : 1);

const given = process.env['DATABASE_URL'];
if (given === undefined && findPostgres() === undefined) {
  console.error(`${new PostgresMissingError().message} Or set DATABASE_URL.`);
  process.exit(1);
}

/** Where tests use a database; rules without one gain nothing from another engine. */
const withDatabase = [
  'src/runtime',
  'src/sso',
  'src/forum',
  'src/backend',
  'src/notifications',
  'contract-tests/races',
  // Two processes, of which one is killed.
  'contract-tests/faults/notifications',
  'contract-tests/areas/first-post',
  'contract-tests/faults/killed',
];
const named = process.argv.slice(2);

const server = given === undefined ? await startPostgres() : undefined;
const vitest = spawn('vitest', ['run', ...(named.length > 0 ? named : withDatabase)], {
  stdio: 'inherit',
  // The platform under test gets databases of its own; the one that runs here is not touched.
  env: { ...process.env, DATABASE_URL: undefined, TEST_DATABASE_URL: given ?? server?.url },
});
const code = await new Promise<number>((exit) => vitest.once('exit', (status) => exit(status ?? 1)));
await server?.stop();
process.exit(code);
