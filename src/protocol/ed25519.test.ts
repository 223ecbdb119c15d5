import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ed25519 } from '@noble/curves/ed25519.js';
import { calculateJwkThumbprint } from 'jose';
import { concatBytes, decodeHex, encodeHex } from './bytes.ts';
import { setEd25519Verification, verifyEd25519 as verifyNatively } from './ed25519.node.ts';
import { verifyEd25519 } from './ed25519.ts';
import { loadSodium } from '../runtime/start/ed25519-key-pair.ts';
import {
  edgeCaseSignatures,
  smallOrderEncodings,
  nonCanonicalEncodings,
  rfc8032Vectors,
} from '../../contract-tests/fixtures/protocol/ed25519-vectors.ts';
import {
  ed25519Signer,
  otherSigner,
  rfc8037Signer,
  requireBytes,
} from '../../contract-tests/fixtures/protocol/keys.ts';
import { decodeBase64url, encodeBase64url } from './base64url.ts';
import { Ed25519KeyError, parseEd25519Hex, parseEd25519Jwk } from './ed25519-key.ts';
import { isSmallOrder } from './ed25519-small-order.ts';
import { rejectionCode } from '../../contract-tests/fixtures/protocol/request-defects.ts';
import { isThumbprint, jwkThumbprint } from './jwk-thumbprint.ts';

const sodium = loadSodium();

const verifyWithSodium: typeof verifyNatively = (...judged) => {
  setEd25519Verification(sodium?.verify);
  const verified = verifyNatively(...judged);
  setEd25519Verification();
  return verified;
};

const implementations = [
  ['portable', verifyEd25519],
  ['native', verifyNatively],
  ...(sodium ? ([['libsodium', verifyWithSodium]] as const) : []),
] as const;

const bytes = (hex: string) => requireBytes(decodeHex(hex));

// Optional elsewhere: some systems have no binary of it.
test.runIf(process.env['CI'])('Ed25519: libsodium is installed where the pipeline runs', () => {
  expect(sodium).toBeDefined();
});

test.each(implementations)(
  'RFC 8032 §7.1: the %s implementation accepts the test vectors and no other message',
  (_, verify) => {
    for (const { name, key, message, signature } of rfc8032Vectors) {
      expect(verify(bytes(key), bytes(message), bytes(signature)), name).toBe(true);
      expect(verify(bytes(key), bytes(`${message}00`), bytes(signature)), name).toBe(false);
    }
  },
);

test.each(edgeCaseSignatures)(
  'RFC 8032 §5.1.7: all implementations agree: $case',
  ({ key, message, signature, accepted }) => {
    for (const [name, verify] of implementations) {
      expect(verify(bytes(key), bytes(message), bytes(signature)), name).toBe(accepted);
    }
  },
);

test.each(implementations)(
  'Ed25519: the %s implementation rejects every signature by a small-order key',
  (_, verify) => {
    // For the identity as key, R = identity and S = 0 satisfy the equation for every message.
    const forged = concatBytes(bytes(`01${'00'.repeat(31)}`), new Uint8Array(32));
    for (const key of smallOrderEncodings) {
      for (let message = 0; message < 8; message++) {
        expect(verify(bytes(key), new Uint8Array([message]), forged), key).toBe(false);
      }
    }
  },
);

test.each(implementations)(
  'Ed25519: the %s implementation rejects keys and signatures of another length',
  (_, verify) => {
    const message = new Uint8Array([1]);
    const signature = rfc8037Signer.sign(message);
    const { publicKey } = rfc8037Signer;
    expect(verify(publicKey, message, signature)).toBe(true);
    for (const length of [0, 31, 33]) expect(verify(new Uint8Array(length), message, signature)).toBe(false);
    for (const length of [0, 63]) expect(verify(publicKey, message, signature.subarray(0, length))).toBe(false);
    expect(verify(publicKey, message, concatBytes(signature, new Uint8Array(1)))).toBe(false);
  },
);

