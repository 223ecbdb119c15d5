import { X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../src/runtime/start/ports.ts';
import { urlOf } from '../fixtures/identity.ts';
import { deletePlatformData, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';

/** An address of this machine beside the one on which the services listen. */
const address = '127.0.0.2';
const host = 'workbench.local';

let platform: RunningPlatform;
let authority: string;
let trustPage: string;
let settings: NodeJS.ProcessEnv;
beforeAll(async () => {
  const LAN_PORT = String(await freePort(address));
  trustPage = `http://${address}:${LAN_PORT}`;
  settings = { LAN_HOST: host, LAN_ADDRESS: address, LAN_PORT, TEST_DATABASE_URL: '' };
  platform = await startPlatform({ services: ['--lan', 'sso', 'forum', 'web'], env: settings });
  authority = await (await fetch(`${trustPage}/authority.crt`)).text();
});
afterAll(async () => {
  await platform?.stop();
  await deletePlatformData(platform);
});

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** Sends a request as a device of the network, which finds the name and trusts the authority. */
const send = (url: string, headers: Record<string, string> = {}, ca: string | undefined = authority) =>
  new Promise<Reply>((done, fail) => {
    const { port, pathname, search } = new URL(url);
    request(
      {
        host: address,
        servername: host,
        port,
        path: pathname + search,
        ca,
        headers: { host: `${host}:${port}`, ...headers },
      },
      async (response) =>
        done({ status: response.statusCode ?? 0, headers: response.headers, body: await text(response) }),
    )
      .on('error', fail)
      .end();
  });

test('lan: every service is served with a certificate of the computer for its host name, and for nobody else', async () => {
  for (const service of ['sso', 'forum', 'web']) {
    const url = urlOf(platform, service);
    expect(new URL(url)).toMatchObject({ protocol: 'https:', hostname: host });
    expect((await send(`${url}/docs`)).status).toBeLessThan(400);
    await expect(send(`${url}/docs`, {}, 'untrusted')).rejects.toThrow();
  }
});

test('lan: the terminal and the page without TLS tell how to trust the computer, with one fingerprint', async () => {
  const page = await (await fetch(trustPage)).text();
  const { fingerprint256, ca, subject } = new X509Certificate(authority);
  expect([ca, subject]).toEqual([true, `CN=Platform development on ${host}`]);
  for (const shown of [page, platform.log()]) expect(shown).toContain(fingerprint256);
  expect(platform.log()).toContain('█');
  expect(page).toContain(`${urlOf(platform, 'web')}/`);
  expect((await fetch(`${trustPage}/authority.key`)).status).toBe(404);
});

test('lan: the key of the authority is for its user alone', async () => {
  const directory = join(platform.dataDir, 'authority');
  expect((await stat(join(directory, 'authority.key'))).mode & 0o777).toBe(0o600);
  expect((await stat(directory)).mode & 0o777).toBe(0o700);
  expect(await readFile(join(directory, 'authority.crt'), 'utf8')).toBe(authority);
});

test('lan: cookies are those of https, and no browser is told to use https for a year', async () => {
  const sso = urlOf(platform, 'sso');
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: '0000000601000000000000000000000a',
    redirect_uri: `${urlOf(platform, 'web')}/portal/callback`,
    scope: 'openid',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
  const { status, headers } = await send(`${sso}/oauth/authorize?${query.toString()}`);
  expect([status, headers['strict-transport-security']]).toEqual([303, undefined]);
  expect(headers['set-cookie']?.[0]).toMatch(/^__Host-.*; Secure/);
  expect(headers['location']).toMatch(new RegExp(`^${sso}/approve/`));
});

test('lan: a client cannot choose the address that the audit records', async () => {
  const sso = urlOf(platform, 'sso');
  const refused = await send(`${sso}/api/v1/audit`, {
    authorization: 'Bearer wrong',
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-proto': 'http',
  });
  expect(refused.status).toBe(401);
  const audit = await send(`${sso}/api/v1/audit?event=admin_refused`, { authorization: `Bearer ${platform.adminKey}` });
  const { events } = JSON.parse(audit.body) as { events: { ip: string }[] };
  expect(events.map(({ ip }) => ip)).toEqual([expect.stringMatching(/^127\.0\.0\.[12]$/)]);
});

test.each(['/metrics', '/%6detrics', '/readyz/', '//healthz', '/metrics?x=1'])(
  'lan: %s of a service is not open to the network',
  async (path) => {
    for (const service of ['sso', 'forum', 'web'])
      expect((await send(urlOf(platform, service) + path)).status, service).toBe(404);
  },
);

test('lan: services reach each other although the name resolves on other devices only', async () => {
  const { body } = await send(`${urlOf(platform, 'web')}/`);
  const states = [...body.matchAll(/class="dot ([a-z-]+)"/g)].map(([, state]) => state);
  // Provider and forum run, backend and notifications do not.
  expect(states).toEqual(['ready', 'ready', 'not-running', 'not-running']);
});

test('lan: after a restart the devices still trust the computer', async () => {
  await platform.stop();
  const restarted = await startPlatform({
    services: ['--lan', 'web'],
    env: { ...settings, DATA_DIR: platform.dataDir },
  });
  try {
    expect(await (await fetch(`${trustPage}/authority.crt`)).text()).toBe(authority);
  } finally {
    await restarted.stop();
    await deletePlatformData(restarted);
  }
});

test('lan: a setting that --lan chooses itself is refused, with exit code 2', async () => {
  const started = startPlatform({
    services: ['--lan', 'web'],
    env: { ...settings, WEB_BASE_URL: 'https://platform.example' },
  });
  await expect(started).rejects.toThrow(/exit 2[^]*--lan chooses WEB_BASE_URL itself: remove the setting/);
});
