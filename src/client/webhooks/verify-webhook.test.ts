import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { encodeHex, utf8 } from '../../protocol/bytes.ts';
import {
  verifyStandardHeaders,
  verifyWebhook,
  type WebhookVerification,
  type PaymentWebhookVerification,
  verifyPaymentWebhook,
  verifySettledPayment,
  type SettledPaymentEvent,
} from './verify-webhook.ts';
import { signWebhook } from '../testing/sign-webhook.ts';
import { ed25519Signer, otherSigner, rfc8037Signer } from '../../../contract-tests/fixtures/protocol/keys.ts';
import { signPaymentWebhook } from '../../protocol/webhook-signature.ts';

interface Vector {
  readonly name: string;
  readonly now: number;
  readonly publicKey: string;
  readonly previousPublicKey?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly expected: {
    readonly ok: boolean;
    readonly code?: string;
    readonly status?: number;
    readonly signedBy?: string;
  };
}

const { vectors }: { readonly vectors: readonly Vector[] } = JSON.parse(
  readFileSync(new URL('vectors.json', import.meta.url), 'utf8'),
);
const options = ({ body: rawBody, now, ...rest }: Vector) => ({ ...rest, rawBody, now: now * 1000 });
const [good] = vectors;
if (good === undefined) throw new Error('There are vectors.');

test.each(vectors)('SDK webhooks: published vector: $name [S283]', (vector) => {
  const result = verifyWebhook(options(vector));
  expect(result).toMatchObject(vector.expected);
  if (result.ok) expect(result.event).toEqual(JSON.parse(vector.body));
});

test.each(vectors.filter(({ expected }) => expected.code === undefined || expected.code === 'malformed_body'))(
  'SDK webhooks: the headers of Standard Webhooks verify in the same way: $name [S283]',
  (vector) => {
    expect(verifyStandardHeaders(options(vector))).toMatchObject(vector.expected);
  },
);

test('SDK webhooks: body as bytes or text, headers of fetch or Node in any case are accepted [S284]', () => {
  const { headers, body } = good;
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const asNode = { ...lower, 'x-platform-signature': [headers['X-Platform-Signature'] ?? ''], 'x-absent': undefined };
  for (const form of [headers, lower, asNode, new Headers(headers)]) {
    expect(verifyWebhook({ ...options(good), headers: form, rawBody: utf8(body) })).toMatchObject({ ok: true });
  }
});

test('SDK webhooks: a repeated signature header is malformed however the server joins it [S284]', () => {
  const signature = good.headers['X-Platform-Signature'] ?? '';
  for (const twice of [[signature, signature], `${signature}, ${signature}`]) {
    const headers = { ...good.headers, 'X-Platform-Signature': twice };
    expect(verifyWebhook({ ...options(good), headers })).toMatchObject({ code: 'malformed_signature' });
  }
});

test('SDK webhooks: the tolerance is configurable and the default clock is the system clock [S286]', () => {
  const late = { ...options(good), now: (good.now + 10) * 1000 };
  expect(verifyWebhook({ ...late, tolerance: 10 }).ok).toBe(true);
  expect(verifyWebhook({ ...late, tolerance: 9 })).toMatchObject({ code: 'stale_timestamp' });
  const { now: _, ...timeless } = options(good);
  expect(verifyWebhook(timeless)).toMatchObject({ code: 'stale_timestamp' });
});

test.each(['', 'ff', 'x'.repeat(64), `01${'0'.repeat(62)}`])(
  'SDK webhooks: the public key %j throws as a configuration error [S289]',
  (publicKey) => {
    expect(() => verifyWebhook({ ...options(good), publicKey })).toThrow(expect.objectContaining({ code: 'bad_key' }));
    expect(() => verifyWebhook({ ...options(good), previousPublicKey: publicKey })).toThrow();
  },
);

