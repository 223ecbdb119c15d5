import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../fixtures/compose.ts';
import { systemTests } from '../test-groups.ts';

// A test is skipped when a program that it needs is missing. In CI, .ci/run installs these programs, so only tests
// that mount a disk can be skipped.

const script = readFileSync(join(root, '.ci/run'), 'utf8');

/** Bodies of the functions of the script, by name. */
const functions = new Map(
  [...script.matchAll(/^(\w+)\(\) \{(.*?)\}$/gms)].map(([, name = '', body = '']) => [name, body] as const),
);

const needsIn = (line: string) =>
  [...line.matchAll(/need '([^']+)' provide (?:'([^']+)'|"([^"]+)") /g)].map(([, name = '', single, double]) => ({
    name,
    check: single ?? double ?? '',
  }));

/** What a function of the script installs, itself and by functions that it calls. */
const installedBy = (name: string): ReturnType<typeof needsIn> =>
  (functions.get(name) ?? '')
    .split('\n')
    .flatMap((line) => [
      ...needsIn(line),
      ...(line.includes('need ') ? [] : line.split(/[\s;&]+/).filter((word) => functions.has(word))).flatMap(
        installedBy,
      ),
    ]);

const provided = installedBy('prepare_system');

test('CI: everything that npm run test:system needs besides Node is installed before it', () => {
  expect(provided.map(({ name }) => name)).toEqual([
    'clock',
    'man pages',
    'OpenPGP',
    'curl',
    'NATS',
    'Python',
    'Go',
    'Redis',
    'systemd',
    'proxies and pooler',
    'PostgreSQL server',
  ]);
});

test.runIf(process.env['CI'] === 'true').each(provided)(
  'CI: $name is installed, so that no test is skipped',
  ({ check }) => {
    const { status, stderr } = spawnSync('bash', ['-c', check], { cwd: root, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
  },
);

/** Steps of `.ci/run` whose programs the tests of a file use, by the condition on which the file skips tests. */
const needsOfCondition: readonly (readonly [condition: RegExp, file: RegExp, needs: readonly string[]])[] = [
  [/hasFakeTime|clock/, /./, ['clock']],
  [/findPostgres/, /./, ['PostgreSQL server']],
  [/hasGroff/, /./, ['man pages']],
  // Packages of npm, which the same job installs.
  [/^claude /, /plugins/, []],
  [/^verdaccio /, /registry/, []],
  [/'gpg'/, /./, ['OpenPGP']],
  [/^curl$/, /./, ['curl']],
  [/python/, /./, ['Python']],
  [/^built\./, /stock-clients/, ['Go']],
  [/^go$/, /code-samples/, ['Go']],
  [/^(command|program) /, /webhook/, ['Python', 'Go']],
  [/hasRedis/, /./, ['Redis']],
  [/hasNats/, /nats|event-bus/, ['NATS']],
  [/^missing/, /platform-cli/, ['Caddy, curl and Python 3']],
  [/^missing/, /caddy|proxy/, ['proxies and pooler']],
  [/^missing/, /systemd/, ['systemd']],
  [/pooler/i, /pooler|prepared-statements/, ['proxies and pooler', 'PostgreSQL server']],
  [/^missing/, /failover/, ['PostgreSQL server', 'Patroni, etcd and HAProxy']],
  // npm installs it, or the guide's commands, which run in the same job, generate it.
  [/^installed$/, /stock-clients/, []],
  [/isGenerated/, /sdks/, []],
  // The nightly workflow sets how many.
  [/^count > 0$/, /mobile-load/, []],
  // `npm run test:citus` runs them; the nightly workflow has the engine, and a machine with Citus can kill its processes.
  [/^testDistribution\(\) === 'rows'$|^canKill$|^spread\.length === 0$/, /citus|audit-records/, []],
  // Every run but that with whole schemas on the nodes of Citus has it.
  [/^testDistribution\(\) !== 'schemas'$/, /session-nodes/, []],
  // Only users who may mount can test a full disk.
  [/^probe /, /full-disk/, []],
  // Settings of the job and properties of the machine; no program.
  [/TEST_\w+_URL|onServer|^server |embedded|'CI'|getuid|process\.platform|atTerminal|isLinux/, /./, []],
];

/** The job that runs a test file with everything that it needs. */
function jobOf(file: string): string {
  const folders = {
    outside: 'outside',
    browser: 'browser',
    examples: 'browser',
    scale: 'scale',
    databases: 'databases',
    sdks: 'sdks',
    gateway: 'gateway',
    'high-availability': 'ha',
  };
  const [, folder = ''] = /^contract-tests\/([^/]+)\//.exec(file) ?? [];
  const own = Object.entries(folders).find(([name]) => name === folder)?.[1];
  return own ?? (inSystem.has(file) ? 'system' : 'tests');
}

const inSystem = new Set(systemTests.flatMap((pattern) => globSync(pattern, { cwd: root })));

const skipping = globSync('{cli,contract-tests,src}/**/*.test.{ts,tsx}', { cwd: root }).flatMap((file) => {
  const text = readFileSync(join(root, file), 'utf8');
  return [
    ...[...text.matchAll(/\.(?:skipIf|runIf)\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/g)].map(
      ([, condition = '']) => condition,
    ),
    ...(/ from '.*fixtures\/race\.ts'/.test(text) ? ['TEST_DATABASE_URL'] : []),
  ].map((condition) => ({ file, condition }));
});

test('CI: every test that is skipped without a program runs in a job that installs the program', () => {
  expect(skipping.length).toBeGreaterThan(50);
  const unprovided = skipping.filter(({ file, condition }) => {
    const known = needsOfCondition.find(([one, where]) => one.test(condition) && where.test(file));
    const installed = installedBy(`prepare_${jobOf(file)}`).map(({ name }) => name);
    return known === undefined || known[2].some((need) => !installed.includes(need));
  });
  expect(unprovided).toEqual([]);
});

/** The paths of tests that a script lists. */
const listedPaths = (script: string): readonly string[] =>
  [...readFileSync(join(root, script), 'utf8').matchAll(/^ {2}'([^']+)',$/gm)].map(([, path = '']) => path);

test.each(['scripts/test-postgres.ts', 'scripts/test-citus.ts'])('CI: each path that %s lists has tests', (script) => {
  const files = globSync('{contract-tests,src}/**/*.test.{ts,tsx}', { cwd: root });
  const paths = listedPaths(script);
  expect(paths.length).toBeGreaterThan(5);
  expect(paths.filter((path) => !files.some((file) => file.startsWith(path)))).toEqual([]);
});

test('CI: every test that needs a PostgreSQL server runs on one', () => {
  const paths = listedPaths('scripts/test-postgres.ts');
  const onServer = skipping.filter(({ condition }) => condition.includes('TEST_DATABASE_URL'));
  expect(onServer.length).toBeGreaterThan(5);
  const elsewhere = onServer.filter(({ file }) => !paths.some((path) => file.startsWith(path)));
  expect(elsewhere).toEqual([]);
});
