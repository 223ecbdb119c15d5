import { expect, test } from 'vitest';
import { SettingsError, readSettings } from '../runtime/start/settings.ts';
import { loadSettings } from './load-settings.ts';
import { areas } from '../typed-contract/areas.ts';
import { databaseAddressOf, databasesOf, databaseSettings } from './database-settings.ts';
import { type Addresses, createInternalFetch } from './addresses.ts';
import { readProgramSettings } from './program-settings.ts';
import type { ServiceName } from './settings.ts';

const wrong = {
  BACKEND_PORT: 'http',
  MASTER_KEY_FILE: '/nowhere/master.key',
  SSO_BASE_URL: 'https://platform.example/sso',
  // RFC 7748: a point of small order, for which signatures can be forged without a key.
  WEBHOOK_PUBLIC_KEY: `01${'0'.repeat(62)}`,
  NEXT_PUBLIC_RECIPIENT_ADDRESS: 'two words',
};

test('settings: problems of files, values and services are in one message', async () => {
  const refusal = await loadSettings(['sso', 'backend'], wrong).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(SettingsError);
  const { message } = refusal as SettingsError;
  expect(message).toContain('MASTER_KEY_FILE is "/nowhere/master.key", which cannot be read: ENOENT');
  expect(message).toContain('BACKEND_PORT is "http", not a whole number from 0 to 65535');
  expect(message).toContain('the issuer https://platform.example/sso is not an origin');
  expect(message).toContain('WEBHOOK_PUBLIC_KEY cannot be used');
  expect(message).toContain('product "coins-100-usdc" has the recipient "two words"');
});

test('settings: settings of services that are not started are not checked', async () => {
  const { WEBHOOK_PUBLIC_KEY } = wrong;
  const SSO_BASE_URL = 'http://localhost:4001/sso';
  const { settings } = await loadSettings(['forum'], { SSO_BASE_URL, WEBHOOK_PUBLIC_KEY });
  expect(settings.WEBHOOK_PUBLIC_KEY).toEqual([WEBHOOK_PUBLIC_KEY]);
});

test('settings: an SSO_ADMIN_KEY of fewer than 32 characters is rejected without showing it', async () => {
  const shortKey = 'a'.repeat(31);
  const refusal = await loadSettings(['sso'], { SSO_ADMIN_KEY: shortKey }).catch((error: unknown) => error);
  expect(String(refusal)).toContain('SSO_ADMIN_KEY is set, but not at least 32 characters long');
  expect(String(refusal)).not.toContain(shortKey);
  await expect(loadSettings(['sso'], { SSO_ADMIN_KEY: `${shortKey}a` })).resolves.toBeDefined();
});

test('settings: a program beside the services refuses misspelled names, and in production the embedded database that nobody named', () => {
  const misspelled = { DATABASE_URI: 'postgres://db/platform' };
  expect(() => readProgramSettings(misspelled)).toThrow('DATABASE_URI is not a setting; DATABASE_URL is');
  const NODE_ENV = 'production';
  expect(() => readProgramSettings({ NODE_ENV }, ['forum'])).toThrow(
    'DATABASE_URL is not set, and production needs it',
  );
  for (const named of [{ DATABASE_URL: 'embedded:' }, { FORUM_DATABASE_URL: 'postgres://db/forum' }])
    expect(() => readProgramSettings({ NODE_ENV, ...named }, ['forum'])).not.toThrow();
  expect(() => readProgramSettings({ NODE_ENV })).not.toThrow();
});

const [shared, pooled, direct, replica] = ['shared', 'pooled', 'direct', 'replica'].map(
  (name) => `postgres://platform@db/${name}`,
);

const read = (env: NodeJS.ProcessEnv) => readSettings(databaseSettings, env);

test('databases: DATABASE_URL is one database for all areas', () => {
  expect(databasesOf(read({ DATABASE_URL: shared }), areas)).toEqual([
    { areas, databaseUrl: shared, directUrl: shared, setting: 'DATABASE_URL' },
  ]);
});

