import { ed25519 } from '@noble/curves/ed25519.js';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeBase64url, encodeBase64url } from './base64url.ts';
import { Ed25519KeyError, parseEd25519Hex, parseEd25519Jwk } from './ed25519-key.ts';
import { isSmallOrder } from './ed25519-small-order.ts';
import { decodeHex, encodeHex } from './bytes.ts';
import { nonCanonicalEncodings, smallOrderEncodings } from '../../contract-tests/fixtures/protocol/ed25519-points.ts';
import { rfc8037Signer, requireBytes } from '../../contract-tests/fixtures/protocol/ed25519-signer.ts';
import { rejectionCode } from '../../contract-tests/fixtures/protocol/rejection-code.ts';

const { jwk } = rfc8037Signer;

function refusal(parse: () => unknown): string | undefined {
  try {
    parse();
    return undefined;
  } catch (error) {
    if (error instanceof Ed25519KeyError) return rejectionCode(error);
    throw error;
  }
}

test('RFC 8037 A.2: the example key is accepted and reduced to its required members', () => {
  const key = parseEd25519Jwk({ ...jwk, kid: 'a', use: 'sig', alg: 'EdDSA' });
  expect(key.jwk).toEqual(jwk);
  expect(encodeHex(key.bytes)).toBe('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a');
  expect(key.jkt).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k');
});

test.each(smallOrderEncodings)('Ed25519 key: the small-order point %s is rejected as JWK and as hex', (hex) => {
  const x = encodeBase64url(requireBytes(decodeHex(hex)));
  expect(refusal(() => parseEd25519Jwk({ ...jwk, x }))).toBe('bad_key');
  expect(refusal(() => parseEd25519Hex(hex))).toBe('bad_key');
});

test('Ed25519 key: the list of small-order encodings is exactly the small-order points', () => {
  const { Point } = ed25519;
  for (const hex of [...smallOrderEncodings, ...nonCanonicalEncodings]) {
    let small: boolean;
    try {
      small = Point.fromBytes(requireBytes(decodeHex(hex)), true).isSmallOrder();
    } catch {
      small = false;
    }
    expect(isSmallOrder(requireBytes(decodeHex(hex))), hex).toBe(small);
  }
  expect(
    new Set(smallOrderEncodings.map((hex) => Point.fromBytes(requireBytes(decodeHex(hex)), true).toHex())),
  ).toHaveLength(8);
});

test('RFC 8032 §5.1.3: every encoding with y not below the prime is rejected', () => {
  expect(nonCanonicalEncodings).toHaveLength(38);
  for (const hex of nonCanonicalEncodings)
    expect(
      refusal(() => parseEd25519Hex(hex)),
      hex,
    ).toBe('bad_key');
});

test('RFC 8032 §5.1.3: a y of no curve point is rejected', () => {
  expect(refusal(() => parseEd25519Hex(`02${'00'.repeat(31)}`))).toBe('bad_key');
});

test.each([
  ['null', null],
  ['a text', 'key'],
  ['an array', [jwk]],
  ['nothing in it', {}],
  ['another key type', { ...jwk, kty: 'EC' }],
  ['a key type in lowercase', { ...jwk, kty: 'okp' }],
  ['another curve', { ...jwk, crv: 'X25519' }],
  ['no x', { kty: 'OKP', crv: 'Ed25519' }],
  ['an x that is no text', { ...jwk, x: [jwk.x] }],
  ['31 bytes', { ...jwk, x: encodeBase64url(new Uint8Array(31).fill(9)) }],
  ['33 bytes', { ...jwk, x: encodeBase64url(new Uint8Array(33).fill(9)) }],
  ['padding', { ...jwk, x: `${jwk.x}=` }],
  ['another spelling of the same bytes', { ...jwk, x: `${jwk.x.slice(0, -1)}p` }],
  ['the plain base64 alphabet', { ...jwk, x: jwk.x.replace('_', '/') }],
  ['a symmetric key', { kty: 'oct', k: jwk.x }],
])('RFC 8037 §2: %s is no Ed25519 key', (_, key) => {
  expect(refusal(() => parseEd25519Jwk(key))).toBe('bad_key');
});

test.each(['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'])(
  'RFC 9449 §4.3: a key with the private member %s is rejected',
  (member) => {
    expect(refusal(() => parseEd25519Jwk({ ...jwk, [member]: '' }))).toBe('private_member');
  },
);

test('Ed25519 key: bad_key is reported before private_member', () => {
  expect(refusal(() => parseEd25519Jwk({ ...jwk, x: 'AA', d: 'AA' }))).toBe('bad_key');
});

test.each([
  ['63 digits', 'a'.repeat(63)],
  ['65 digits', 'a'.repeat(65)],
  ['66 digits', 'a'.repeat(66)],
  ['a prefix', `0x${'a'.repeat(62)}`],
  ['no digit', 'g'.repeat(64)],
  ['white space', `${'a'.repeat(63)}\n`],
  ['nothing', ''],
])('Ed25519 key: hex of %s is rejected [D42]', (_, hex) => {
  expect(refusal(() => parseEd25519Hex(hex))).toBe('bad_key');
});

test('Ed25519 key: hex is accepted in either case', () => {
  const hex = encodeHex(rfc8037Signer.publicKey);
  expect(parseEd25519Hex(hex)).toEqual(rfc8037Signer.publicKey);
  expect(parseEd25519Hex(hex.toUpperCase())).toEqual(rfc8037Signer.publicKey);
});

test('Ed25519 key: any value is accepted or rejected with a code', () => {
  const likely = fc.record({ kty: fc.constant('OKP'), crv: fc.constant('Ed25519'), x: fc.anything() });
  fc.assert(
    fc.property(fc.oneof(fc.anything(), likely), (value) => {
      expect([undefined, 'bad_key', 'private_member']).toContain(refusal(() => parseEd25519Jwk(value)));
    }),
  );
});

test('Ed25519 key: every accepted key has exactly one encoding', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
      const x = encodeBase64url(bytes);
      if (refusal(() => parseEd25519Jwk({ ...jwk, x })) === undefined) {
        expect(parseEd25519Jwk({ ...jwk, x }).bytes).toEqual(decodeBase64url(x));
      }
    }),
    { numRuns: 30 },
  );
});
