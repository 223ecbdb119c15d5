import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkedFile } from '../docs-site/site-page.ts';
import { stageRelease } from './stage-release.ts';

const root = resolve(import.meta.dirname, '..', '..');

let release: string;
beforeAll(async () => {
  release = join(await mkdtemp(join(tmpdir(), 'release-')), 'platform');
  await stageRelease(root, release);
});
afterAll(() => rm(resolve(release, '..'), { recursive: true }));

const readManifest = async () => JSON.parse(await readFile(join(release, 'package.json'), 'utf8'));
/** The pages that instruct whoever installed it. */
const pages = ['README.md', 'SECURITY.md', 'deploy/README.md', 'docs/operating.md'];

test('release: it has everything built, and neither TypeScript nor tests', async () => {
  const files = await readdir(release, { recursive: true });
  expect(files).toEqual(
    expect.arrayContaining([
      '.agents/plugins/marketplace.json',
      '.claude-plugin/marketplace.json',
      '.cursor-plugin/marketplace.json',
      'cli/agent-id-mcp/bin/cli.mjs',
      'deploy/Caddyfile',
      'dist/docs/index.html',
      'dist/web/approval.de.js',
      'generated/sso/spec.json',
      'scripts/rotate-push-key.js',
      'src/main.js',
    ]),
  );
  expect(files.filter((file) => /\.tsx?$|^contract-tests/.test(file))).toEqual([]);
});

test('release: its lockfile has what its programs import, and no second Node and no development tools', async () => {
  // Fails when manifest and lockfile disagree.
  execFileSync('npm', ['ci', '--dry-run', '--ignore-scripts'], { cwd: release, stdio: 'pipe' });
  const { packages } = JSON.parse(await readFile(join(release, 'package-lock.json'), 'utf8'));
  const names = Object.keys(packages);
  expect(names).toEqual(
    expect.arrayContaining(['node_modules/fastify', 'node_modules/sodium-native', 'node_modules/pino-pretty']),
  );
  expect(
    names.filter((name) => /\/(?:node-(?:linux|win)|typescript|vite|vitest|esbuild|react-dom)/.test(name)),
  ).toEqual([]);
  const { scripts } = await readManifest();
  for (const name of ['prepare', 'install', 'postinstall']) expect(scripts).not.toHaveProperty(name);
});

test.each(pages)('release: %s names only programs and files that are in it', async (page) => {
  const text = await readFile(join(release, page), 'utf8');
  const { scripts } = await readManifest();
  // A sentence about a clone says how a release is made.
  const instructions = text.replace(/In a clone, [^.]*\./g, '');
  const programs = [...instructions.matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g)].map(([, name = '']) => name);
  expect(programs.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, href = '']) => linkedFile(page, href)?.file ?? []);
  const paths = [...text.matchAll(/(?<![\w./@-])deploy\/[\w.@-]+\w/g)].map(([path]) => path);
  expect([...links, ...paths].filter((path) => !existsSync(join(release, path)))).toEqual([]);
});

test('release: the units of systemd start its program, with names that exist', async () => {
  const { scripts } = await readManifest();
  for (const unit of ['platform@.service', 'platform-migrate.service', 'platform-gateway.service']) {
    const text = await readFile(join(release, 'deploy', unit), 'utf8');
    const [, program = '', name = ''] = /^ExecStart=\/usr\/bin\/node (\S+) (\S+)/m.exec(text) ?? [];
    expect(existsSync(join(release, program))).toBe(true);
    expect(scripts).toHaveProperty(name);
    expect(text).toMatch(/^WorkingDirectory=\/opt\/platform$/m);
  }
});

test('release: npx platform explains itself and refuses an unknown program', async () => {
  // In place of `npm ci`.
  await symlink(join(root, 'node_modules'), join(release, 'node_modules'));
  const platform = (...args: readonly string[]) =>
    spawnSync('node', [join(release, 'platform.mjs'), ...args], { encoding: 'utf8' });
  expect(platform('--help')).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^Usage: platform <command>[^]*rotate-push-key/),
  });
  expect(platform('rotate-push-kye')).toMatchObject({ status: 2, stderr: expect.stringContaining('rotate-push-key') });
  expect(platform('migrate', '--help')).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^Usage: npx platform migrate/),
  });
});

test('release: Node 18 gets one line, which says what it needs', () => {
  const pretended = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.19.0' } });`;
  const preload = `data:text/javascript,${encodeURIComponent(pretended)}`;
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', preload, join(release, 'platform.mjs'), 'start'],
    {
      encoding: 'utf8',
    },
  );
  expect([status, stderr]).toEqual([1, 'This release needs Node 20.19 or later, and this is 18.19.0: update Node.\n']);
});
