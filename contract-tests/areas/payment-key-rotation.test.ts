import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ed25519 } from '@noble/curves/ed25519.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type RunningBackend, startBackend, deliverPayment } from '../fixtures/backend.ts';
import { type RunningPlatform, startPlatform } from '../fixtures/platform.ts';

// With DEMO_DATA and no key, the backend accepts the keys of its data directory, which it reads at its start.
const env = { WEBHOOK_PUBLIC_KEY: '', DEMO_DATA: 'true' };
const script = resolve(import.meta.dirname, '../../scripts/payer.ts');

let backend: RunningBackend;
/** The running process of the backend. */
let running: RunningPlatform;
/** Data directories of payers that kept an earlier key. */
const directories: string[] = [];
beforeAll(async () => {
  backend = await startBackend({ env, database: 'disk' });
  running = backend.platform;
});
afterAll(async () => {
  await running?.stop();
  await backend?.stop();
  for (const directory of directories) await rm(directory, { recursive: true });
});

/** Runs a command of the payer as npm would. */
function payer(args: readonly string[], overrides: NodeJS.ProcessEnv = {}) {
  return new Promise<{ readonly code: number; readonly output: Readonly<Record<string, unknown>> }>((done) => {
    execFile('node', [script, ...args], { env: { ...backend.platform.env, ...overrides } }, (error, stdout) =>
      done({ code: error ? Number(error.code) : 0, output: JSON.parse(stdout) as Readonly<Record<string, unknown>> }),
    );
  });
}

async function restart(): Promise<void> {
  await running.stop();
  running = await startPlatform({ services: ['backend'], after: backend.platform, env });
}

const keyFile = () => join(backend.platform.dataDir, 'payment.key');

async function publicKey(): Promise<string> {
  const seed = await readFile(keyFile(), 'utf8');
  return Buffer.from(ed25519.getPublicKey(Buffer.from(seed.trim(), 'hex'))).toString('hex');
}

/** Copies the current key to the data directory of another payer. */
async function keepKey(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'payment-key-'));
  directories.push(directory);
  await copyFile(keyFile(), join(directory, 'payment.key'));
  return directory;
}

async function order() {
  const person = await backend.buyer();
  const { invoice } = unwrap(await person.createInvoice({ body: { productId: 'coins-100-usdc' } }));
  return { invoice, transactions: async () => unwrap(await person.listTransactions()).transactions };
}

async function read(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}

/** Starts a proxy to the backend, which restarts it after the first webhook that is refused with 401. */
async function startRestartingProxy() {
  const statuses: number[] = [];
  let restarted: Promise<void> | undefined;
  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await restarted;
    const { method = 'GET', url = '/', headers } = request;
    const names = ['content-type', 'x-webhook-signature', 'x-webhook-version'];
    const result = await fetch(`${backend.url}${url}`, {
      method,
      headers: names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
      ...(method === 'POST' && { body: await read(request) }),
    });
    if (method === 'POST') statuses.push(result.status);
    const body = Buffer.from(await result.arrayBuffer());
    if (result.status === 401) restarted ??= restart();
    response.writeHead(result.status, { 'content-type': 'application/json' }).end(body);
  }
  const server = createServer((request, response) => {
    // A payer that waited too long ended its request, and repeats it.
    forward(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Statuses of the webhooks, in their order. */
    statuses,
    stop: () => new Promise((stopped) => server.close(stopped)),
  };
}

test('payer: rotate-key prints the keys that the backend accepts after a restart, and no payment is lost during the rotation', async () => {
  const first = await publicKey();
  const firstPayer = await keepKey();
  const rotated = await payer(['rotate-key']);
  const second = await publicKey();
  expect(second).not.toBe(first);
  expect(rotated).toEqual({ code: 0, output: { ok: true, webhookPublicKey: `${second},${first}` } });
  expect((await stat(keyFile())).mode & 0o777).toBe(0o600);
  expect((await stat(join(backend.platform.dataDir, 'payment.previous.key'))).mode & 0o777).toBe(0o600);

  // Before its restart the backend accepts the former key alone; the payer repeats what is refused until then.
  const before = await order();
  const proxy = await startRestartingProxy();
  const paid = await payer(['pay', before.invoice], { BACKEND_BASE_URL: proxy.url });
  await proxy.stop();
  expect(paid).toMatchObject({ code: 0, output: { ok: true, processed: true, status: 'finalized' } });
  expect(proxy.statuses).toEqual([401, 200]);
  expect(await before.transactions()).toMatchObject([{ status: 'paid', txHash: paid.output['txHash'] }]);

  // A webhook that the former key signed arrives late.
  const late = await order();
  expect(await payer(['pay', late.invoice], { DATA_DIR: firstPayer })).toMatchObject({
    code: 0,
    output: { processed: true, attempts: 1 },
  });
  expect(await late.transactions()).toMatchObject([{ status: 'paid' }]);
});

test('payer: a second rotation retires the first key', async () => {
  const [second, secondPayer] = [await publicKey(), await keepKey()];
  const [firstPayer = ''] = directories;
  expect((await payer(['rotate-key'])).output).toEqual({
    ok: true,
    webhookPublicKey: `${await publicKey()},${second}`,
  });
  await restart();
  const statusOf = async (dataDir: string) => (await deliverPayment({ urls: running.urls, dataDir }, {})).status;
  expect(await Promise.all([backend.platform.dataDir, secondPayer, firstPayer].map(statusOf))).toEqual([400, 400, 401]);
});

test('payer: rotate-key explains further arguments and a data directory without a key, and writes nothing', async () => {
  const before = await publicKey();
  expect(await payer(['rotate-key', 'now'])).toEqual({
    code: 1,
    output: { ok: false, error: expect.stringMatching(/^Usage: payer pay <invoice>.*or payer rotate-key$/) },
  });
  expect(await publicKey()).toBe(before);
  const empty = await mkdtemp(join(tmpdir(), 'payment-key-'));
  directories.push(empty);
  expect(await payer(['rotate-key'], { DATA_DIR: empty })).toEqual({
    code: 1,
    output: { ok: false, error: expect.stringMatching(/^There is no payment key: start the platform once/) },
  });
  await expect(stat(join(empty, 'payment.key'))).rejects.toThrow('ENOENT');
});
