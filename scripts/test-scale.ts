import { startPooler } from '../contract-tests/fixtures/servers.ts';
import { startPostgres } from '../contract-tests/fixtures/postgres.ts';
import { runTests } from './command/run-program.ts';
import { showHelp } from './command/show-help.ts';

showHelp(`Usage: npm run test:scale [-- path …]

Runs scenario, attack and race tests on two instances of the platform behind HAProxy, with
PostgreSQL behind PgBouncer in transaction mode, configured by deploy/.`);

const everything = ['contract-tests/scale', 'contract-tests/areas', 'contract-tests/attacks', 'contract-tests/races'];
const named = process.argv.slice(2);

const server = await startPostgres();
const pooler = await startPooler(server.url);
const code = await runTests(named.length > 0 ? named : everything, {
  TEST_DATABASE_URL: server.url,
  TEST_POOLER_URL: pooler.through(server.url),
});
await pooler.stop();
await server.stop();
process.exit(code);