test.each([undefined, '', 'ff'])(
  'SDK webhooks: the error of the public key %j names the option that is wrong [S289]',
  async (key) => {
    const unset: object = { ...options(good), publicKey: key };
    const named = (option: string) =>
      expect.objectContaining({ code: 'bad_key', message: expect.stringContaining(option) });
    for (const verify of [verifyWebhook, verifyStandardHeaders])
      expect(() => verify(unset as WebhookVerification)).toThrow(named('publicKey'));
    const payment: object = { ...(await signed()), publicKey: key };
    expect(() => verifyPaymentWebhook(payment as PaymentWebhookVerification)).toThrow(named('publicKey'));
    if (key === undefined) return;
    expect(() => verifyWebhook({ ...options(good), previousPublicKey: key })).toThrow(named('previousPublicKey'));
    const later = { ...(await signed()), nextPublicKey: key };
    expect(() => verifyPaymentWebhook(later)).toThrow(named('nextPublicKey'));
  },
);

test('SDK webhooks: messages contain neither key nor signature [S290]', () => {
  for (const vector of vectors) {
    const result = verifyWebhook(options(vector));
    if (!result.ok) expect(result.message).not.toMatch(/[0-9a-f]{32}/);
  }
});

test.each([[{ notificationId: 'n' }], [undefined], [null], [new ArrayBuffer(2)]])(
  'SDK webhooks: the body %j instead of raw bytes throws an error that says how to read it [S285]',
  (parsed) => {
    const mistaken: object = { ...options(good), rawBody: parsed };
    expect(() => verifyWebhook(mistaken as WebhookVerification)).toThrow(/rawBody must be .* before any JSON parser/);
    expect(() => verifyStandardHeaders(mistaken as WebhookVerification)).toThrow(TypeError);
  },
);

const event = { invoice: 'inv-1', recipient: 'r', status: 'finalized', txHash: '0x1', amount: '5', decimals: 2 };
const text = JSON.stringify(event);
const [current, previous, next] = [rfc8037Signer, otherSigner, ed25519Signer(new Uint8Array(32).fill(9))];
const hex = (signer: typeof current) => encodeHex(signer.publicKey);

async function signed(
  changes: Partial<PaymentWebhookVerification> = {},
  signer = current,
): Promise<PaymentWebhookVerification> {
  const { rawBody = text } = changes;
  const body = typeof rawBody === 'string' ? utf8(rawBody) : rawBody;
  const headers = { 'x-webhook-signature': await signPaymentWebhook(body, signer.sign) };
  return { rawBody, headers, publicKey: hex(current), ...changes };
}

test('SDK payment webhook: a signed body yields its typed event [S292]', async () => {
  const result = verifyPaymentWebhook(await signed());
  expect(result).toEqual({ ok: true, event, signedBy: 'current' });
  expect(verifyPaymentWebhook(await signed({ rawBody: utf8(text) }))).toMatchObject({ ok: true, event });
});

test('SDK payment webhook: the signature is hex in either case [S295]', async () => {
  const options = await signed();
  const headers = { 'X-Webhook-Signature': (await signPaymentWebhook(utf8(text), current.sign)).toUpperCase() };
  expect(verifyPaymentWebhook({ ...options, headers })).toMatchObject({ ok: true });
});

test('SDK payment webhook: an unknown status and further members are accepted [S293]', async () => {
  const later = { ...event, status: 'refunded', region: 'eu' };
  expect(verifyPaymentWebhook(await signed({ rawBody: JSON.stringify(later) }))).toMatchObject({ event: later });
});

test('SDK payment webhook: previous and next keys are accepted and named [S294]', async () => {
  const keys = { previousPublicKey: hex(previous), nextPublicKey: hex(next) };
  expect(verifyPaymentWebhook(await signed(keys))).toMatchObject({ signedBy: 'current' });
  expect(verifyPaymentWebhook(await signed(keys, previous))).toMatchObject({ ok: true, signedBy: 'previous' });
  expect(verifyPaymentWebhook(await signed(keys, next))).toMatchObject({ ok: true, signedBy: 'next' });
  expect(verifyPaymentWebhook(await signed({}, previous))).toMatchObject({ status: 401, code: 'bad_signature' });
  expect(verifyPaymentWebhook(await signed({}, next))).toMatchObject({ status: 401, code: 'bad_signature' });
});

