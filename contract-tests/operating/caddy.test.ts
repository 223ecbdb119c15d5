import { spawnSync, spawn } from 'node:child_process';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serviceNames } from '../../src/composition/settings.ts';
import { s256Challenge } from '../../src/protocol/pkce.ts';
import { freePort } from '../../src/runtime/start/ports.ts';
import { deletePlatformData, startPlatform, type RunningPlatform } from '../fixtures/platform.ts';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { connect } from 'node:tls';
import { waitUntil } from '../fixtures/http.ts';

const settings = resolve(import.meta.dirname, '..', '..', 'deploy', 'Caddyfile');

export interface Caddy {
  /** PEM of its certificate authority. */
  readonly authority: string;
  readonly stop: () => Promise<void>;
}

/** Starts Caddy with the settings of `deploy/` and an authority of its own. @param env hosts and ports of the file */
export async function startCaddy(env: Readonly<Record<string, string>>): Promise<Caddy> {
  const home = await mkdtemp(join(tmpdir(), 'caddy-'));
  const child = spawn('caddy', ['run', '--config', settings, '--adapter', 'caddyfile'], {
    env: { PATH: process.env['PATH'], HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home, TLS: 'internal', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const hosts = Object.keys(env).flatMap((name) => (name.endsWith('_HOST') ? [env[name] ?? ''] : []));
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const root = join(home, 'caddy', 'pki', 'authorities', 'local', 'root.crt');
  await waitUntil(async () => {
    if (child.exitCode !== null) throw new Error(`Caddy ended with ${child.exitCode}:\n${log}`);
    return serves(Number(env['HTTPS_PORT']), hosts);
  });
  return {
    authority: readFileSync(root, 'utf8'),
    stop: async () => {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Whether there is a certificate for every host: Caddy issues them after it listens. */
async function serves(port: number, hosts: readonly string[]): Promise<boolean> {
  const served = await Promise.all(
    hosts.map(
      (servername) =>
        new Promise<boolean>((done) => {
          const socket = connect({ host: '127.0.0.1', port, servername, rejectUnauthorized: false });
          socket.once('secureConnect', () => {
            socket.destroy();
            done(true);
          });
          socket.once('error', () => done(false));
        }),
    ),
  );
  return served.every(Boolean);
}

const missing = spawnSync('caddy', ['version']).error !== undefined;
if (missing) console.warn('Caddy is not installed: the tests of deploy/Caddyfile are skipped.');
test.runIf(missing && process.env['CI'])('Caddy is installed in CI', () => expect(missing).toBe(false));

interface Response {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

describe.skipIf(missing)('deploy/Caddyfile', () => {
  const hostOf = (name: string) => `${name}.platform.test`;
  let ports: { readonly http: number; readonly https: number };
  let platform: RunningPlatform;
  let caddy: Caddy;

  beforeAll(async () => {
    ports = { http: await freePort(), https: await freePort() };
    const own = Object.fromEntries(
      await Promise.all(
        ['admin', ...serviceNames].map(async (name) => [`${name.toUpperCase()}_PORT`, String(await freePort())]),
      ),
    );
    platform = await startPlatform({
      env: {
        NODE_ENV: 'production',
        RATE_LIMITS: 'on',
        DATABASE_URL: 'embedded:',
        MASTER_KEY: Buffer.alloc(32, 7).toString('base64url'),
        REGISTRATION: 'open',
        TRUSTED_PROXIES: '127.0.0.1/32',
        INTERNAL_HOST: '127.0.0.1',
        ...own,
        ...Object.fromEntries(
          serviceNames.map((name) => [`${name.toUpperCase()}_BASE_URL`, `https://${hostOf(name)}:${ports.https}`]),
        ),
      },
    });
    caddy = await startCaddy({
      HTTP_PORT: String(ports.http),
      HTTPS_PORT: String(ports.https),
      ...own,
      ...Object.fromEntries(serviceNames.map((name) => [`${name.toUpperCase()}_HOST`, hostOf(name)])),
    });
  });
  afterAll(async () => {
    await caddy.stop();
    await platform.stop();
    await deletePlatformData(platform);
  });

  /** Sends a request from another address than the proxy's own, so that the two can be told apart. */
  function send(
    scheme: 'http' | 'https',
    name: string,
    path: string,
    headers: Readonly<Record<string, string>> = {},
    body?: string,
  ): Promise<Response> {
    const options = {
      host: '127.0.0.1',
      port: ports[scheme],
      path,
      method: body === undefined ? 'GET' : 'POST',
      localAddress: '127.0.0.9',
      headers: { host: `${hostOf(name)}:${ports[scheme]}`, ...headers },
    };
    return new Promise((done, fail) => {
      const request =
        scheme === 'http'
          ? httpRequest(options)
          : httpsRequest({ ...options, servername: hostOf(name), ca: caddy.authority });
      request.once('error', fail).once('response', (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.once('end', () => done({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
      });
      request.end(body);
    });
  }

  test('Caddy: every service has its host name on 443 with a certificate, and asks browsers for HTTPS', async () => {
    for (const name of serviceNames) {
      const { status, headers } = await send('https', name, name === 'web' ? '/' : '/docs');
      expect([name, status]).toEqual([name, 200]);
      expect(headers['strict-transport-security'], name).toContain('max-age=31536000');
      expect(headers['server'], name).toBeUndefined();
    }
  });

  test('Caddy: HTTP is redirected to HTTPS', async () => {
    const { status, headers } = await send('http', 'sso', '/docs');
    expect(status).toBe(308);
    expect(headers['location']).toMatch(/^https:\/\/sso\.platform\.test.*\/docs$/);
  });

  test("Caddy: the audit names the client's address, and a forged X-Forwarded-For changes nothing", async () => {
    const wrong = {
      authorization: 'Bearer wrong',
      'x-forwarded-for': '203.0.113.9',
      'content-type': 'application/json',
    };
    const refused = await send('https', 'sso', '/api/v1/providers', wrong, JSON.stringify({ name: 'Not created' }));
    expect(refused.status).toBe(401);
    const audit = await send('https', 'sso', '/api/v1/audit?event=admin_refused', {
      authorization: `Bearer ${platform.adminKey}`,
    });
    expect(audit.body).toContain('"127.0.0.9"');
    expect(audit.body).not.toContain('203.0.113.9');
  });

  test('Caddy: cookies are for HTTPS and this host alone', async () => {
    const created = await send(
      'https',
      'sso',
      '/api/v1/providers',
      { authorization: `Bearer ${platform.adminKey}`, 'content-type': 'application/json' },
      JSON.stringify({ name: 'Caddy', redirectUris: ['http://localhost/callback'], allowedOrigins: [] }),
    );
    const { providerAddress }: { providerAddress: string } = JSON.parse(created.body);
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: providerAddress,
      redirect_uri: 'http://localhost/callback',
      scope: 'openid',
      code_challenge: s256Challenge('v'.repeat(43)),
      code_challenge_method: 'S256',
    });
    const { status, headers } = await send('https', 'sso', `/oauth/authorize?${query.toString()}`);
    expect(status).toBe(303);
    expect(headers['set-cookie']?.[0]).toMatch(/^__Host-.*; Secure/);
  });

  test.each(['/%256detrics', '/docs%252fapi', '/%2525%2536d'])(
    'Caddy: the doubly escaped path %s is 400',
    async (path) => {
      for (const name of serviceNames) expect((await send('https', name, path)).status, name).toBe(400);
    },
  );

  test.each(['/metrics', '/%6detrics', '/readyz', '/healthz/'])('Caddy: %s is not public on any host', async (path) => {
    for (const name of serviceNames) expect((await send('https', name, path)).status, name).toBe(404);
  });
});
