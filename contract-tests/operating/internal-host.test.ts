import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serviceNames } from '../../src/composition/settings.ts';
import { freePort } from '../../src/runtime/start/ports.ts';
import { root } from '../fixtures/compose.ts';
import { deletePlatformData, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';

// As behind a proxy that terminates TLS: public URLs are unreachable from the services, which use INTERNAL_HOST.
const host = '127.0.0.1';
const ports: Record<string, number> = {};
let platform: RunningPlatform;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  for (const name of serviceNames) ports[name] = await freePort(host);
  env = {
    HOST: host,
    INTERNAL_HOST: host,
    ...Object.fromEntries(
      serviceNames.flatMap((name) => [
        [`${name.toUpperCase()}_PORT`, String(ports[name])],
        [`${name.toUpperCase()}_BASE_URL`, `https://${name}.localhost`],
      ]),
    ),
  };
  platform = await startPlatform({ env });
});
afterAll(async () => {
  await platform.stop();
  await deletePlatformData(platform);
});

const provider = async (...args: readonly string[]) => {
  const own = { ...platform.env, ...env };
  const { stdout } = await promisify(execFile)('node', [join(root, 'scripts/provider.ts'), ...args], { env: own });
  return JSON.parse(stdout);
};

test('INTERNAL_HOST: the command that registers the portal reaches the provider', async () => {
  const made = await provider('create', '--name', 'Developers of Example', '--origin', 'https://developers.example');
  expect(made).toMatchObject({ ok: true, providerAddress: expect.stringMatching(/^[0-9a-f]{32}$/) });
  const { providers } = await provider('list');
  expect(providers).toContainEqual(expect.objectContaining({ providerAddress: made.providerAddress }));
});

test('INTERNAL_HOST: services load the key set, so that a token with an unknown key is rejected without a 503', async () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const token = `${part({ alg: 'EdDSA', typ: 'at+jwt', kid: 'unknown-key' })}.${part({})}.${'A'.repeat(86)}`;
  const headers = { authorization: `Bearer ${token}` };
  expect((await fetch(`http://${host}:${ports['backend']}/api/me`, { headers })).status).toBe(401);
});

test('INTERNAL_HOST: the start page shows every service as ready', async () => {
  const page = await (await fetch(`http://${host}:${ports['web']}/`)).text();
  expect(page.match(/class="dot ready"/g)).toHaveLength(serviceNames.length - 1);
});