test('databases: an area with a database of its own has neither the direct address nor the replica of the shared one', () => {
  const settings = read({
    DATABASE_URL: shared,
    DATABASE_DIRECT_URL: direct,
    DATABASE_REPLICA_URL: replica,
    FORUM_DATABASE_URL: pooled,
  });
  expect(databaseAddressOf(settings, 'sso')).toEqual({ databaseUrl: shared, directUrl: direct, replicaUrl: replica });
  expect(databaseAddressOf(settings, 'forum')).toEqual({
    databaseUrl: pooled,
    directUrl: pooled,
    replicaUrl: undefined,
  });
  expect(databasesOf(settings, areas).map(({ areas: names, setting }) => ({ names, setting }))).toEqual([
    { names: ['sso', 'backend', 'notifications'], setting: 'DATABASE_URL' },
    { names: ['forum'], setting: 'FORUM_DATABASE_URL' },
  ]);
});

test('databases: areas that name the same database share its connections', () => {
  const settings = read({ SSO_DATABASE_URL: pooled, BACKEND_DATABASE_URL: pooled });
  expect(databasesOf(settings, ['sso', 'backend'])).toHaveLength(1);
});

test('databases: in production each service that is started needs DATABASE_URL or its own', async () => {
  const env = {
    NODE_ENV: 'production',
    SSO_BASE_URL: 'https://sign-in.example',
    FORUM_BASE_URL: 'https://forum.example',
    BACKEND_BASE_URL: 'https://backend.example',
    FORUM_DATABASE_URL: shared,
  };
  expect(await loadSettings(['forum'], env)).toMatchObject({ production: true });
  await expect(loadSettings(['forum', 'backend'], env)).rejects.toThrow('DATABASE_URL is not set');
});

test('databases: several processes need a server for every area that they run', async () => {
  const env = { PROCESSES: '2', FORUM_DATABASE_URL: shared };
  expect(await loadSettings(['forum', 'web'], env)).toMatchObject({ demoData: false });
  await expect(loadSettings(['sso', 'forum'], env)).rejects.toThrow('only one process can use the embedded database');
});

const at = (port: number) => ({ port, baseUrl: `http://localhost:${port}` });

const addresses: Addresses = {
  web: at(4000),
  sso: at(4001),
  forum: at(4002),
  backend: at(4003),
  notifications: at(4004),
};

/** Sends a request through the internal fetch. @returns the request that leaves the process */
async function sent(input: string | URL | Request, init?: RequestInit, known = addresses) {
  const requests: Request[] = [];
  const record: typeof fetch = async (target, options) => {
    requests.push(new Request(target, options));
    return new Response();
  };
  await createInternalFetch(record, known, 'proxy')(input, init);
  const [request] = requests;
  return { url: request?.url, method: request?.method, body: await request?.text() };
}

test("internal fetch: requests to the platform's public addresses go to INTERNAL_HOST unchanged", async () => {
  expect((await sent('http://localhost:4001/oauth/jwks?a=b')).url).toBe('http://proxy:4001/oauth/jwks?a=b');
  const post = { method: 'POST', body: 'grant_type=refresh_token' };
  const expected = { url: 'http://proxy:4001/oauth/token', ...post };
  expect(await sent(new URL('http://localhost:4001/oauth/token'), post)).toEqual(expected);
  expect(await sent(new Request('http://localhost:4001/oauth/token', post))).toEqual(expected);
});

test("internal fetch: public addresses with TLS or a path map to the service's port", async () => {
  const behindTls: Addresses = {
    ...addresses,
    web: { port: 4000, baseUrl: 'https://example.org' },
    sso: { port: 4001, baseUrl: 'https://sign-in.example' },
    forum: { port: 4002, baseUrl: 'https://example.org/forum' },
  };
  const inside = async (input: string) => (await sent(input, undefined, behindTls)).url;
  expect(await inside('https://sign-in.example/oauth/jwks')).toBe('http://proxy:4001/oauth/jwks');
  expect(await inside('https://example.org/forum/readyz')).toBe('http://proxy:4002/readyz');
  expect(await inside('https://example.org/forums')).toBe('http://proxy:4000/forums');
  expect(await inside('https://example.org')).toBe('http://proxy:4000/');
});

