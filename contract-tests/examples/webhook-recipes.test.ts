import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { createWebhookKey } from '../../src/client/testing/sign-webhook.ts';
import { freePort } from '../../src/runtime/start/ports.ts';
import { startChildProgram } from '../fixtures/servers.ts';
import { waitUntil } from '../fixtures/http.ts';
import { packSdk, projectWithSdk } from '../fixtures/sdk-package.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { expectWebhooksVerified } from './expect-webhooks.ts';

const page = resolve(import.meta.dirname, '../../docs/sdk/webhooks.md');
const packages = ['express@5.3.0', 'fastify@5.12.8', 'hono@4.13.19', '@hono/node-server@2.1.8'];

const sdk = useStarted(packSdk);
let project: string;
const recipes = new Map<string, string>();
beforeAll(async () => {
  project = await projectWithSdk(sdk, 'recipes');
  await promisify(execFile)('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...packages], {
    cwd: project,
  });
  for (const [, name = '', code = ''] of (await readFile(page, 'utf8')).matchAll(/^```js (\S+)\n(.*?)^```$/gms))
    recipes.set(name, code);
});

test('docs/sdk/webhooks.md: has receivers for Express, Fastify and Hono [S291]', () => {
  expect([...recipes.keys()]).toEqual(['express.mjs', 'fastify.mjs', 'hono.mjs']);
});

test.each(['express.mjs', 'fastify.mjs', 'hono.mjs'])(
  'docs/sdk/webhooks.md: %s accepts genuine webhooks, refuses others and limits the body [S291]',
  async (name) => {
    const [port, key] = [await freePort(), createWebhookKey()];
    await writeFile(join(project, name), recipes.get(name) ?? '');
    const env = { ...process.env, PORT: String(port), WEBHOOK_PUBLIC_KEY: key.publicKey };
    const receiver = startChildProgram(process.execPath, [name], { cwd: project, env });
    const url = `http://localhost:${port}/hooks`;
    const listens = () =>
      fetch(url).then(
        () => true,
        () => false,
      );
    try {
      await waitUntil(listens);
      await expectWebhooksVerified(url, key);
      expect(receiver.log()).toContain('ntf_1 delivered');
    } finally {
      await receiver.end('SIGKILL');
    }
  },
);
