import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres, PostgresMissingError, startPostgres } from '../contract-tests/fixtures/postgres.ts';
import { runTests } from './command/run-program.ts';
import { showHelp } from './command/show-help.ts';
import { exceptions } from './statement-lint/exceptions.ts';
import { fanOuts, keyedAreas } from './statement-lint/fan-outs.ts';
import { readRequests, recordingRequests, recordStatements } from './statement-lint/recorded-statements.ts';
import { lintStatements } from './statement-lint/rules.ts';
import { lintSenders } from './statement-lint/senders.ts';

showHelp(`Usage: npm run test:postgres

Runs the tests that use a database on a PostgreSQL server. Uses DATABASE_URL, or a temporary server
from the binaries of this machine. Then checks all statements that the temporary server executed: whether a
distributed engine takes them, and whether those of requests name the key of each table whose rows are spread
(scripts/statement-lint). --check only reports, as exit code, whether there are binaries.`);

if (process.argv.includes('--check')) process.exit(findPostgres() ? 0 : 1);

const databaseUrl = process.env['DATABASE_URL'];
if (databaseUrl === undefined && findPostgres() === undefined) {
  console.error(`${new PostgresMissingError().message} Or set DATABASE_URL.`);
  process.exit(1);
}

/** Tests that use a database. */
const withDatabase = [
  'src/runtime',
  'src/sso',
  // What a person ends, with the page that asks.
  'src/web/logout',
  'src/web/approval/register-approval-pages',
  'src/forum',
  'src/backend',
  'src/notifications',
  'contract-tests/races',
  // Two processes, one of which is killed.
  'contract-tests/faults/notifications',
  'contract-tests/faults/payments',
  'contract-tests/areas/first-post',
  // Two processes with one budget.
  'contract-tests/areas/forum-limits',
  'contract-tests/faults/killed',
];
const named = process.argv.slice(2);

const server = databaseUrl === undefined ? await startPostgres() : undefined;
const recorder = server && (await recordStatements(server));
const folder = mkdtempSync(join(tmpdir(), 'test-postgres-'));
const code = await runTests(named.length > 0 ? named : withDatabase, {
  TEST_DATABASE_URL: databaseUrl ?? server?.url,
  ...recordingRequests(folder),
});
const portable = code !== 0 || [await reportStatements(), reportRequests()].every(Boolean);
rmSync(folder, { recursive: true });
await server?.stop();
process.exit(portable ? code : 1);

/** Prints the statements that violate a rule. @returns whether there are none */
async function reportStatements(): Promise<boolean> {
  if (recorder === undefined) {
    console.error('Statements were not checked: that needs a temporary server with the extension pg_stat_statements.');
    return true;
  }
  const statements = await recorder.statements();
  const { violations, unused } = lintStatements(statements, exceptions);
  for (const violation of violations) console.error(`A distributed engine does not take this statement: ${violation}`);
  // A part of the tests records a part of the statements.
  const superfluous = named.length > 0 ? [] : unused;
  for (const { rule, statement } of superfluous)
    console.error(`No statement needs the exception ${rule}: ${statement}`);
  console.log(`Statement lint: ${statements.length} shapes, ${violations.length} violations`);
  return violations.length + superfluous.length === 0;
}

/** Prints the statements of requests that name no key. @returns whether there are none */
function reportRequests(): boolean {
  const requests = readRequests(folder);
  const { violations, unused } = lintSenders(requests, fanOuts, keyedAreas);
  for (const violation of violations) console.error(`A distributed engine asks all nodes: ${violation}`);
  const superfluous = named.length > 0 ? [] : unused;
  for (const use of superfluous) console.error(`No statement needs the exception ${use}`);
  const paths = new Set(requests.map(({ path }) => path)).size;
  console.log(`Statements of ${paths} request paths and jobs: ${violations.length} without a key`);
  return violations.length + superfluous.length === 0;
}
