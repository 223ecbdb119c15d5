import { expect, test } from 'vitest';
import { products } from './invoices/products.ts';
import {
  backendProblems,
  type BackendSettings,
  missingPaymentSettings,
  paidRecipients,
  settingsProblems,
} from './settings.ts';
import { catalogProblems, createProductCatalog, type Product } from './invoices/catalog.ts';

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

test('backend settings: all problems are reported at once [D42]', () => {
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

const recipients = {
  chain: '28p7y5GYc4maVvnEn4QF6Rp8CLNitLeAzCP6P5xoHftC',
  platform: '00000006010000000000000000000001',
};
const sold = products(recipients, 'http://localhost:4003');
const [coins] = sold as [Product];

test('catalog: the default products have no problems', () => {
  expect(catalogProblems(sold, recipients)).toEqual([]);
});

test('catalog: has four products in USDC, four in the platform token, and a test product for every scenario [D28]', () => {
  const real = sold.filter((product) => product.test === undefined);
  const byToken = Map.groupBy(real, ({ token }) => token);
  expect(byToken.get('USDC')).toHaveLength(4);
  expect(byToken.get('PLATFORM')).toHaveLength(4);
  const tests = sold.flatMap(({ test, token }) => (test === undefined ? [] : [`${test} ${token}`]));
  expect(tests.sort()).toEqual(['cancelled USDC', 'paid PLATFORM', 'paid USDC', 'paid:failed USDC']);
});

test('catalog: payments in the platform token always go to the platform recipient [D30]', () => {
  for (const { token, recipient } of sold) {
    expect(recipient).toBe(token === 'PLATFORM' ? recipients.platform : recipients.chain);
  }
});

const invalid: readonly (readonly [string, Partial<Product>, RegExp])[] = [
  ['an empty id', { id: '' }, /id of 1 to 64/],
  ['an id with a space', { id: 'a b' }, /id of 1 to 64/],
  ['an empty title', { title: ' ' }, /title/],
  ['a title that is too long', { title: 'x'.repeat(201) }, /title/],
  ['a title with an unpaired surrogate', { title: 'x\ud800' }, /title/],
  ['no description', { description: '' }, /description/],
  ['the quantity 0', { quantity: 0 }, /quantity 0/],
  ['a fractional quantity', { quantity: 1.5 }, /quantity 1.5/],
  ['the amount 0', { amount: '0', price: '0' }, /amount "0"/],
  ['an amount that is not digits', { amount: '99e4' }, /amount "99e4"/],
  ['an amount of 79 digits', { amount: '9'.repeat(79) }, /amount "9+"/],
  ['a price that differs from the amount', { price: '9.90' }, /price 9.90/],
  ['a price finer than the token', { price: '0.9900001' }, /price 0.9900001/],
  ['a price that is not a number', { price: '.99' }, /price .99/],
  ['the wrong network', { network: 'platform' }, /not on solana/],
  ['an empty recipient', { recipient: '' }, /recipient ""/],
  ['another recipient', { recipient: recipients.platform }, /recipient must be 28p7/],
  ['an iconUrl that is not a URL', { iconUrl: 'coins.svg' }, /iconUrl/],
];

test.each(invalid)('catalog: %s is reported as a problem', (_what, change, problem) => {
  expect(catalogProblems([{ ...coins, ...change }], recipients).join('\n')).toMatch(problem);
});

test('catalog: all problems are reported, not only the first', () => {
  const problems = catalogProblems([{ ...coins, title: '', quantity: -1 }, coins], recipients);
  expect(problems).toHaveLength(3);
  expect(problems[2]).toBe('product "coins-100-usdc" has the id of another product');
});

test('catalog: amounts above the precision of a number are exact', () => {
  const huge = {
    ...coins,
    price: '123456789012345678901234567890.000001',
    amount: '123456789012345678901234567890000001',
  };
  expect(catalogProblems([huge], recipients)).toEqual([]);
});

test('catalog: a withdrawn product is not on sale but can be found', () => {
  const catalog = createProductCatalog([{ ...coins, withdrawn: true }]);
  expect(catalog.onSale(coins.id)).toBeUndefined();
  expect(catalog.find(coins.id)?.title).toBe('100 coins');
});

test.each(['__proto__', 'constructor', 'coins-100-usdc\0'])('catalog: the id %j has no product', (id) => {
  expect(createProductCatalog(sold).onSale(id)).toBeUndefined();
});

test('catalog: a product without recipient is not on sale but can be found', () => {
  const unpaid = { ...recipients, chain: undefined };
  const unsold = products(unpaid, 'http://localhost:4003');
  expect(catalogProblems(unsold, unpaid)).toEqual([]);
  const catalog = createProductCatalog(unsold);
  expect(catalog.onSale(coins.id)).toBeUndefined();
  expect(catalog.find(coins.id)?.title).toBe('100 coins');
  expect(new Set(catalog.offers.map(({ token }) => token))).toEqual(new Set(['PLATFORM']));
});
