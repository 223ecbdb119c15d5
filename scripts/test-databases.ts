import { startPooler } from '../contract-tests/fixtures/servers.ts';
import { startPostgres } from '../contract-tests/fixtures/postgres.ts';
import { isInstalled, runTests } from './command/run-program.ts';
import { showHelp } from './command/show-help.ts';

showHelp(`Usage: npm run test:databases [-- path …]

Runs tests with a database for each area, on two PostgreSQL servers, behind PgBouncer where it is installed: outages of one
server, the demo, the move of an area to another server, and some areas and races.`);

const chosen = [
  'contract-tests/databases',
  'src/notifications/push/event-bus',
  'contract-tests/areas/first-post',
  'contract-tests/races/sso',
  'contract-tests/races/backend',
];
const named = process.argv.slice(2);

const hasPooler = isInstalled('pgbouncer');
if (!hasPooler) console.error('PgBouncer is not installed: the services connect to the servers directly.');
const servers = [await startPostgres(), await startPostgres()] as const;
const [first, second] = servers;
const poolers = hasPooler ? await Promise.all(servers.map(({ url }) => startPooler(url))) : [];
const pooled = servers.map(({ url }, at) => poolers[at]?.through(url));

const code = await runTests(named.length > 0 ? named : chosen, {
  TEST_DATABASE_URL: first.url,
  TEST_SECOND_DATABASE_URL: second.url,
  TEST_POOLER_URL: pooled[0],
  TEST_SECOND_POOLER_URL: pooled[1],
});
for (const pooler of poolers) await pooler.stop();
for (const server of servers) await server.stop();
process.exit(code);
