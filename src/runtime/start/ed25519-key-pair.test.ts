import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { rfc8037Signer } from '../../../contract-tests/fixtures/protocol/ed25519-signer.ts';
import { rfc8032Vectors } from '../../../contract-tests/fixtures/protocol/ed25519-vectors.ts';
import { verifyEd25519 } from '../../protocol/ed25519.ts';
import { decodeHex, encodeHex } from '../../protocol/bytes.ts';
import { ed25519KeyPair, loadSodium } from './ed25519-key-pair.ts';

const sodium = loadSodium();
const implementations = [
  ['node:crypto', (seed: Uint8Array) => ed25519KeyPair(seed, null)],
  ...(sodium ? ([['libsodium', (seed: Uint8Array) => ed25519KeyPair(seed, sodium)]] as const) : []),
] as const;
const bytes = (hex: string) => decodeHex(hex) ?? new Uint8Array();

test.each(implementations)(
  'RFC 8032 §7.1: a key pair of %s has the public keys and signatures of the vectors',
  (_, of) => {
    for (const { name, seed, key, message, signature } of rfc8032Vectors) {
      const keyPair = of(bytes(seed));
      expect(encodeHex(keyPair.publicKey), name).toBe(key);
      expect(encodeHex(keyPair.sign(bytes(message))), name).toBe(signature);
    }
  },
);

test.each(implementations)(
  'Ed25519: every signature of a key pair of %s verifies with its public key alone',
  (_, of) => {
    const seed = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(seed, fc.uint8Array({ maxLength: 300 }), (seed, message) => {
        const { publicKey, sign } = of(seed);
        const signature = sign(message);
        expect(verifyEd25519(publicKey, message, signature)).toBe(true);
        expect(verifyEd25519(rfc8037Signer.publicKey, message, signature)).toBe(false);
      }),
      { numRuns: 25 },
    );
  },
);

test.each(implementations)('Ed25519: a private key of another length than 32 bytes is no key pair of %s', (_, of) => {
  for (const length of [0, 31, 33, 64]) expect(() => of(new Uint8Array(length)), String(length)).toThrow();
});
