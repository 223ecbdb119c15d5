import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { misspelledSettings, withSecretFiles } from './setting-sources.ts';
import { networks, port, postgresUrl, secret, text } from './settings.ts';

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
  expect(withSecretFiles(keyAndName, { KEY_FILE: file, NAME: 'n' })).toMatchObject({ KEY: 'hidden', NAME: 'n' });
  expect(withSecretFiles(keyAndName, { KEY: 'given', KEY_FILE: '' })).toMatchObject({ KEY: 'given' });
});

test('secret files: other settings cannot be read from files', () => {
  expect(withSecretFiles(keyAndName, { NAME_FILE: file })).not.toHaveProperty('NAME');
});

test('secret files: a missing file and a secret that is set twice are errors that do not show the secret', () => {
  const missing = join(directory, 'missing');
  expect(() => withSecretFiles(keyAndName, { KEY_FILE: missing })).toThrow(
    `KEY_FILE is "${missing}", which cannot be read`,
  );
  expect(() => withSecretFiles(keyAndName, { KEY: 'given', KEY_FILE: file })).toThrow('KEY and KEY_FILE are both set');
});

const table = {
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
  expect(misspelledSettings(table, { [name]: 'x' })).toEqual([
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
  expect(misspelledSettings(table, env)).toEqual([]);
});
