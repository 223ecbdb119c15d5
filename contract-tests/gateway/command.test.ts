import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../src/runtime/start/ports.ts';
import { type ServedProvider, serveProvider } from './provider.ts';
import { configOf, gatewayProgram, type StartedGateway, startGateway } from './start-gateway.ts';

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

interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program in a folder, with few settings. */
const runIn = (folder: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<Outcome> =>
  new Promise((done) => {
    const child = spawn(process.execPath, [...args], {
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
  });

async function run(content: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-'));
  folders.push(folder);
  await writeFile(join(folder, 'gateway.json'), content);
  return runIn(folder, [gatewayProgram, ...args], env);
}

test('platform gateway --check: names what is right and what to do, and starts nothing', async () => {
  const good = await run(JSON.stringify(config()), ['--check']);
  expect(good).toMatchObject({ status: 0, stderr: '' });
  // Keys of a check would belong to its user, who may not be that of the gateway.
  expect(existsSync(join(folders.at(-1) ?? '', 'gateway-keys.json'))).toBe(false);
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
    [/^2 error: unknown option '--confg'\n\(Did you mean --config\?\)/, content, ['--confg', 'x']],
    [/^2 .*gateway\.json is not valid:\n {2}issuer is required/, '{}'],
    [/^2 [^]*REDIS_URL[^]*GATEWAY_KEY/, content, [], { GATEWAY_INSTANCES: '2' }],
    [/^2 [^]*GATEWAY_PORT is/, content, [], { GATEWAY_PORTS: '1' }],
    [/^2 [^]*REDIS_URL must be redis:/, content, [], { REDIS_URL: 'http://x' }],
  ];
  await Promise.all(expected.map(async ([pattern, ...of]) => expect(await outcome(...of)).toMatch(pattern)));
});

test('platform gateway --proxy: prints the file of deploy/gateway for each proxy', async () => {
  const files = { nginx: 'nginx.conf', caddy: 'Caddyfile', traefik: 'traefik.yaml', envoy: 'envoy.yaml' };
  const folder = resolve(import.meta.dirname, '..', '..', 'deploy', 'gateway');
  const printed = await Promise.all(Object.keys(files).map(async (name) => (await run('', ['--proxy', name])).stdout));
  expect(printed).toEqual(Object.values(files).map((file) => readFileSync(join(folder, file), 'utf8')));
});

test('platform gateway --rotate-key: adds a key for later', async () => {
  const { status, stdout } = await run('{}', ['--rotate-key', '--json']);
  expect([status, JSON.parse(stdout)]).toEqual([
    0,
    { ok: true, kid: expect.stringMatching(/^[\w-]{43}$/), signsFrom: expect.any(Number) },
  ]);
});

const doctorProgram = resolve(import.meta.dirname, '..', '..', 'scripts', 'doctor.ts');
/** Lines of the doctor of a running gateway. */
async function examine({ folder, port }: StartedGateway, env: Readonly<Record<string, string>> = {}) {
  const args = [doctorProgram, '--gateway', 'gateway.json'];
  const { status, stdout } = await runIn(folder, args, { GATEWAY_PORT: String(port), ...env });
  const lines = stdout.split('\n').filter(Boolean);
  return { status, lines, failed: lines.filter((line) => !line.startsWith('ok  ')) };
}

test('npm run doctor --gateway: every line is ok for a running gateway, with its probes on ADMIN_PORT', async () => {
  const env = { ADMIN_PORT: String(await freePort()), NODE_ENV: 'production' };
  const gateway = await startGateway(config(), env);
  try {
    const { status, lines, failed } = await examine(gateway, env);
    expect([status, failed, lines.length]).toEqual([0, [], 10]);
  } finally {
    await gateway.stop();
  }
});

test('npm run doctor --gateway: names provider, Redis, keys, probes, a wrong file and whom it believes, with advice', async () => {
  const gateway = await startGateway({ ...config(), trustedProxies: ['192.0.2.1/32'] });
  try {
    expect((await examine(gateway)).failed).toEqual([]);
    const closed = String(await freePort());
    const { status, failed } = await examine(gateway, {
      GATEWAY_KEY: Buffer.alloc(32, 7).toString('base64url'),
      REDIS_URL: `redis://127.0.0.1:${closed}`,
      ADMIN_PORT: closed,
    });
    expect([status, failed]).toEqual([
      1,
      [
        expect.stringMatching(/^Redis stores used proofs: /),
        expect.stringMatching(
          /^the gateway responds at .*: it publishes other keys; run the doctor with its GATEWAY_KEY/,
        ),
        expect.stringMatching(/^its probes respond at .*ECONNREFUSED/),
        expect.stringMatching(/^it reads the file as it is: .*ECONNREFUSED/),
      ],
    ]);
    const elsewhere = join(gateway.folder, 'elsewhere');
    expect((await examine(gateway, { DATA_DIR: elsewhere })).failed).toEqual([
      expect.stringMatching(
        /^the gateway responds at .*: .*elsewhere\/gateway-keys\.json does not exist; run the doctor with its GATEWAY_KEY or DATA_DIR/,
      ),
    ]);
    expect(existsSync(elsewhere)).toBe(false);
    const other = { ...config(), trustedProxies: ['127.0.0.1/32'] };
    await gateway.configure('{');
    await expect.poll(() => gateway.child.log()).toContain('the former one stays');
    const down = { ...other, issuer: `http://127.0.0.1:${closed}` };
    await writeFile(join(gateway.folder, 'other.json'), JSON.stringify(down));
    const args = [doctorProgram, '--gateway', 'other.json'];
    const { stdout } = await runIn(gateway.folder, args, { GATEWAY_PORT: String(gateway.port) });
    expect(stdout).toMatch(/^the provider .* publishes its keys: .*ECONNREFUSED/m);
    expect(stdout).toMatch(/^the clock agrees with that of the provider: the provider did not respond$/m);
    expect(stdout).toMatch(/^it reads the file as it is: the last change was wrong and the former file still counts/m);
    expect(stdout).toMatch(/^it believes the trusted proxies only: it does not believe 127\.0\.0\.1, which/m);
  } finally {
    await gateway.stop();
  }
});

test('npm run doctor --gateway: a file that is wrong, and unknown options, are named', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-'));
  folders.push(folder);
  await writeFile(join(folder, 'gateway.json'), '{}');
  const outcome = await runIn(folder, [doctorProgram, '--gateway', 'gateway.json'], {});
  expect([outcome.status, outcome.stdout]).toEqual([1, expect.stringContaining('gateway.json: issuer is required\n')]);
  expect((await runIn(folder, [doctorProgram, '--gatway', 'x'], {})).stderr).toMatch(
    /^doctor: Unknown option '--gatway'/,
  );
});
