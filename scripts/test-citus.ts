import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { distributions, hasCitus, startCitus } from '../contract-tests/fixtures/citus.ts';
import { findPostgres } from '../contract-tests/fixtures/postgres.ts';
import { showHelp } from './command/show-help.ts';
import { recordedStatements } from './statement-lint/recorded-statements.ts';
import { countReaches, explainShapes } from './test-citus/explained-shapes.ts';
import { countByPath, readRequests } from './test-citus/request-paths.ts';
import { countByArea, type TestReport, unusedNames } from './test-citus/results.ts';
import { otherTests, skippedTests } from './test-citus/skipped-tests.ts';

showHelp(`Usage: npm run test:citus [-- --rows] [path …]

Runs the demo and the tests of all areas on a Citus cluster, with each area's schema on a node, or with --rows with the rows of
the backend, the notification service and the sign-ins of the identity provider spread. Then prints the tests by area, those left out and why, and what the cluster
does with each recorded statement, by area and by the request path that sent it, with schemas on nodes and with the rows of all
areas spread. CITUS_URL names a database of its coordinator, in which its workers are added and where the user may create
databases; without it a coordinator and two workers start, if the PostgreSQL of this machine has the extension
citus. Otherwise nothing runs.`);

const byRows = process.argv.includes('--rows');
const named = process.argv.slice(2).filter((each) => each !== '--rows');
const chosen = ['contract-tests/citus', 'src/sso', 'src/forum', 'src/backend', 'src/notifications'];

const citusUrl = process.env['CITUS_URL'];
if (citusUrl === undefined && (findPostgres() === undefined || !(await hasCitus()))) {
  console.log('test:citus runs nothing: CITUS_URL is not set, and PostgreSQL of this machine has no extension citus.');
  process.exit(0);
}
const cluster = citusUrl === undefined ? await startCitus() : undefined;
const url = citusUrl ?? cluster?.coordinator.url ?? '';
const folder = mkdtempSync(join(tmpdir(), 'test-citus-'));
const report = join(folder, 'report.json');
const [schemas, rows] = distributions;
const vitest = spawn(
  'vitest',
  [
    'run',
    // Each test database is created on every node.
    '--maxWorkers=2',
    `--testNamePattern=${otherTests(skippedTests)}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...(named.length > 0 ? named : chosen),
  ],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      DATABASE_URL: undefined,
      TEST_DATABASE_URL: url,
      TEST_CITUS: byRows ? rows : schemas,
      RECORDED_REQUESTS: folder,
      NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import=${new URL('test-citus/record-requests.ts', import.meta.url).href}`,
    },
  },
);
const code = await new Promise<number>((exit) => vitest.once('exit', (status) => exit(status ?? 1)));
const complete = await printReport();
rmSync(folder, { recursive: true });
await cluster?.stop();
process.exit(complete ? code : 1);

/** @returns whether every test that is left out exists, and the cluster takes every statement with schemas on nodes */
async function printReport(): Promise<boolean> {
  const results = JSON.parse(readFileSync(report, 'utf8')) as TestReport;
  console.log(['Tests by area', ...countByArea(results)].join('\n  '));
  console.log(['Left out', ...skippedTests.map(({ test, because }) => `${test}: ${because}`)].join('\n  '));
  // A part of the tests has a part of the names.
  const unused =
    named.length > 0
      ? []
      : unusedNames(
          results,
          skippedTests.map(({ test }) => test),
        );
  for (const name of unused) console.error(`No test has this name: ${name}`);

  const requests = readRequests(folder);
  const statements = [...(await recordedStatements(url)), ...requests.map(({ statement }) => statement)];
  const onNodes = await explainShapes(url, statements, false);
  console.log(['Statements, with schemas on nodes', ...countReaches(onNodes)].join('\n  '));
  console.log(['Statements by request path, with schemas on nodes', ...countByPath(requests, onNodes)].join('\n  '));
  const refused = onNodes.filter(({ reach }) => reach === 'refused');
  for (const { statement, message } of refused) console.error(`Refused: ${message}: ${statement}`);
  const spread = await explainShapes(url, statements, true);
  console.log(['Statements, with the rows of all areas spread', ...countReaches(spread)].join('\n  '));
  console.log(
    ['Statements by request path, with the rows of all areas spread', ...countByPath(requests, spread)].join('\n  '),
  );
  return unused.length + refused.length === 0;
}
