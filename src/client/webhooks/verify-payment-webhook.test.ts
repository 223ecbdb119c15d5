import { expect, test } from 'vitest';
import { ed25519Signer, otherSigner, rfc8037Signer } from '../../../contract-tests/fixtures/protocol/ed25519-signer.ts';
import { utf8 } from '../../protocol/bytes.ts';
import { encodeHex } from '../../protocol/hex.ts';
import { signPaymentWebhook } from '../../protocol/webhook-signature.ts';
import { type PaymentWebhookVerification, verifyPaymentWebhook } from './verify-payment-webhook.ts';

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

test('SDK payment webhook: a signed body yields its typed event', async () => {
  const result = verifyPaymentWebhook(await signed());
  expect(result).toEqual({ ok: true, event, signedBy: 'current' });
  expect(verifyPaymentWebhook(await signed({ rawBody: utf8(text) }))).toMatchObject({ ok: true, event });
});

test('SDK payment webhook: the signature is hex in either case', async () => {
  const options = await signed();
  const headers = { 'X-Webhook-Signature': (await signPaymentWebhook(utf8(text), current.sign)).toUpperCase() };
  expect(verifyPaymentWebhook({ ...options, headers })).toMatchObject({ ok: true });
});

test('SDK payment webhook: an unknown status and further members are accepted', async () => {
  const later = { ...event, status: 'refunded', region: 'eu' };
  expect(verifyPaymentWebhook(await signed({ rawBody: JSON.stringify(later) }))).toMatchObject({ event: later });
});

test('SDK payment webhook: previous and next keys are accepted and named', async () => {
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
])('SDK payment webhook: %s is rejected', async (_, headers, code) => {
  expect(verifyPaymentWebhook(await signed({ headers }))).toMatchObject({ ok: false, status: 401, code });
});

test('SDK payment webhook: a changed body is rejected', async () => {
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
])('SDK payment webhook: the signed body %s is malformed', async (rawBody) => {
  expect(verifyPaymentWebhook(await signed({ rawBody }))).toMatchObject({ status: 400, code: 'malformed_body' });
});

test('SDK payment webhook: a parsed body throws an error that says how to read it', async () => {
  const mistaken: object = { ...(await signed()), rawBody: event };
  expect(() => verifyPaymentWebhook(mistaken as PaymentWebhookVerification)).toThrow(
    /rawBody must be the received bytes or text, not a parsed body: .*express\.raw/,
  );
});

test.each(['publicKey', 'previousPublicKey', 'nextPublicKey'])(
  'SDK payment webhook: an invalid %s throws as a configuration error',
  async (name) => {
    const options = await signed({ [name]: 'ff' });
    expect(() => verifyPaymentWebhook(options)).toThrow(expect.objectContaining({ code: 'bad_key' }));
  },
);
