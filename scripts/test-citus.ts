import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { distributions, hasCitus, startCitus } from '../contract-tests/fixtures/citus.ts';
import { findPostgres } from '../contract-tests/fixtures/postgres.ts';
import { rowAreas } from '../src/composition/distribute.ts';
import { runTests } from './command/run-program.ts';
import { showHelp } from './command/show-help.ts';
import { fanOuts, keyedAreas } from './statement-lint/fan-outs.ts';
import { readRequests, recordingRequests, recordedStatements } from './statement-lint/recorded-statements.ts';
import { countReaches, explainShapes, isRefusedForAnother } from './test-citus/explained-shapes.ts';
import {
  countByPath,
  namedFanOuts,
  countByArea,
  type TestReport,
  unusedNames,
  otherTests,
  skippedTests,
} from './test-citus/request-paths.ts';

showHelp(`Usage: npm run test:citus [-- --rows] [path …]

Runs the demo and the tests of all areas on a Citus cluster, with each area's schema on a node, or with --rows with the
rows of all areas spread. Then prints the tests by area, those left
out and why, and what the cluster does with each recorded statement, by area and by the request path or job that sent it, with
schemas on nodes and with the rows spread of the areas that can be. A request path that asks all nodes then is a named
exception, or the run fails. CITUS_URL names a database of its coordinator, in which its workers are added and where the user may create
databases; without it a coordinator and two workers start, if the PostgreSQL of this machine has the extension
citus. Otherwise nothing runs.`);

const byRows = process.argv.includes('--rows');
const named = process.argv.slice(2).filter((each) => each !== '--rows');
const chosen = [
  'contract-tests/citus',
  'src/sso',
  'src/web/logout',
  'src/web/approval/register-approval-pages',
  'src/forum',
  'src/backend',
  'src/notifications',
];

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
const code = await runTests(
  [
    // Each test database is created on every node.
    '--maxWorkers=2',
    `--testNamePattern=${otherTests(skippedTests)}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...(named.length > 0 ? named : chosen),
  ],
  { TEST_DATABASE_URL: url, TEST_CITUS: byRows ? rows : schemas, ...recordingRequests(folder) },
);
const complete = await printReport();
rmSync(folder, { recursive: true });
await cluster?.stop();
process.exit(complete ? code : 1);

/** @returns whether every test that is left out exists, the cluster takes every statement, and request paths ask one node but for the named ones */
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
  const onNodes = await explainShapes(url, statements, []);
  console.log(['Statements, with schemas on nodes', ...countReaches(onNodes)].join('\n  '));
  console.log(['Statements by request path, with schemas on nodes', ...countByPath(requests, onNodes)].join('\n  '));
  const spread = await explainShapes(url, statements, rowAreas);
  const where = `with the rows of ${rowAreas.join(', ')} spread`;
  console.log([`Statements, ${where}`, ...countReaches(spread)].join('\n  '));
  console.log([`Statements by request path, ${where}`, ...countByPath(requests, spread)].join('\n  '));
  const fanned = namedFanOuts(requests, spread, { exceptions: fanOuts, areas: keyedAreas });
  console.log([`Asks all nodes, ${where}`, ...fanned.lines].join('\n  '));
  for (const violation of fanned.violations) console.error(`Asks all nodes, and is no named exception: ${violation}`);
  const superfluous = named.length > 0 ? [] : fanned.unused;
  for (const path of superfluous) console.error(`No statement needs the exception of ${path}`);
  const refused = [...onNodes, ...spread]
    .filter(({ reach, statement }) => reach === 'refused' && !isRefusedForAnother(statement))
    .map(({ statement, message }) => `Refused: ${message}: ${statement}`);
  for (const line of new Set(refused)) console.error(line);
  return [unused, refused, fanned.violations, superfluous].every(({ length }) => length === 0);
}
