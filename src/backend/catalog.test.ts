import { expect, test } from 'vitest';
import { catalogProblems, createCatalog, type Product } from './catalog.ts';
import { products } from './products.ts';

const recipients = {
  chain: '28p7y5GYc4maVvnEn4QF6Rp8CLNitLeAzCP6P5xoHftC',
  platform: '00000006010000000000000000000001',
};
const sold = products(recipients, 'http://localhost:4003');
const [coins] = sold as [Product];

test('catalog: what is shipped can be sold from', () => {
  expect(catalogProblems(sold, recipients)).toEqual([]);
});

test('catalog: four products in USDC, four in the platform token, and test products for every scenario', () => {
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

const faults: readonly (readonly [string, Partial<Product>, RegExp])[] = [
  ['an empty id', { id: '' }, /id of 1 to 64/],
  ['an id with a space', { id: 'a b' }, /id of 1 to 64/],
  ['an empty title', { title: ' ' }, /title/],
  ['a title that is too long', { title: 'x'.repeat(201) }, /title/],
  ['a title with half a surrogate pair', { title: 'x\ud800' }, /title/],
  ['no description', { description: '' }, /description/],
  ['a quantity of nothing', { quantity: 0 }, /quantity 0/],
  ['a quantity in parts', { quantity: 1.5 }, /quantity 1.5/],
  ['an amount of nothing', { amount: '0', price: '0' }, /amount "0"/],
  ['an amount that is no digits', { amount: '99e4' }, /amount "99e4"/],
  ['an amount of 79 digits', { amount: '9'.repeat(79) }, /amount "9+"/],
  ['a price that is not the amount', { price: '9.90' }, /price 9.90/],
  ['a price finer than the token', { price: '0.9900001' }, /price 0.9900001/],
  ['a price that is no number', { price: '.99' }, /price .99/],
  ['the wrong network', { network: 'platform' }, /not on solana/],
  ['an empty recipient', { recipient: '' }, /recipient ""/],
  ['another recipient', { recipient: recipients.platform }, /recipient must be 28p7/],
  ['a picture that is no address', { iconUrl: 'coins.svg' }, /iconUrl/],
];

test.each(faults)('catalog: %s stops the start', (_what, change, problem) => {
  expect(catalogProblems([{ ...coins, ...change }], recipients).join('\n')).toMatch(problem);
});

test('catalog: every problem is named, not only the first', () => {
  const problems = catalogProblems([{ ...coins, title: '', quantity: -1 }, coins], recipients);
  expect(problems).toHaveLength(3);
  expect(problems[2]).toBe('product "coins-100-usdc" is there twice');
});

test('catalog: amounts beyond what a number carries stay exact', () => {
  const huge = {
    ...coins,
    price: '123456789012345678901234567890.000001',
    amount: '123456789012345678901234567890000001',
  };
  expect(catalogProblems([huge], recipients)).toEqual([]);
});

test('catalog: a withdrawn product is no longer on sale, and still found', () => {
  const catalog = createCatalog([{ ...coins, withdrawn: true }]);
  expect(catalog.onSale(coins.id)).toBeUndefined();
  expect(catalog.find(coins.id)?.title).toBe('100 coins');
});

test.each(['__proto__', 'constructor', 'coins-100-usdc\0'])('catalog: there is no product %j', (id) => {
  expect(createCatalog(sold).onSale(id)).toBeUndefined();
});

test('catalog: what nobody is paid for is not on sale, and still found', () => {
  const unpaid = { ...recipients, chain: undefined };
  const unsold = products(unpaid, 'http://localhost:4003');
  expect(catalogProblems(unsold, unpaid)).toEqual([]);
  const catalog = createCatalog(unsold);
  expect(catalog.onSale(coins.id)).toBeUndefined();
  expect(catalog.find(coins.id)?.title).toBe('100 coins');
  expect(new Set(catalog.offers.map(({ token }) => token))).toEqual(new Set(['PLATFORM']));
});
