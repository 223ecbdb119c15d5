import fc from 'fast-check';
import { expect, test } from 'vitest';
import contract from '../../../generated/backend/spec.json' with { type: 'json' };
import { utf8 } from '../../protocol/bytes.ts';
import { parseEd25519Hex } from '../../protocol/ed25519-key.ts';
import { verifyPaymentSignature } from '../../protocol/webhook-signature.ts';
import { createTokenNames, tokenNameProblems } from '../settings.ts';
import { contradiction, readPaymentWebhook, settledStatuses } from './payment-webhook.ts';

const minimal = {
  invoice: 'inv-4b2f6a1e-93c7-4d58-8e0a-1f6b7c2d9e34',
  recipient: '28p7y5GYc4maVvnEn4QF6Rp8CLNitLeAzCP6P5xoHftC',
  status: 'finalized',
};
const full = {
  ...minimal,
  txHash: '4xFtbyT6',
  amount: '990000',
  decimals: 6,
  token: 'USDC',
  network: 'solana',
  test: false,
};
const read = (payload: unknown) => readPaymentWebhook(utf8(JSON.stringify(payload)));

test("payment webhook: the contract's example signature verifies over its example body on one line", () => {
  const { parameters, requestBody } = contract.webhooks.paymentStatus.post;
  const body = utf8(JSON.stringify(requestBody.content['application/json'].examples.finalized.value));
  const publicKey = parseEd25519Hex('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a');
  const signature = parameters.find(({ name }) => name === 'X-Webhook-Signature')?.example;
  expect(signature).toMatch(/^[0-9a-f]{128}$/);
  expect(() => verifyPaymentSignature({ signature, body, publicKey })).not.toThrow();
  expect(() => verifyPaymentSignature({ signature: signature?.toUpperCase(), body, publicKey })).not.toThrow();
  expect(readPaymentWebhook(body)?.webhook.status).toBe('finalized');
});

test.each([
  ['the required members only', minimal],
  ['all members', full],
  ['members of a later version', { ...full, memo: 'x', nested: { deep: [1, null, true, 'ü'] } }],
  ['a number that no invoice can have', { ...minimal, invoice: 'order-7' }],
  ['an amount of 78 digits', { ...minimal, amount: '9'.repeat(78) }],
])('payment webhook: %s is accepted', (_what, payload) => {
  expect(read(payload)?.webhook).toEqual(payload);
});

test.each([
  ['an array', [minimal]],
  ['null', null],
  ['no invoice', { ...minimal, invoice: undefined }],
  ['an empty invoice', { ...minimal, invoice: '' }],
  ['no recipient', { ...minimal, recipient: undefined }],
  ['no status', { ...minimal, status: undefined }],
  ['another status', { ...minimal, status: 'pending' }],
  ['an amount as a number', { ...minimal, amount: 990000 }],
  ['an amount with a point', { ...minimal, amount: '0.99' }],
  ['a negative amount', { ...minimal, amount: '-1' }],
  ['an empty amount', { ...minimal, amount: '' }],
  ['an amount of 79 digits', { ...minimal, amount: '9'.repeat(79) }],
  ['fractional decimals', { ...minimal, decimals: 1.5 }],
  ['decimals as text', { ...minimal, decimals: '6' }],
  ['test as text', { ...minimal, test: 'true' }],
  ['an empty hash', { ...minimal, txHash: '' }],
  ['a hash with a space', { ...minimal, txHash: 'a b' }],
  ['U+0000 in a text', { ...minimal, recipient: 'a\0b' }],
  ['U+0000 in a member that is only kept', { ...minimal, memo: [{ x: '\0' }] }],
  ['U+0000 in a name', { ...minimal, 'me\0mo': 1 }],
  ['an unpaired surrogate', { ...minimal, memo: '\ud800' }],
  ['an unpaired surrogate in a name', { ...minimal, '\udc00': 1 }],
])('payment webhook: %s is rejected', (_what, payload) => {
  expect(read(payload)).toBeUndefined();
});

test.each([
  ['nothing', ''],
  ['no JSON', 'invoice=inv-1'],
  ['truncated JSON', JSON.stringify(minimal).slice(0, -1)],
  ['text after the JSON', `${JSON.stringify(minimal)}x`],
  ['a byte order mark', `\ufeff${JSON.stringify(minimal)}`],
  ['a duplicate name', `${JSON.stringify(minimal).slice(0, -1)},"status":"failed"}`],
])('payment webhook: %s is rejected', (_what, text) => {
  expect(readPaymentWebhook(utf8(text))).toBeUndefined();
});

test('payment webhook: bytes that are not UTF-8 are rejected', () => {
  const bytes = utf8(JSON.stringify({ ...minimal, memo: 'x' }));
  expect(readPaymentWebhook(bytes.map((byte) => (byte === 'x'.charCodeAt(0) ? 0xff : byte)))).toBeUndefined();
});

