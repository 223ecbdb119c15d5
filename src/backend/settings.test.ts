import { expect, test } from 'vitest';
import { products } from './invoices/products.ts';
import {
  backendProblems,
  type BackendSettings,
  paidRecipients,
  settingsProblems,
  missingPaymentSettings,
} from './settings.ts';

const good: BackendSettings = {
  issuer: 'https://sso.example',
  jwksUrl: 'https://sso.example/oauth/jwks',
  audience: '00000006010000000000000000000001',
  // RFC 8037 A.2
  webhookPublicKeys: ['d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a'],
  tokenNames: [],
  invoiceHours: 24,
  settledHookUrl: undefined,
  webhookAllowTargets: [],
  consoleOrigins: [],
  recipients: { chain: '28p7y5GYc4maVvnEn4QF6Rp8CLNitLeAzCP6P5xoHftC', platform: '00000006010000000000000000000001' },
  baseUrl: 'https://backend.example',
};

test('backend settings: valid settings have no problems', () => {
  expect(settingsProblems(good)).toEqual([]);
});

// Every point of order 1, 2, 4 and 8; two of them also in an encoding that is not canonical.
test.each([
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0000000000000000000000000000000000000000000000000000000000000080',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
])('WEBHOOK_PUBLIC_KEY: the small-order point %s is rejected', (webhookPublicKey) => {
  expect(settingsProblems({ ...good, webhookPublicKeys: [...good.webhookPublicKeys, webhookPublicKey] })).toEqual([
    expect.stringMatching(/^WEBHOOK_PUBLIC_KEY cannot be used: /),
  ]);
});

test.each(['', 'd75a', 'g'.repeat(64), `0200${'0'.repeat(60)}`])(
  'WEBHOOK_PUBLIC_KEY: the malformed key %j is rejected',
  (webhookPublicKey) => {
    expect(
      settingsProblems({ ...good, webhookPublicKeys: [...good.webhookPublicKeys, webhookPublicKey] }),
    ).toHaveLength(1);
  },
);

test('backend settings: all problems are reported at once', () => {
  const bad = { ...good, issuer: 'sso.example', jwksUrl: 'ftp://sso.example', audience: ' ', baseUrl: 'http://x/' };
  expect(settingsProblems({ ...bad, webhookPublicKeys: ['x'] })).toHaveLength(5);
});

test('backend settings: problems of settings and catalog are reported together', () => {
  const invalid = {
    webhookPublicKeys: [`01${'0'.repeat(62)}`],
    audience: '',
    recipients: { ...good.recipients, chain: '' },
  };
  const problems = backendProblems({ ...good, ...invalid }, products).join('\n');
  expect(problems).toMatch(/WEBHOOK_PUBLIC_KEY cannot be used/);
  expect(problems).toMatch(/PLATFORM_AUDIENCE is empty/);
  expect(problems).toMatch(/product "coins-100-usdc" has the recipient ""/);
});

test('backend settings: missing recipients and a missing webhook key are warnings, not problems', () => {
  const noRecipients = { chain: undefined, platform: undefined };
  expect(missingPaymentSettings(good)).toEqual([]);
  expect(missingPaymentSettings({ ...good, recipients: noRecipients })).toHaveLength(2);
  const keyless = { ...good, webhookPublicKeys: [] };
  expect(settingsProblems(keyless)).toEqual([]);
  expect(missingPaymentSettings(keyless)).toEqual([expect.stringMatching(/^WEBHOOK_PUBLIC_KEY is not set/)]);
  expect(paidRecipients(keyless)).toEqual(noRecipients);
});
