import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

function runOn(program: string, node: string, platform: string, arch: string) {
  const pretended = { platform, arch, versions: { ...process.versions, node } };
  const pretend = Object.entries(pretended).map(
    ([name, value]) => `Object.defineProperty(process, '${name}', { value: ${JSON.stringify(value)} });`,
  );
  const preload = `data:text/javascript,${encodeURIComponent(pretend.join(''))}`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', preload, join(import.meta.dirname, program)],
    { encoding: 'utf8' },
  );
  return { status, stdout, lines: stderr.split('\n').filter(Boolean) };
}

test.each(['check-node.mjs', 'prepare.mjs'])(
  '%s: Node 20 on macOS gets one line, which says what to install, and nothing else happens',
  (program) => {
    const { status, stdout, lines } = runOn(program, '20.20.2', 'darwin', 'arm64');
    expect([status, stdout]).toEqual([1, '']);
    expect(lines).toEqual([
      'The source code needs Node 24.18 or later, and this is 20.20.2: install Node 24 (npm has no package of it for darwin arm64). A release runs on Node 20.',
    ]);
  },
);

test('check-node.mjs: where npm has a fitting Node, the line says how to get it', () => {
  const { status, lines } = runOn('check-node.mjs', '22.11.0', 'linux', 'arm64');
  expect([status, lines]).toEqual([1, [expect.stringContaining('run `npm ci` without --omit=optional')]]);
});

test('check-node.mjs: a recent Node passes on every system', () => {
  for (const platform of ['linux', 'darwin', 'win32'])
    expect(runOn('check-node.mjs', '24.18.0', platform, 'arm64')).toEqual({ status: 0, stdout: '', lines: [] });
});
