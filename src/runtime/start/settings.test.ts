import { connect } from 'node:net';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, afterAll, beforeAll } from 'vitest';
import {
  baseUrl,
  describeSettings,
  contactUri,
  domainName,
  flag,
  hex,
  integer,
  keys,
  list,
  namedUrl,
  networks,
  oneOf,
  port,
  postgresUrl,
  readSettings,
  secret,
  type Setting,
  SettingsError,
  text,
  withDefault,
} from './settings.ts';
import { loadSodium } from './ed25519-key-pair.ts';
import { collectGarbage, runsSodium, connectionProblem, type System, thisSystem } from './system.ts';
import { misspelledSettings, readSecretFiles } from './setting-sources.ts';

const thirtyTwo = Uint8Array.from({ length: 32 }, (_, index) => index);

test.each<[string, Setting<unknown>, string, unknown]>([
  ['port', port(''), '4001', 4001],
  ['port, any free one', port(''), '0', 0],
  ['integer', integer(30, 600)(''), '600', 600],
  ['one of', oneOf('on', 'off')(''), 'off', 'off'],
  ['flag', flag(''), 'true', true],
  ['base URL', baseUrl(''), 'https://sso.example', 'https://sso.example'],
  ['base URL with a slash at its end', baseUrl(''), 'http://localhost:4001/', 'http://localhost:4001'],
  ['base URL with a path', baseUrl(''), 'https://example.org/sso/', 'https://example.org/sso'],
  ['database', postgresUrl(''), 'postgres://u:p@db:5432/platform', 'postgres://u:p@db:5432/platform'],
  ['database socket', postgresUrl(''), 'postgres:///platform?host=/run/pg', 'postgres:///platform?host=/run/pg'],
  ...[
    'postgres://u@/db?host=/run/pg',
    'postgresql://u:p@/db',
    'postgres://u@%2Frun%2Fpg/db',
    'postgresql://',
    'postgres://u@[::1]:5432/db',
  ].map((url): [string, Setting<unknown>, string, unknown] => ['database', postgresUrl(''), url, url]),
  ['networks', networks(''), '10.0.0.0/8, ::1/128,192.0.2.1', ['10.0.0.0/8', '::1/128', '192.0.2.1']],
  ['list', list(''), 'a, b,,c', ['a', 'b', 'c']],
  ['named URL', namedUrl(''), 'Example=https://mcp.example', { name: 'Example', url: 'https://mcp.example' }],
  ['named URL', namedUrl(''), 'A=http://127.0.0.1:1/a?b=c', { name: 'A', url: 'http://127.0.0.1:1/a?b=c' }],
  ['domain name', domainName(''), 'people.example', 'people.example'],
  ['contact', contactUri(''), 'mailto:security@example.com', 'mailto:security@example.com'],
  ['contact', contactUri(''), 'https://example.com/security', 'https://example.com/security'],
  ['hex', hex(2)(''), 'AbCd', 'abcd'],
  ['keys, hex', keys(''), Buffer.from(thirtyTwo).toString('hex'), [thirtyTwo]],
  [
    'keys, base64url and hex',
    keys(''),
    `${Buffer.from(thirtyTwo).toString('base64url')}, ${Buffer.from(thirtyTwo).toString('hex')}`,
    [thirtyTwo, thirtyTwo],
  ],
  ['text', text(''), 'anything', 'anything'],
])('settings: a valid %s is parsed', (_kind, setting, given, value) => {
  expect(readSettings({ NAME: setting }, { NAME: given })).toEqual({ NAME: value });
});

