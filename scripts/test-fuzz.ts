import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { urlOf } from '../contract-tests/fixtures/identity.ts';
import { deletePlatformData, startPlatform } from '../contract-tests/fixtures/platform.ts';
import { type Area, areas } from '../src/typed-contract/areas.ts';
import { countCases, findSchemathesis, fuzzCredentials } from './fuzz/schemathesis.ts';
import { showHelp } from './command/show-help.ts';

showHelp(`Usage: npm run test:fuzz [-- --long] [--seed N] [area…]

Runs schemathesis against the services with all checks and
phases. Needs uv, or Python 3.10 or later. contract-tests/fuzz/schemathesis.toml lists the exceptions.`);

const root = resolve(import.meta.dirname, '..');
const folder = join(root, 'contract-tests', 'fuzz');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { long: { type: 'boolean', default: false }, seed: { type: 'string' } },
});
const unknown = positionals.filter((name) => !areas.some((area) => area === name));
if (unknown.length > 0) {
  console.error(`Unknown area ${unknown.join(', ')}: name some of ${areas.join(', ')}, or none for all.`);
  process.exit(2);
}
const chosen = areas.filter((area) => positionals.length === 0 || positionals.includes(area));

/** A short run takes four minutes for all areas; a long run repeats fuzzing and stateful tests ten minutes per area. */
const pace = values.long ? ['--max-time', '600'] : ['--max-examples', '15', '--no-shrink'];
const seed = values.seed ?? String(randomInt(2 ** 32));

const schemathesis = await findSchemathesis();
const work = await mkdtemp(join(tmpdir(), 'fuzz-'));
const failed: Area[] = [];
try {
  // Two at a time: schemathesis uses one processor and the service half of another. The longest area is last in the
  // list and starts first.
  const waiting = chosen.toReversed().values();
  const lane = async () => {
    for (const area of waiting) if (!(await fuzz(area).catch(logFailure))) failed.push(area);
  };
  await Promise.all([lane(), lane()]);
} finally {
  await rm(work, { recursive: true, force: true });
}
console.log(failed.length === 0 ? 'No failures.' : `Failures in ${failed.join(', ')}; again with --seed ${seed}.`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** Prints why an area could not be fuzzed, so that the other lane continues. */
function logFailure(error: unknown): false {
  console.error(error);
  return false;
}

/** Fuzzes an area of a new platform. @returns whether all checks passed, nothing was logged as an error, and the process is alive */
async function fuzz(area: Area): Promise<boolean> {
  const platform = await startPlatform({ env: { TEST_DATABASE_URL: '' } });
  try {
    const credentials = join(work, `${area}-credentials.json`);
    await writeFile(credentials, JSON.stringify(await fuzzCredentials(platform)), { mode: 0o600 });
    const report = join(work, `${area}.json`);
    const started = platform.log().length;
    const { exit, printed } = await run(
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
    const errors = errorsIn(platform.log().slice(started));
    const counted = await countCases(report);
    const alive = platform.alive();
    const passed = exit === 0 && counted !== undefined && errors.length === 0 && alive;
    // Printed at once, because the other lane prints meanwhile.
    console.log(printed);
    for (const line of errors.slice(0, 10)) console.error(line);
    console.log(
      `${area}: ${counted?.cases ?? 0} cases, ${counted?.failures ?? '?'} failures, ${errors.length} errors logged` +
        (alive ? '' : ', and the platform exited'),
    );
    return passed;
  } finally {
    await platform.stop();
    await deletePlatformData(platform);
  }
}

/** Returns logged errors and every line that is not JSON, such as a stack trace. */
function errorsIn(log: string): readonly string[] {
  return log
    .split('\n')
    .filter((line) => line !== '' && (!line.startsWith('{') || /"level":(?:50|60)\b/.test(line)))
    .filter((line) => !line.includes('Internal error, simulated by the test scenario.'));
}

function run(
  [program = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ readonly exit: number | null; readonly printed: string }> {
  const child = spawn(program, args, {
    cwd: work,
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  return new Promise((done, fail) => child.once('error', fail).once('close', (exit) => done({ exit, printed })));
}
