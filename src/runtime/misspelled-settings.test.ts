import { expect, test } from 'vitest';
import { misspelledSettings } from './misspelled-settings.ts';
import { networks, port, postgresUrl, secret, text } from './settings.ts';

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
