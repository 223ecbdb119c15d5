import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stageRelease } from './stage-release.ts';

const root = resolve(import.meta.dirname, '..', '..');
const program = 'scripts/release/platform.mjs';

let directory: string;
let release: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'release-'));
  release = join(directory, 'platform');
  await stageRelease(root, release);
});
afterAll(() => rm(directory, { recursive: true }));

test('release: it contains everything built, and no tests', async () => {
  const files = await readdir(release, { recursive: true });
  expect(files).toEqual(
    expect.arrayContaining([
      'dist/web/approval.en.js',
      'dist/web/approval.de.js',
      'cli/agent-id-core/bin/cli.mjs',
      'generated/sso/spec.json',
      'deploy/Caddyfile',
    ]),
  );
  expect(files.filter((file) => /\.test\.tsx?$|^contract-tests/.test(file))).toEqual([]);
});

test('release: its installation without development dependencies builds nothing', async () => {
  const { scripts } = JSON.parse(await readFile(join(release, 'package.json'), 'utf8'));
  for (const name of ['prepare', 'install', 'postinstall', 'test']) expect(scripts).not.toHaveProperty(name);
  // Fails when manifest and lockfile disagree.
  execFileSync('npm', ['ci', '--omit=dev', '--dry-run', '--ignore-scripts'], { cwd: release, stdio: 'pipe' });
});

test('release: npx platform starts services and names its commands', async () => {
  await symlink(join(root, 'node_modules'), join(release, 'node_modules'));
  const usage = spawnSync('node', [program, 'unknown'], { cwd: release, encoding: 'utf8' });
  expect(usage).toMatchObject({ status: 2, stderr: expect.stringContaining('Usage: npx platform start | admin | ') });

  const env = { ...process.env, DATA_DIR: join(directory, 'data'), WEB_PORT: '0', LOG_LEVEL: 'error' };
  const server = spawn('node', [program, 'start', 'web'], {
    cwd: release,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface(server.stdout)) if (line === 'ready') break;
  server.kill('SIGTERM');
  expect((await once(server, 'exit'))[0]).toBe(0);
});