test('internal fetch: a path cannot select another host', async () => {
  expect((await sent('http://localhost:4001//example.org/')).url).toBe('http://proxy:4001//example.org/');
});

test('internal fetch: requests to other hosts are unchanged', async () => {
  expect((await sent('http://localhost:9000/hook')).url).toBe('http://localhost:9000/hook');
  expect((await sent('https://example.org/')).url).toBe('https://example.org/');
});

const secret = 'k'.repeat(43);

const complete = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://platform@db/platform',
  MASTER_KEY: 'A'.repeat(43),
  SSO_ADMIN_KEY: secret,
  REGISTRATION: 'invite',
  SSO_BASE_URL: 'https://sign-in.example',
  FORUM_BASE_URL: 'https://forum.example',
};

async function problemsOf(services: readonly ServiceName[], env: NodeJS.ProcessEnv): Promise<readonly string[]> {
  try {
    await loadSettings(services, env);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

test('production: the complete settings start without demo data', async () => {
  const { production, demoData, settings } = await loadSettings(['sso', 'forum'], complete);
  expect({ production, demoData }).toEqual({ production: true, demoData: false });
  expect(settings.DATABASE_URL).toBe(complete.DATABASE_URL);
});

test.each([
  ['NODE_ENV', { NODE_ENV: 'production' }],
  ['HOST', { HOST: '0.0.0.0' }],
  ['a base URL', { FORUM_BASE_URL: 'https://forum.example' }],
])('production: it is recognised by %s, and all that is missing is in one message', async (_by, env) => {
  const problems = await problemsOf(['sso'], env);
  for (const name of ['DATABASE_URL', 'MASTER_KEY', 'SSO_ADMIN_KEY', 'REGISTRATION']) {
    expect(problems.join('\n')).toContain(`${name} is not set, and production needs it`);
  }
  expect(problems.join('\n')).toContain('SSO_BASE_URL is http://localhost:4001, not https');
});

test('production: only the settings of the services that are started are required', async () => {
  const { DATABASE_URL, SSO_BASE_URL, FORUM_BASE_URL } = complete;
  expect(await problemsOf(['forum'], { NODE_ENV: 'production', DATABASE_URL, SSO_BASE_URL, FORUM_BASE_URL })).toEqual(
    [],
  );
});

test.each([
  ['DEMO_DATA', 'true', 'DEMO_DATA is true'],
  ['PORTAL_CLIENTS', '*', 'PORTAL_CLIENTS is *'],
  ['RATE_LIMITS', 'off', 'RATE_LIMITS is off'],
  ['SSO_ADMIN_KEY', 'a', 'SSO_ADMIN_KEY is set, but not at least 32 characters long'],
  ['SSO_BASE_URL', 'http://sign-in.example', 'SSO_BASE_URL is http://sign-in.example, not https'],
])('production: %s=%s is refused', async (name, value, problem) => {
  const problems = await problemsOf(['sso'], { ...complete, [name]: value });
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(problem);
});

test('production: ALLOW_INSECURE_HTTP permits http, and embedded: the embedded database', async () => {
  const env = { ...complete, SSO_BASE_URL: '', ALLOW_INSECURE_HTTP: 'true', DATABASE_URL: 'embedded:' };
  const { settings, demoData } = await loadSettings(['sso'], env);
  expect(settings.DATABASE_URL).toBeUndefined();
  expect(demoData).toBe(false);
});

test('development: nothing is required, and the embedded database has demo data', async () => {
  expect(await loadSettings(['sso'], {})).toMatchObject({ production: false, demoData: true });
});
