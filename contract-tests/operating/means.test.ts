import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../fixtures/compose.ts';

// Tests skip themselves when a program that they need is missing. In CI, .ci/run installs these programs, so only tests
// that mount a disk can be skipped.

const script = readFileSync(join(root, '.ci/run'), 'utf8');

/** Steps that install a program, by the function of the script that they are in. */
const installing = new Map(
  [...script.matchAll(/^(\w+)\(\) \{(.*?)\}$/gms)].map(([, name = '', body = '']) => [name, body] as const),
);

const needsOf = (body: string) =>
  [...body.matchAll(/need '([^']+)' provide (?:'([^']+)'|"([^"]+)") /g)].map(([, name = '', single, double]) => ({
    name,
    check: single ?? double ?? '',
  }));

const provided = (installing.get('prepare_system') ?? '')
  .split('\n')
  .flatMap((line) => needsOf(installing.get(line.trim()) ?? line));

test('CI: everything that npm run test:system needs besides Node is installed before it', () => {
  expect(provided.map(({ name }) => name)).toEqual([
    'clock',
    'man pages',
    'Python',
    'Go',
    'Redis',
    'curl',
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