test.each<[string, Setting<unknown>, string]>([
  ['port', port(''), '65536'],
  ['port', port(''), '-1'],
  ['port', port(''), '80a'],
  ['port', port(''), '1e3'],
  ['integer below', integer(30, 600)(''), '29'],
  ['integer above', integer(30, 600)(''), '601'],
  ['one of', oneOf('on', 'off')(''), 'ON'],
  ['flag', flag(''), 'yes'],
  ['base URL without a scheme', baseUrl(''), 'localhost:4001'],
  ['base URL of another scheme', baseUrl(''), 'ftp://example.org'],
  ['base URL with a user', baseUrl(''), 'https://user:password@example.org'],
  ['base URL with a query', baseUrl(''), 'https://example.org/?a=1'],
  ['base URL with a fragment', baseUrl(''), 'https://example.org/#a'],
  ['database', postgresUrl(''), 'mysql://db/platform'],
  ['database with an unknown sslmode', postgresUrl(''), 'postgres://u@db/platform?sslmode=verify'],
  ['database with a missing authority', postgresUrl(''), 'postgres://u@db/platform?sslrootcert=/nowhere/ca.pem'],
  ['networks', networks(''), '10.0.0.0/33'],
  ['networks', networks(''), 'example.org'],
  ['networks, abbreviated', networks(''), '172.16/12'],
  ['networks, abbreviated', networks(''), '10.0.0.0/8,10'],
  ['networks, octal', networks(''), '010.0.0.0/8'],
  ['networks, hexadecimal', networks(''), '0x0a.0.0.0/8'],
  ['networks, of an interface', networks(''), 'fe80::1%eth0'],
  ['database with two hosts', postgresUrl(''), 'postgres://u@a,b/platform'],
  ['domain name of one label', domainName(''), 'example'],
  ['domain name with an address', domainName(''), 'a@people.example'],
  ['domain name with a port', domainName(''), 'people.example:25'],
  ['domain name that is an address', domainName(''), '192.0.2.1'],
  ['domain name that ends with a hyphen', domainName(''), 'people-.example'],
  ['domain name that is too long', domainName(''), `${'people.'.repeat(30)}example`],
  ['contact that is no URI', contactUri(''), 'security@example.com'],
  ['contact on two lines', contactUri(''), 'mailto:a@example.com\nContact: mailto:b@example.com'],
  ['named URL without a name', namedUrl(''), 'https://mcp.example'],
  ['named URL without a URL', namedUrl(''), 'Example='],
  ['named URL over plain http', namedUrl(''), 'Example=http://mcp.example'],
  ['named URL with a fragment', namedUrl(''), 'Example=https://mcp.example/#'],
  ['named URL with a control character', namedUrl(''), 'Exa\u0007mple=https://mcp.example'],
  ['hex', hex(2)(''), 'abc'],
  ['hex', hex(2)(''), 'abcg'],
  ['key too short', keys(''), 'AAAA'],
  ['second key too short', keys(''), `${Buffer.from(thirtyTwo).toString('hex')},AAAA`],
  ['second key empty', keys(''), `${Buffer.from(thirtyTwo).toString('hex')},`],
])('settings: an invalid %s is an error that says what is expected', (_kind, setting, given) => {
  expect(() => readSettings({ NAME: setting }, { NAME: given })).toThrow(`NAME is "${given}", not `);
});

const table = {
  SSO_PORT: withDefault('4001', port('Port of the sign-in provider.')),
  FORUM_PORT: withDefault('4002', port('Port of the forum.')),
  MASTER_KEY: secret(keys('Seals keys at rest.')),
  RUN_MIGRATIONS: flag('Bring the tables up to date.'),
};

test('settings: an unset or empty variable has its default or is undefined', () => {
  expect(readSettings(table, { SSO_PORT: '' })).toEqual({
    SSO_PORT: 4001,
    FORUM_PORT: 4002,
    MASTER_KEY: undefined,
    RUN_MIGRATIONS: undefined,
  });
});

test('settings: all problems are in one message, which contains no secret', () => {
  const read = () => readSettings(table, { SSO_PORT: 'http', MASTER_KEY: 'hunter2', RUN_MIGRATIONS: 'maybe' });
  expect(read).toThrow(SettingsError);
  expect(read).toThrow(
    'The settings are not valid:\n' +
      '  SSO_PORT is "http", not a whole number from 0 to 65535\n' +
      '  MASTER_KEY is set, but not 32 bytes as base64url or hex, or several such keys separated by commas\n' +
      '  RUN_MIGRATIONS is "maybe", not true or false',
  );
});

test('settings: the table of current values marks defaults and masks secrets', () => {
  const rows = describeSettings(table, { FORUM_PORT: '5000', MASTER_KEY: 'hunter2' });
  expect(rows.map(({ name, value, isDefault }) => [name, value, isDefault])).toEqual([
    ['SSO_PORT', '4001', true],
    ['FORUM_PORT', '5000', false],
    ['MASTER_KEY', '••••••', false],
    ['RUN_MIGRATIONS', '(unset)', true],
  ]);
});

const system = (other: Partial<System>): System => ({ ...thisSystem, arch: 'x64', ...other });

test('system: sodium-native is not loaded on an x64 processor without AVX, where it would end the process', () => {
  const old = system({ cpuFlags: () => ['fpu', 'sse4_2'] });
  expect(runsSodium(old)).toBe(false);
  expect(loadSodium(old)).toBeUndefined();
});

test('system: sodium-native is loaded with AVX, on other architectures, and where the flags are unknown', () => {
  expect(runsSodium(system({ cpuFlags: () => ['sse4_2', 'avx'] }))).toBe(true);
  expect(runsSodium(system({ arch: 'arm64', cpuFlags: () => undefined }))).toBe(true);
  expect(runsSodium(system({ cpuFlags: () => undefined }))).toBe(true);
});

async function failedConnection(path: string): Promise<Error> {
  const [error] = await once(connect(path), 'error').catch((reason: unknown) => [reason]);
  return error instanceof Error ? error : new Error(String(error));
}

const socket = '/run/nowhere/.s.PGSQL.5432';
const on = (isDirectory: boolean) => ({ ...thisSystem, isDirectory: () => isDirectory });