test.each([
  ['no signature', {}, 'missing_signature'],
  ['half a signature', { 'x-webhook-signature': 'ab'.repeat(32) }, 'malformed_signature'],
  ['a signature of zeros', { 'x-webhook-signature': '0'.repeat(128) }, 'bad_signature'],
])('SDK payment webhook: %s is rejected [S295]', async (_, headers, code) => {
  expect(verifyPaymentWebhook(await signed({ headers }))).toMatchObject({ ok: false, status: 401, code });
});

test('SDK payment webhook: a changed body is rejected [S295]', async () => {
  const options = await signed();
  expect(verifyPaymentWebhook({ ...options, rawBody: text.replace('5', '6') })).toMatchObject({
    code: 'bad_signature',
  });
});

test.each([
  '[]',
  'paid',
  '{"invoice":"inv-1","status":"finalized"}',
  text.replace('2', '"2"'),
  text.replace('"5"', '5'),
])('SDK payment webhook: the signed body %s is malformed [S296]', async (rawBody) => {
  expect(verifyPaymentWebhook(await signed({ rawBody }))).toMatchObject({ status: 400, code: 'malformed_body' });
});

test('SDK payment webhook: a parsed body throws an error that says how to read it [S297]', async () => {
  const mistaken: object = { ...(await signed()), rawBody: event };
  expect(() => verifyPaymentWebhook(mistaken as PaymentWebhookVerification)).toThrow(
    /rawBody must be the received bytes or text, not a parsed body: .*express\.raw/,
  );
});

test.each(['publicKey', 'previousPublicKey', 'nextPublicKey'])(
  'SDK payment webhook: an invalid %s throws as a configuration error [S294]',
  async (name) => {
    const options = await signed({ [name]: 'ff' });
    expect(() => verifyPaymentWebhook(options)).toThrow(expect.objectContaining({ code: 'bad_key' }));
  },
);

const settled: SettledPaymentEvent = {
  id: '019ca98e-e846-7c02-a1b2-c3d4e5f60718',
  status: 'paid',
  platformId: '5f3c9a1e7b2d4860a1c2e3f405162738',
  invoice: 'inv-4b2f6a1e-93c7-4d58-8e0a-1f6b7c2d9e34',
  productId: 'coins-100-usdc',
  quantity: 100,
  amount: '990000',
  token: 'USDC',
  network: 'solana',
  txHash: null,
  test: null,
  createdAt: '2026-03-01T13:20:41.030Z',
};

test('SDK settled payment: a signed event is typed, and unknown statuses and members are accepted [S328]', () => {
  for (const sent of [settled, { ...settled, status: 'disputed', test: 'true', quantity: null, region: 'eu' }])
    expect(verifySettledPayment(signWebhook({ event: sent }))).toEqual({ ok: true, event: sent, signedBy: 'current' });
});

test('SDK settled payment: another key, a changed body and an old timestamp are rejected [S329]', () => {
  const webhook = signWebhook({ event: settled });
  const changes = [
    [{ publicKey: hex(previous) }, 'bad_signature'],
    [{ rawBody: webhook.rawBody.replace('990000', '1') }, 'bad_signature'],
    [{ headers: {} }, 'missing_signature'],
    [{ now: Date.now() + 301_000 }, 'stale_timestamp'],
  ] as const;
  for (const [change, code] of changes)
    expect(verifySettledPayment({ ...webhook, ...change })).toMatchObject({ ok: false, status: 401, code });
});

test('SDK settled payment: it is no status event, nor is a status event a settled payment [S329]', () => {
  const malformed = { ok: false, status: 400, code: 'malformed_body' };
  expect(verifyWebhook(signWebhook({ event: settled }))).toMatchObject(malformed);
  expect(verifySettledPayment(options(good))).toMatchObject(malformed);
});
