import { expect, test } from 'vitest';
import { SettingsError } from '../runtime/start/settings.ts';
import { loadSettings } from './load-settings.ts';

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
