import { expect, test } from 'vitest';
import { catalogProblems, createProductCatalog, type Product } from './catalog.ts';
import { products } from './products.ts';

const recipients = {
  chain: '28p7y5GYc4maVvnEn4QF6Rp8CLNitLeAzCP6P5xoHftC',
  platform: '00000006010000000000000000000001',
};
const sold = products(recipients, 'http://localhost:4003');
const [coins] = sold as [Product];

test('catalog: the default products have no problems', () => {
  expect(catalogProblems(sold, recipients)).toEqual([]);
});

test('catalog: has four products in USDC, four in the platform token, and a test product for every scenario', () => {
  const real = sold.filter((product) => product.test === undefined);
  const byToken = Map.groupBy(real, ({ token }) => token);
  expect(byToken.get('USDC')).toHaveLength(4);
  expect(byToken.get('PLATFORM')).toHaveLength(4);
  const tests = sold.flatMap(({ test, token }) => (test === undefined ? [] : [`${test} ${token}`]));
  expect(tests.sort()).toEqual(['cancelled USDC', 'paid PLATFORM', 'paid USDC', 'paid:failed USDC']);
});

test('catalog: payments in the platform token always go to the platform recipient', () => {
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