test.each(implementations)(
  'RFC 8032 §5.1.3: the %s implementation rejects a key that is no curve point',
  (_, verify) => {
    const message = new Uint8Array([1]);
    expect(verify(bytes(`02${'00'.repeat(31)}`), message, new Uint8Array(rfc8037Signer.sign(message)))).toBe(false);
  },
);

test('Ed25519: a replaced implementation is used, and never receives a point of small order', () => {
  const message = new Uint8Array([1]);
  const { publicKey } = rfc8037Signer;
  const wrong = new Uint8Array(otherSigner.sign(message));
  const received: Uint8Array[] = [];
  setEd25519Verification((key) => received.push(key) > 0);
  try {
    expect(verifyNatively(publicKey, message, wrong)).toBe(true);
    for (const hex of smallOrderEncodings) {
      expect(verifyNatively(bytes(hex), message, wrong), `key ${hex}`).toBe(false);
      const small = concatBytes(bytes(hex), wrong.subarray(32));
      expect(verifyNatively(publicKey, message, small), `R ${hex}`).toBe(false);
    }
  } finally {
    setEd25519Verification();
  }
  expect(received).toEqual([publicKey]);
  expect(verifyNatively(publicKey, message, wrong)).toBe(false);
});

test.each(implementations)('Ed25519: the %s implementation rejects a signature by another key', (_, verify) => {
  const message = new Uint8Array([1]);
  expect(verify(rfc8037Signer.publicKey, message, otherSigner.sign(message))).toBe(false);
});

test('Ed25519: all implementations agree on signatures with any byte changed', () => {
  const seed = fc.uint8Array({ minLength: 32, maxLength: 32 });
  fc.assert(
    fc.property(seed, fc.uint8Array({ maxLength: 64 }), fc.nat(63), fc.nat(255), (seed, message, at, change) => {
      const signer = ed25519Signer(seed);
      const signature = new Uint8Array(signer.sign(message));
      signature[at] = (signature[at] ?? 0) ^ change;
      const judged = [signer.publicKey, message, signature] as const;
      for (const [name, verify] of implementations)
        expect(verify(...judged), `${name} ${encodeHex(signature)}`).toBe(change === 0);
    }),
    { numRuns: 25 },
  );
});

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

const rfc8037Key = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' } as const;

test('RFC 8037 A.3: thumbprint of the Ed25519 example key', () => {
  expect(jwkThumbprint(rfc8037Key)).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k');
});

test('RFC 7638 §3.1: thumbprint of the RSA example key', () => {
  const key = {
    kty: 'RSA',
    n: '0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw',
    e: 'AQAB',
    alg: 'RS256',
    kid: '2011-04-29',
  } as const;
  expect(jwkThumbprint(key)).toBe('NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs');
});

test('RFC 7638 §3.2: further members change nothing', () => {
  const extended = { ...rfc8037Key, kid: 'a', use: 'sig', alg: 'EdDSA' };
  expect(jwkThumbprint(extended)).toBe(jwkThumbprint(rfc8037Key));
});

test('RFC 7638 §3.3: the order of members changes nothing', () => {
  const { x, crv, kty } = rfc8037Key;
  expect(jwkThumbprint({ x, crv, kty })).toBe(jwkThumbprint(rfc8037Key));
});

test('RFC 7638: agrees with jose for any key', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 32, maxLength: 32 }), async (bytes) => {
      const jwk = { kty: 'OKP', crv: 'Ed25519', x: encodeBase64url(bytes) } as const;
      expect(jwkThumbprint(jwk)).toBe(await calculateJwkThumbprint({ ...jwk }));
    }),
    { numRuns: 25 },
  );
});

test('RFC 7638: isThumbprint accepts exactly 43 base64url characters', () => {
  const thumbprint = jwkThumbprint(rfc8037Key);
  expect(isThumbprint(thumbprint)).toBe(true);
  for (const text of ['', thumbprint.slice(1), `${thumbprint}A`, `${thumbprint.slice(1)}=`, `${thumbprint}\n`, 43]) {
    expect(isThumbprint(text), String(text)).toBe(false);
  }
});