test('payment webhook: nesting deeper than 64 levels is rejected', () => {
  const nested = (levels: number) =>
    `${JSON.stringify(minimal).slice(0, -1)},"x":${'['.repeat(levels)}${']'.repeat(levels)}}`;
  expect(readPaymentWebhook(utf8(nested(63)))).toBeDefined();
  expect(readPaymentWebhook(utf8(nested(64)))).toBeUndefined();
  expect(readPaymentWebhook(utf8(nested(60_000)))).toBeUndefined();
});

test('payment webhook: the payload text is kept unchanged', () => {
  const text = '{ "invoice":"inv-1",\n "recipient":"r", "status":"failed", "big": 1e400, "fine": 0.10 }';
  expect(readPaymentWebhook(utf8(text))?.payload).toBe(text);
});

test('payment webhook: the parser never throws', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => readPaymentWebhook(bytes) === undefined));
  fc.assert(
    fc.property(fc.json(), (text) => {
      readPaymentWebhook(utf8(text));
    }),
  );
});

const usdcMint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const names = createTokenNames(['USDC=usd', 'PLATFORM=plt']);
const expected = {
  recipient: minimal.recipient,
  amount: '990000',
  decimals: 6,
  token: 'USDC' as const,
  network: 'solana',
  test: false,
};

test.each([
  ['the values of the intent', full, undefined],
  ['the required members only', minimal, undefined],
  ['another recipient', { ...full, recipient: 'somebody' }, 'recipient'],
  ['the recipient in lower case', { ...full, recipient: full.recipient.toLowerCase() }, 'recipient'],
  ['a smaller amount', { ...full, amount: '1' }, 'amount'],
  ['the amount with a zero in front', { ...full, amount: '0990000' }, 'amount'],
  ['as many digits of smaller units', { ...full, decimals: 9 }, 'decimals'],
  ['decimals of another token, without token', { ...minimal, decimals: 9 }, 'decimals'],
  ['decimals of a token with a name of the chain', { ...full, token: usdcMint, decimals: 9 }, undefined],
  ['the address of the mint', { ...full, token: usdcMint }, undefined],
  ['native', { ...full, token: 'native' }, undefined],
  ['an unknown name', { ...full, token: 'So11111111111111111111111111111111111111112' }, undefined],
  ['a name that a setting adds for the token', { ...full, token: 'usd' }, undefined],
  ['a name that a setting adds for another token', { ...full, token: 'plt' }, 'token'],
  ['another token', { ...full, token: 'PLATFORM' }, 'token'],
  ['another token, without network', { ...minimal, token: 'PLATFORM', amount: '990000' }, 'token'],
  ['another network', { ...full, network: 'platform' }, 'network'],
  ['a test payment for a real product', { ...full, test: true }, 'test'],
] as const)(
  'payment webhook: the member that contradicts the intent is found in a webhook with %s',
  (_what, payload, member) => {
    expect(contradiction({ ...payload, status: 'finalized' }, expected, names)).toBe(member);
  },
);

test('payment webhook: a test product is settled by test payments only', () => {
  const product = { ...expected, test: true };
  expect(contradiction({ ...full, status: 'failed', test: true }, product, names)).toBeUndefined();
  expect(contradiction({ ...full, status: 'failed', test: false }, product, names)).toBe('test');
  expect(contradiction({ ...minimal, status: 'failed' }, product, names)).toBe('test');
});

test('payment webhook: finalized makes the intent completed and the transaction paid, failed makes both failed [D31]', () => {
  expect(settledStatuses).toEqual({
    finalized: { intentStatus: 'completed', transactionStatus: 'paid' },
    failed: { intentStatus: 'failed', transactionStatus: 'failed' },
  });
});

test('PAYMENT_TOKEN_NAMES: native contradicts only where the setting gives it to another token', () => {
  const native = { ...full, status: 'finalized', token: 'native' } as const;
  expect(contradiction(native, expected, createTokenNames([]))).toBeUndefined();
  expect(contradiction(native, expected, createTokenNames(['USDC=native']))).toBeUndefined();
  expect(contradiction(native, expected, createTokenNames(['PLATFORM=native']))).toBe('token');
});

test.each([
  ['PLATFORM', 'PAYMENT_TOKEN_NAMES has "PLATFORM": write TOKEN=name, with USDC or PLATFORM as TOKEN'],
  ['EUR=euro', 'PAYMENT_TOKEN_NAMES has "EUR=euro": write TOKEN=name, with USDC or PLATFORM as TOKEN'],
  ['USDC=', 'PAYMENT_TOKEN_NAMES has "USDC=": write TOKEN=name, with USDC or PLATFORM as TOKEN'],
  ['USDC=PLATFORM', 'PAYMENT_TOKEN_NAMES has "USDC=PLATFORM", but PLATFORM is a name of PLATFORM: remove one of them'],
])('PAYMENT_TOKEN_NAMES: %s is a problem', (entry, problem) => {
  expect(tokenNameProblems([entry])).toEqual([problem]);
});

test('PAYMENT_TOKEN_NAMES: one name for two tokens is a problem, repeated for one it is none', () => {
  expect(tokenNameProblems(['USDC=native', 'USDC=native'])).toEqual([]);
  expect(tokenNameProblems(['USDC=native', 'PLATFORM=native'])).toHaveLength(1);
});
