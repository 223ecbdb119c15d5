import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { waitUntil } from '../fixtures/http.ts';
import { freePort } from '../../src/runtime/start/ports.ts';
import { type RunningNotifications, startNotifications } from '../fixtures/notifications.ts';
import { pythonEnvironment } from './python-environment.ts';
import { newKey } from '../fixtures/protocol/keys.ts';

// The receivers of docs/webhooks.md, unchanged, receive genuine and forged webhooks.

const page = readFileSync(resolve(import.meta.dirname, '../../docs/webhooks.md'), 'utf8');
const sourceOf = (file: string): string =>
  new RegExp(`^\`\`\`\\w+ ${file.replace('.', '\\.')}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(page)?.[1] ?? '';

interface Language {
  readonly file: string;
  /** Command that runs the receiver, in the folder of its source; undefined when a program is missing. */
  readonly command: readonly string[] | undefined;
  readonly needs: string;
}

const python = pythonEnvironment();
const go = ['go', '/usr/local/go/bin/go'].find(
  (name) => spawnSync(name, ['version'], { stdio: 'ignore' }).status === 0,
);
const languages: readonly Language[] = [
  { file: 'receiver.ts', command: ['node', 'receiver.ts'], needs: 'Node' },
  {
    file: 'receiver.py',
    command: 'python' in python ? [python.python, 'receiver.py'] : undefined,
    needs: 'missing' in python ? python.missing : 'Python',
  },
  {
    file: 'receiver.go',
    command: go === undefined ? undefined : ['./receiver'],
    needs: 'Go: apt-get install golang-go',
  },
];

let service: RunningNotifications;
let folder: string;
beforeAll(async () => {
  service = await startNotifications();
  folder = await mkdtemp(join(tmpdir(), 'receivers-'));
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

describe.each(languages)('docs/webhooks.md: $file', ({ file, command, needs }) => {
  if (command === undefined) console.warn(`The receiver ${file} is skipped: it needs ${needs}.`);
  const [program = '', ...args] = command ?? [];
  const forger = newKey();
  // A second configured key, as during a rotation, with which the test signs webhooks.
  const own = newKey();
  const hex = (key: typeof own) => Buffer.from(key.publicJwk.x, 'base64url').toString('hex');

  let receiver: ChildProcess;
  let url: string;
  let printed = '';
  let notificationId: string;
  beforeAll(async () => {
    if (command === undefined) return;
    await writeFile(join(folder, file), sourceOf(file));
    if (file === 'receiver.go') {
      const built = spawnSync(go ?? '', ['build', '-o', 'receiver', file], { cwd: folder, encoding: 'utf8' });
      if (built.status !== 0) throw new Error(built.stderr);
    }
    const port = await freePort();
    url = `http://127.0.0.1:${port}/hooks/push-status`;
    const app = await service.app();
    const webhook = unwrap(await app.portal.setWebhook({ path: { appId: app.appId }, body: { url } }));
    receiver = spawn(program, args, {
      cwd: folder,
      env: {
        ...process.env,
        PORT: String(port),
        WEBHOOK_PUBLIC_KEY: `${'publicKey' in webhook ? webhook.publicKey : ''}, ${hex(own)}`,
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    receiver.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    const listens = () =>
      fetch(url).then(
        () => true,
        () => false,
      );
    await waitUntil(listens);
    const { sub } = await service.recipient(app.appId);
    const send = { sessionAddress: sub, body: `Test notification for ${file}`, test: 'clicked' } as const;
    ({ notificationId } = unwrap(await app.sender.sendNotification({ body: send })));
  });
  afterAll(async () => {
    if (receiver === undefined || receiver.exitCode !== null) return;
    const exit = once(receiver, 'exit');
    receiver.kill();
    await exit;
  });

  test.skipIf(command === undefined)(
    'docs/webhooks.md receiver: accepts the status events of the service',
    async () => {
      await expect
        .poll(() => printed.split('\n').filter((line) => line.startsWith(notificationId)))
        .toEqual([`${notificationId} delivered`, `${notificationId} clicked`]);
    },
  );

  const seconds = () => Math.floor(Date.now() / 1000);
  const post = async (body: string, { offset = 0, key = own, sent = body, sign = true } = {}) => {
    const at = seconds() + offset;
    const signature = Buffer.from(key.privateKey(Buffer.from(`${at}.${body}`))).toString('hex');
    const headers = { 'x-platform-timestamp': String(at), ...(sign && { 'x-platform-signature': signature }) };
    return (await fetch(url, { method: 'POST', body: sent, headers })).status;
  };
  const event = () => JSON.stringify({ notificationId: `ntf_${randomUUID()}`, status: 'delivered', later: 'unknown' });

  test.skipIf(command === undefined)('docs/webhooks.md receiver: handles a repeated event once', async () => {
    const body = event();
    const before = printed;
    expect([await post(body), await post(body)]).toEqual([204, 204]);
    const { notificationId: id } = JSON.parse(body) as { notificationId: string };
    await expect.poll(() => printed.slice(before.length)).toBe(`${id} delivered\n`);
  });

  test.skipIf(command === undefined).each([
    ['a changed body', { sent: '{"notificationId":"ntf_1","status":"clicked"}' }],
    ['a key that is not configured', { key: forger }],
    ['no signature', { sign: false }],
    ['a time six minutes ago', { offset: -360 }],
    ['a time six minutes ahead', { offset: 360 }],
  ])('docs/webhooks.md receiver: %s is rejected', async (_what, how) => {
    const before = printed;
    expect(await post(event(), how)).toBe(401);
    expect(printed).toBe(before);
  });

  test.skipIf(command === undefined)('docs/webhooks.md receiver: a body of more than 64 KiB is 413', async () => {
    const response = await fetch(url, { method: 'POST', body: 'x'.repeat(64 * 1024 + 1) }).catch(() => undefined);
    // A sender that still writes may see the connection close first.
    expect([413, undefined]).toContain(response?.status);
    expect(await post(event())).toBe(204);
  });

  test.skipIf(command === undefined)(
    'docs/webhooks.md receiver: aborted requests do not stop it, and slow ones are closed without delaying others',
    async () => {
      const { hostname, port } = new URL(url);
      const unfinished = 'POST / HTTP/1.1\r\nhost: receiver\r\ncontent-length: 100\r\n\r\n{"noti';
      const open = async () => {
        const socket = connect(Number(port), hostname);
        socket.on('error', () => undefined);
        await once(socket, 'connect');
        socket.write(unfinished);
        return socket;
      };
      for (const socket of await Promise.all(Array.from({ length: 20 }, open))) socket.resetAndDestroy();
      const slow = await Promise.all(Array.from({ length: 20 }, open));
      const closed = Promise.all(slow.map((socket) => (socket.resume(), once(socket, 'close'))));
      expect(await post(event())).toBe(204);
      await closed;
      expect(await post(event())).toBe(204);
    },
    60_000,
  );
});

test('notifications: the metrics count webhook attempts', async () => {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  const [, attempts] = /^webhook_attempt_duration_seconds_count\{.*outcome="succeeded".*\} (\d+)$/m.exec(text) ?? [];
  expect(Number(attempts)).toBeGreaterThanOrEqual(2);
});

test('docs/webhooks.md: has a receiver in every language', () => {
  expect(languages.map(({ file }) => sourceOf(file) !== '')).toEqual([true, true, true]);
  expect(existsSync(resolve(import.meta.dirname, '../../src/client/webhooks/vectors.json'))).toBe(true);
});
