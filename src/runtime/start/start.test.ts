import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { rfc8037Signer } from '../../../contract-tests/fixtures/protocol/ed25519-signer.ts';
import { rfc8032Vectors } from '../../../contract-tests/fixtures/protocol/ed25519-vectors.ts';
import { verifyEd25519 } from '../../protocol/ed25519.ts';
import { decodeHex, encodeHex } from '../../protocol/bytes.ts';
import { ed25519KeyPair, loadSodium } from './ed25519-key-pair.ts';
import { createRequestIdGenerator } from './ids.ts';
import { freePort } from './ports.ts';

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

test('request ids: 16 characters of base64url, none twice, over several buffers of random bytes', () => {
  const next = createRequestIdGenerator(randomBytes);
  const ids = Array.from({ length: 1000 }, next);
  expect(new Set(ids).size).toBe(1000);
  for (const id of ids) expect(id).toMatch(/^req-[A-Za-z0-9_-]{16}$/);
});

test('free port: no port is returned twice, even before the first is used', async () => {
  const ports = await Promise.all(Array.from({ length: 300 }, () => freePort()));
  expect(new Set(ports).size).toBe(300);
});

test('free port: a port in use is skipped', async () => {
  const usedPort = (await freePort()) + 1;
  const server = createServer();
  await new Promise<void>((ready) => server.listen(usedPort, '127.0.0.1', ready));
  expect(await freePort()).not.toBe(usedPort);
  await new Promise((closed) => server.close(closed));
});

test('free port: no port is blocked by fetch or in the ephemeral range', async () => {
  const port = await freePort();
  expect(port).toBeGreaterThan(10_080);
  expect(port).toBeLessThan(32_768);
});
