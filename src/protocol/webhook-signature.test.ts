import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeHex, utf8, utf8Text } from './bytes.ts';
import { smallOrderEncodings } from '../../contract-tests/fixtures/protocol/ed25519-vectors.ts';
import { otherSigner, rfc8037Signer } from '../../contract-tests/fixtures/protocol/keys.ts';
import type { SignedNotificationWebhook, SignedPaymentWebhook } from './webhook-signature.ts';
import {
  notificationSigningInput,
  signNotificationWebhook,
  signPaymentWebhook,
  verifyNotificationSignature,
  verifyPaymentSignature,
  WebhookSignatureError,
} from './webhook-signature.ts';
import { rejectionCode } from '../../contract-tests/fixtures/protocol/request-defects.ts';

const now = 1_772_357_400;
const timestamp = String(now);
const body = '{"notificationId":"ntf_1","status":"delivered","text":"Grüße 🎉"}';
const { publicKey } = rfc8037Signer;
const signature = await signNotificationWebhook(timestamp, body, rfc8037Signer.sign);
const good: SignedNotificationWebhook = { signature, timestamp, body, publicKey, now };

function refusal(verify: () => unknown): string | undefined {
  try {
    verify();
    return undefined;
  } catch (error) {
    if (error instanceof WebhookSignatureError) return rejectionCode(error);
    throw error;
  }
}

const notification = (change: Partial<SignedNotificationWebhook>) =>
  refusal(() => verifyNotificationSignature({ ...good, ...change }));

test('notification webhook: the signing input is timestamp, dot and raw body', () => {
  expect(utf8Text(notificationSigningInput('17', '{"a":1}'))).toBe('17.{"a":1}');
  expect(signature).toBe(encodeHex(rfc8037Signer.sign(utf8(`${timestamp}.${body}`))));
});

test('notification webhook: a signed webhook verifies with its body as text or bytes [E47]', () => {
  expect(verifyNotificationSignature(good)).toBe('current');
  expect(verifyNotificationSignature({ ...good, body: utf8(body) })).toBe('current');
});

test('notification webhook: during a rotation the current key is tried first, then the previous one [E48, S288]', () => {
  const rotated = { publicKey: otherSigner.publicKey, previousPublicKey: publicKey };
  expect(verifyNotificationSignature({ ...good, ...rotated })).toBe('previous');
  expect(verifyNotificationSignature({ ...good, previousPublicKey: publicKey })).toBe('current');
  expect(notification({ publicKey: otherSigner.publicKey })).toBe('bad_signature');
});

test.each([
  ['no signature', { signature: undefined }, 'missing_signature'],
  ['no timestamp', { timestamp: undefined }, 'missing_timestamp'],
  ['an empty signature', { signature: '' }, 'malformed_signature'],
  ['a signature in capitals', { signature: signature.toUpperCase() }, 'malformed_signature'],
  ['127 digits', { signature: signature.slice(1) }, 'malformed_signature'],
  ['129 digits', { signature: `${signature}0` }, 'malformed_signature'],
  ['a prefix', { signature: `0x${signature.slice(2)}` }, 'malformed_signature'],
  ['a line end', { signature: `${signature}\n` }, 'malformed_signature'],
  ['an empty timestamp', { timestamp: '' }, 'malformed_timestamp'],
  ['a date', { timestamp: '2026-03-01T09:30:00Z' }, 'malformed_timestamp'],
  ['a fraction', { timestamp: `${timestamp}.5` }, 'malformed_timestamp'],
  ['a sign', { timestamp: `+${timestamp}` }, 'malformed_timestamp'],
  ['a leading zero', { timestamp: `0${timestamp}` }, 'malformed_timestamp'],
  ['milliseconds', { timestamp: `${timestamp}000` }, 'stale_timestamp'],
  ['a time 301 seconds ago', { now: now + 301 }, 'stale_timestamp'],
  ['a time 301 seconds ahead', { now: now - 301 }, 'stale_timestamp'],
  ['a time at the edge', { now: now + 300 }, undefined],
  ['a time outside a narrower tolerance', { now: now + 11, tolerance: 10 }, 'stale_timestamp'],
  ['another timestamp', { timestamp: String(now + 1) }, 'bad_signature'],
  ['another body', { body: `${body} ` }, 'bad_signature'],
  [
    'the dot moved into the body',
    { timestamp: timestamp.slice(0, 9), body: `${timestamp.slice(9)}.${body}`, now: Number(timestamp.slice(0, 9)) },
    'bad_signature',
  ],
] satisfies [string, Partial<SignedNotificationWebhook>, string | undefined][])(
  'notification webhook: with %s the result is %s',
  (_, change, code) => {
    expect(notification(change)).toBe(code);
  },
);

