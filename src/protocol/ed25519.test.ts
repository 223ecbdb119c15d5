import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { concatBytes, decodeHex, encodeHex } from './bytes.ts';
import { setEd25519Verification, verifyEd25519 as verifyNatively } from './ed25519.node.ts';
import { verifyEd25519 } from './ed25519.ts';
import { loadSodium } from '../runtime/start/ed25519-key-pair.ts';
import { edgeCaseSignatures, smallOrderEncodings } from '../../contract-tests/fixtures/protocol/ed25519-points.ts';
import { rfc8032Vectors } from '../../contract-tests/fixtures/protocol/ed25519-vectors.ts';
import {
  ed25519Signer,
  otherSigner,
  rfc8037Signer,
  requireBytes,
} from '../../contract-tests/fixtures/protocol/ed25519-signer.ts';

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