test('socket: on a system without its directory, and without the server, one line says what to do', async () => {
  const error = await failedConnection(socket);
  expect(connectionProblem(error, on(false))).toBe(
    "The directory /run/nowhere of PostgreSQL's socket does not exist: start PostgreSQL, which creates it, or correct the host of DATABASE_URL.",
  );
  expect(connectionProblem(new Error('The tables cannot be read.', { cause: error }), on(true))).toBe(
    'The directory /run/nowhere has no socket of PostgreSQL: start PostgreSQL, or correct the host of DATABASE_URL.',
  );
  expect(connectionProblem(error)).toBe(connectionProblem(error, on(false)));
});

test.each([
  ['28P01', 'password authentication failed for user "forum"', 'Correct the password'],
  ['28000', 'role "forum" does not exist', 'Correct the user'],
  ['3D000', 'database "platform" does not exist', 'Create the database, or correct the path'],
])('connection: what PostgreSQL refuses with %s names the setting', (code, message, remedy) => {
  const refused = Object.assign(new Error(message), { code });
  expect(connectionProblem(new Error('The tables cannot be read.', { cause: refused }))).toBe(
    `PostgreSQL refuses the connection: ${message}. ${remedy} of DATABASE_URL, or of the <SERVICE>_DATABASE_URL that is used.`,
  );
});

test('connection: other errors are not explained', () => {
  expect(
    connectionProblem(Object.assign(new Error('x'), { code: 'ECONNREFUSED', syscall: 'connect' })),
  ).toBeUndefined();
  expect(connectionProblem('ENOENT')).toBeUndefined();
});

test('garbage collection: frees what is not referenced, and does not expose the collector to other code', async () => {
  const freed = new WeakRef({});
  const kept = {};
  const referenced = new WeakRef(kept);
  // A weak reference keeps its target until the end of the turn that created it.
  await setImmediate();
  collectGarbage('last-resort');
  expect(freed.deref()).toBeUndefined();
  expect(referenced.deref()).toBe(kept);
  expect('gc' in globalThis).toBe(false);
});

const keyAndName = { KEY: secret(text('A key.')), NAME: text('A name.') };
let directory: string;
let file: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'secrets-'));
  file = join(directory, 'key');
  writeFileSync(file, 'hidden\n');
});

afterAll(() => rmSync(directory, { recursive: true }));

test('secret files: a secret is read from the file that its variable with _FILE names', () => {
  expect(readSecretFiles(keyAndName, { KEY_FILE: file, NAME: 'n' }).env).toMatchObject({ KEY: 'hidden', NAME: 'n' });
  expect(readSecretFiles(keyAndName, { KEY: 'given', KEY_FILE: '' }).env).toMatchObject({ KEY: 'given' });
});

test('secret files: other settings cannot be read from files', () => {
  expect(readSecretFiles(keyAndName, { NAME_FILE: file }).env).not.toHaveProperty('NAME');
});

test('secret files: a missing file and a secret that is set twice are errors that do not show the secret', () => {
  const missing = join(directory, 'missing');
  const problems = (env: NodeJS.ProcessEnv) => readSecretFiles(keyAndName, env).problems;
  expect(problems({ KEY_FILE: missing })).toEqual([`KEY_FILE is "${missing}", which cannot be read: ENOENT`]);
  expect(problems({ KEY: 'given', KEY_FILE: file })).toEqual(['KEY and KEY_FILE are both set; set only one of them']);
});

const sourcedTable = {
  HOST: text('Address.'),
  SSO_PORT: port('Port.'),
  DATABASE_URL: secret(postgresUrl('Database.')),
  TRUSTED_PROXIES: networks('Proxies.'),
  WEBHOOK_ALLOW_TARGETS: networks('Targets.'),
  CHECK_RESPONSES: text('Check.'),
};

test.each([
  ['SSO_PORTT', 'SSO_PORT'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['database_url', 'DATABASE_URL'],
  ['DATABASE_URL_FIL', 'DATABASE_URL_FILE'],
  ['CHECK_RESPONSE', 'CHECK_RESPONSES'],
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ['TRUST_PROXY', 'TRUSTED_PROXIES'],
  ['PROXIES_TRUSTED', 'TRUSTED_PROXIES'],
  ['TRUSTED_PROXYS', 'TRUSTED_PROXIES'],
  ['WEBHOOK_ALLOWED_TARGET', 'WEBHOOK_ALLOW_TARGETS'],
])('settings: the variable %s is refused in favour of %s', (name, meant) => {
  expect(misspelledSettings(sourcedTable, { [name]: 'x' })).toEqual([
    `${name} is not a setting; ${meant} is. Correct the name or remove the variable`,
  ]);
});

test('settings: known names, their files, and names of other programs are accepted', () => {
  const env = {
    HOST: 'x',
    HOME: 'x',
    SSO_PORT: '1',
    DATABASE_URL_FILE: 'x',
    PATH: 'x',
    WEB_HOST: 'x',
  };
  expect(misspelledSettings(sourcedTable, env)).toEqual([]);
});