const paymentBody = utf8('{"invoice":"inv-1","status":"finalized"}');
const paymentSignature = await signPaymentWebhook(paymentBody, rfc8037Signer.sign);
const payment = (change: Partial<SignedPaymentWebhook>) =>
  refusal(() => verifyPaymentSignature({ signature: paymentSignature, body: paymentBody, publicKey, ...change }));

test('payment webhook: the signature covers the raw body bytes, hex in either case', () => {
  expect(paymentSignature).toBe(encodeHex(rfc8037Signer.sign(paymentBody)));
  expect(payment({})).toBeUndefined();
  expect(payment({ signature: paymentSignature.toUpperCase() })).toBeUndefined();
});

test.each([
  ['no signature', { signature: undefined }, 'missing_signature'],
  ['an empty signature', { signature: '' }, 'malformed_signature'],
  ['126 digits', { signature: paymentSignature.slice(2) }, 'malformed_signature'],
  ['130 digits', { signature: `${paymentSignature}00` }, 'malformed_signature'],
  ['base64', { signature: btoa(paymentSignature) }, 'malformed_signature'],
  ['another key', { publicKey: otherSigner.publicKey }, 'bad_signature'],
  ['the same JSON spelled otherwise', { body: utf8('{"invoice": "inv-1","status":"finalized"}') }, 'bad_signature'],
  ['bytes that are not UTF-8', { body: new Uint8Array([...paymentBody, 0xff]) }, 'bad_signature'],
] satisfies [string, Partial<SignedPaymentWebhook>, string][])(
  'payment webhook: a webhook with %s is rejected',
  (_, change, code) => {
    expect(payment(change)).toBe(code);
  },
);

test.each(smallOrderEncodings)('payment webhook: nothing verifies under the small-order key %s', (hex) => {
  const key = Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
  expect(payment({ publicKey: key, signature: `01${'00'.repeat(63)}` })).toBe('bad_signature');
});

test('notification webhook: the message names the missing header, and the tolerance of an old timestamp', () => {
  const verify = (change: Partial<SignedNotificationWebhook>) => () =>
    verifyNotificationSignature({ ...good, ...change });
  expect(verify({ signature: undefined })).toThrow('no X-Platform-Signature header');
  expect(verify({ timestamp: undefined })).toThrow('no X-Platform-Timestamp header');
  expect(verify({ now: now + 11, tolerance: 10 })).toThrow('by more than 10 seconds');
  expect(() => verifyPaymentSignature({ signature: undefined, body: paymentBody, publicKey })).toThrow(
    'no X-Webhook-Signature header',
  );
});

test('notification webhook: a body with any byte changed is rejected, and any header text is rejected with a code [E47, S287]', () => {
  fc.assert(
    fc.property(fc.nat(paymentBody.length - 1), fc.integer({ min: 1, max: 255 }), fc.string(), (at, change, text) => {
      const changed = new Uint8Array(paymentBody);
      changed[at] = (changed[at] ?? 0) ^ change;
      expect(payment({ body: changed })).toBe('bad_signature');
      expect(payment({ signature: text })).toBe('malformed_signature');
      expect(notification({ timestamp: text })).toMatch(/_timestamp$/);
    }),
  );
});
