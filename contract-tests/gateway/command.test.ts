import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../src/runtime/start/ports.ts';
import { type ServedProvider, serveProvider } from './provider.ts';
import { configOf, gatewayProgram } from './start-gateway.ts';

const folders: string[] = [];
let provider: ServedProvider;
beforeAll(async () => {
  provider = await serveProvider();
});
afterAll(async () => {
  await provider.stop();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});
const config = () => configOf(provider.ssoBaseUrl);

async function run(content: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-'));
  folders.push(folder);
  await writeFile(join(folder, 'gateway.json'), content);
  const { status, stdout, stderr } = await new Promise<{ status: number | null; stdout: string; stderr: string }>(
    (done) => {
      const child = spawn(process.execPath, [gatewayProgram, ...args], {
        cwd: folder,
        env: {
          PATH: process.env['PATH'],
          NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
          HOME: folder,
          DATA_DIR: folder,
          ...env,
        },
      });
      let [stdout, stderr] = ['', ''];
      child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
      child.once('close', (status) => done({ status, stdout, stderr }));
    },
  );
  return { status, stdout, stderr };
}

test('platform gateway --check: names what is right and what to do, and starts nothing', async () => {
  const good = await run(JSON.stringify(config()), ['--check']);
  expect(good).toMatchObject({ status: 0, stderr: '' });
  expect(good.stdout.split('\n').every((line) => line === '' || line.startsWith('ok  '))).toBe(true);
  const down = { ...config(), issuer: `http://127.0.0.1:${await freePort()}` };
  const bad = await run(JSON.stringify(down), ['--check', '--json']);
  expect([bad.status, JSON.parse(bad.stdout)]).toMatchObject([1, { ok: false, code: 'check_failed' }]);
});

test('platform gateway: wrong usage, file or settings exit 2 with what to do', async () => {
  const content = JSON.stringify(config());
  const outcome = async (...of: Parameters<typeof run>) => {
    const { status, stderr } = await run(...of);
    return `${status} ${stderr}`;
  };
  const expected: readonly (readonly [RegExp, ...Parameters<typeof run>])[] = [
    [/^2 Unknown flag --confg/, content, ['--confg', 'x']],
    [/^2 .*gateway\.json is not valid:\n {2}issuer is required/, '{}'],
    [/^2 [^]*REDIS_URL[^]*GATEWAY_KEY/, content, [], { GATEWAY_INSTANCES: '2' }],
    [/^2 [^]*GATEWAY_PORT is/, content, [], { GATEWAY_PORTS: '1' }],
    [/^2 [^]*REDIS_URL must be redis:/, content, [], { REDIS_URL: 'http://x' }],
  ];
  await Promise.all(expected.map(async ([pattern, ...of]) => expect(await outcome(...of)).toMatch(pattern)));
});

test('platform gateway --rotate-key: adds a key for later', async () => {
  const { status, stdout } = await run('{}', ['--rotate-key', '--json']);
  expect([status, JSON.parse(stdout)]).toEqual([
    0,
    { ok: true, kid: expect.stringMatching(/^[\w-]{43}$/), signsFrom: expect.any(Number) },
  ]);
});
