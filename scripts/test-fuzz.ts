/**
 * `npm run test:fuzz [-- --long] [--seed N] [area…]`: schemathesis against the running services, all checks, all
 * phases. Needs uv, or Python 3.10 or later. What counts as an exception stands in contract-tests/fuzz/schemathesis.toml.
 */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { urlOf } from '../contract-tests/fixtures/identity.ts';
import { forget, type RunningPlatform, startPlatform } from '../contract-tests/fixtures/platform.ts';
import { type Area, areas } from './areas.ts';
import { countCases } from './fuzz/count-cases.ts';
import { fuzzCredentials } from './fuzz/credentials.ts';
import { findSchemathesis } from './fuzz/find-schemathesis.ts';

const root = resolve(import.meta.dirname, '..');
const folder = join(root, 'contract-tests', 'fuzz');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { long: { type: 'boolean', default: false }, seed: { type: 'string' } },
});
const unknown = positionals.filter((name) => !areas.some((area) => area === name));
if (unknown.length > 0) {
  console.error(`There is no area ${unknown.join(', ')}: name some of ${areas.join(', ')}, or none for all.`);
  process.exit(2);
}
const chosen = areas.filter((area) => positionals.length === 0 || positionals.includes(area));

/** In CI all four end within six minutes; a long run repeats fuzzing and stateful testing for ten minutes per area. */
const pace = values.long ? ['--max-time', '600'] : ['--max-examples', '15', '--no-shrink'];
const seed = values.seed ?? String(randomInt(2 ** 32));

const schemathesis = await findSchemathesis();
const work = await mkdtemp(join(tmpdir(), 'fuzz-'));
const platform = await startPlatform({ env: { TEST_DATABASE_URL: '' } });
const failed: Area[] = [];
try {
  for (const area of chosen) if (!(await fuzz(area, platform))) failed.push(area);
} finally {
  await platform.stop();
  await forget(platform);
  await rm(work, { recursive: true, force: true });
}
console.log(failed.length === 0 ? 'No failures.' : `Failures in ${failed.join(', ')}; again with --seed ${seed}.`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** @returns whether every check passed, and the service logged no fault and still lives */
async function fuzz(area: Area, { log }: RunningPlatform): Promise<boolean> {
  const before = log().length;
  // Anew for each area: access tokens live 15 minutes.
  const credentials = join(work, 'credentials.json');
  await writeFile(credentials, JSON.stringify(await fuzzCredentials(platform)), { mode: 0o600 });
  const report = join(work, `${area}.json`);
  const exit = await run(
    [
      ...schemathesis,
      '--config-file',
      join(folder, 'schemathesis.toml'),
      'run',
      join(root, 'generated', area, 'spec.json'),
      '--url',
      urlOf(platform, area),
      '--seed',
      seed,
      '--report-json-path',
      report,
      '--no-color',
      ...pace,
    ],
    { FUZZ_CREDENTIALS: credentials, SCHEMATHESIS_HOOKS: join(folder, 'hooks.py') },
  );
  const faults = faultsIn(log().slice(before));
  for (const line of faults.slice(0, 10)) console.error(line);
  const counted = await countCases(report);
  const alive = platform.process.exitCode === null && platform.process.signalCode === null;
  console.log(
    `${area}: ${counted?.cases ?? 0} cases, ${counted?.failures ?? '?'} failures, ${faults.length} faults logged` +
      (alive ? '' : ', and the platform ended'),
  );
  return exit === 0 && counted !== undefined && faults.length === 0 && alive;
}

/** Errors that the services logged, and whatever else they printed: a stack, an abort. */
function faultsIn(log: string): readonly string[] {
  return log
    .split('\n')
    .filter((line) => line !== '' && (!line.startsWith('{') || /"level":(?:50|60)\b/.test(line)))
    .filter((line) => !line.includes('Internal error, as the test scenario asked for.'));
}

function run([program = '', ...args]: readonly string[], env: NodeJS.ProcessEnv): Promise<number | null> {
  const child = spawn(program, args, {
    cwd: work,
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...env },
    stdio: 'inherit',
  });
  return new Promise((done, fail) => child.once('error', fail).once('exit', done));
}
