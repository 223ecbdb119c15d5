import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../fixtures/compose.ts';
import { freePort } from '../../src/service/free-port.ts';
import { type Receiver, startReceiver } from '../fixtures/receiver.ts';

const file = join(root, 'deployment/proxy.conf');
const missing = spawnSync('nginx', ['-v']).error !== undefined;

describe.skipIf(missing)('the proxy before the instances', () => {
  let directory: string;
  let instance: Receiver;
  let nginx: ChildProcess | undefined;
  let proxy: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'proxy-'));
    instance = await startReceiver(() => ({ status: 200, body: 'answered' }));
    const port = await freePort();
    proxy = `http://127.0.0.1:${port}`;
    const config = (await readFile(file, 'utf8'))
      // The service that this port belongs to is the one instance here.
      .replaceAll('proxy_pass http://$instances:$server_port;', `proxy_pass http://${new URL(instance.url).host};`)
      .replace(/listen 4000;(\s+listen \d+;)+/, `listen 127.0.0.1:${port};`)
      .replaceAll('/tmp/', `${directory}/`);
    await writeFile(join(directory, 'nginx.conf'), config);
    nginx = spawn('nginx', ['-c', join(directory, 'nginx.conf'), '-g', 'daemon off;'], { stdio: 'ignore' });
    for (let up = false; !up;) {
      if (nginx.exitCode !== null) throw new Error(`nginx ended with ${nginx.exitCode}`);
      up = await fetch(proxy).then(
        () => true,
        () => new Promise<boolean>((turn) => setImmediate(() => turn(false))),
      );
    }
  });
  afterAll(async () => {
    if (nginx && nginx.exitCode === null) {
      const exit = once(nginx, 'exit');
      nginx.kill('SIGQUIT');
      await exit;
    }
    await instance.close();
    await rm(directory, { recursive: true, force: true });
  });

  test('nginx accepts its file as it is', async () => {
    const { stderr } = await promisify(execFile)('nginx', ['-t', '-q', '-c', file]);
    expect(stderr).toBe('');
  });

  test('an instance learns the address of the client from the proxy, and from nobody else', async () => {
    await fetch(`${proxy}/api/posts?limit=1`, { headers: { 'x-forwarded-for': '203.0.113.9' } });
    const { headers } = instance.received.at(-1) ?? {};
    expect(headers).toMatchObject({
      host: new URL(proxy).host,
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
    });
  });

  test.each(['/healthz', '/readyz', '/metrics'])('%s is for the network inside', async (path) => {
    expect((await fetch(`${proxy}${path}`)).status).toBe(403);
  });
});
