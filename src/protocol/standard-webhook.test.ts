import { expect, test } from 'vitest';
import { utf8, utf8Text } from './bytes.ts';
import type { SignedStandardWebhook } from './standard-webhook.ts';
import {
  signStandardWebhook,
  standardPublicKey,
  standardSigningInput,
  verifyStandardSignature,
} from './standard-webhook.ts';
import { otherSigner, rfc8037Signer } from '../../contract-tests/fixtures/protocol/keys.ts';
import { WebhookSignatureError } from './webhook-signature.ts';
import { rejectionCode } from '../../contract-tests/fixtures/protocol/request-defects.ts';

const now = 1_674_087_231;
const id = 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W';
const timestamp = String(now);
const body =
  '{"type":"contact.created","timestamp":"2022-11-03T20:26:10.344522Z","data":{"id":"1f81eb52-5198-4599-803e-771906343485"}}';
const signature = await signStandardWebhook(id, timestamp, body, rfc8037Signer.sign);
const good: SignedStandardWebhook = { id, timestamp, signature, body, now, publicKey: rfc8037Signer.publicKey };

function refusal(change: Partial<SignedStandardWebhook>): string | undefined {
  try {
    verifyStandardSignature({ ...good, ...change });
    return undefined;
  } catch (error) {
    if (error instanceof WebhookSignatureError) return rejectionCode(error);
    throw error;
  }
}

test('Standard Webhooks: the signing input equals the published example', () => {
  expect(utf8Text(standardSigningInput(id, timestamp, body))).toBe(
    'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W.1674087231.{"type":"contact.created","timestamp":"2022-11-03T20:26:10.344522Z","data":{"id":"1f81eb52-5198-4599-803e-771906343485"}}',
  );
});

test('Standard Webhooks: an asymmetric signature has prefix v1a, a public key whpk_, both base64', () => {
  const expected = Buffer.from(rfc8037Signer.sign(utf8(`${id}.${timestamp}.${body}`))).toString('base64');
  expect(signature).toBe(`v1a,${expected}`);
  expect(standardPublicKey(rfc8037Signer.publicKey)).toBe(
    `whpk_${Buffer.from(rfc8037Signer.publicKey).toString('base64')}`,
  );
});

test('Standard Webhooks: one valid signature among several is enough', async () => {
  const foreign = await signStandardWebhook(id, timestamp, body, otherSigner.sign);
  expect(verifyStandardSignature(good)).toBe('current');
  expect(verifyStandardSignature({ ...good, body: utf8(body) })).toBe('current');
  expect(
    refusal({ signature: `v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4= ${foreign} ${signature}` }),
  ).toBeUndefined();
  expect(refusal({ signature: foreign })).toBe('bad_signature');
  expect(
    verifyStandardSignature({ ...good, publicKey: otherSigner.publicKey, previousPublicKey: rfc8037Signer.publicKey }),
  ).toBe('previous');
});

test.each([
  ['no id', { id: undefined }, 'missing_id'],
  ['an empty id', { id: '' }, 'missing_id'],
  ['no timestamp', { timestamp: undefined }, 'missing_timestamp'],
  ['no signature', { signature: undefined }, 'missing_signature'],
  ['an empty signature', { signature: '' }, 'malformed_signature'],
  [
    'only a symmetric signature',
    { signature: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=' },
    'malformed_signature',
  ],
  ['a signature without padding', { signature: signature.replaceAll('=', '') }, 'malformed_signature'],
  ['a signature after other text', { signature: `x${signature}` }, 'malformed_signature'],
  ['a signature before other text', { signature: `${signature}x` }, 'malformed_signature'],
  ['another version of the same bytes', { signature: signature.replace('v1a', 'v1') }, 'malformed_signature'],
  ['an id with a dot', { id: `${id}.1` }, 'malformed_signature'],
  ['an old timestamp', { now: now + 301 }, 'stale_timestamp'],
  ['no number as timestamp', { timestamp: 'now' }, 'malformed_timestamp'],
  ['another id', { id: 'msg_other' }, 'bad_signature'],
  ['another timestamp', { timestamp: String(now + 1) }, 'bad_signature'],
  ['another body', { body: '{}' }, 'bad_signature'],
] satisfies [string, Partial<SignedStandardWebhook>, string][])(
  'Standard Webhooks: a webhook with %s is rejected',
  (_, change, code) => {
    expect(refusal(change)).toBe(code);
  },
);

test.each(['id', 'timestamp', 'signature'] as const)(
  'Standard Webhooks: the message names a missing webhook-%s',
  (name) => {
    expect(() => verifyStandardSignature({ ...good, [name]: undefined })).toThrow(`no webhook-${name} header`);
  },
);

test('Standard Webhooks: a signature with any characters of base64 verifies', async () => {
  const signed = await Promise.all(
    Array.from({ length: 32 }, async (_, index) => {
      const webhook = { id: `msg_${index}`, timestamp, body };
      const made = await signStandardWebhook(webhook.id, timestamp, body, rfc8037Signer.sign);
      return { ...good, ...webhook, signature: made };
    }),
  );
  for (const character of ['+', '/']) expect(signed.some((one) => one.signature.includes(character))).toBe(true);
  for (const webhook of signed) expect(verifyStandardSignature(webhook), webhook.signature).toBe('current');
});

test('Standard Webhooks: at most eight signatures of a header are verified', async () => {
  const foreign = await signStandardWebhook(id, timestamp, body, otherSigner.sign);
  expect(refusal({ signature: [...Array.from({ length: 8 }, () => foreign), signature].join(' ') })).toBe(
    'bad_signature',
  );
});
