import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { rfc8037Signer } from '../../../contract-tests/fixtures/protocol/keys.ts';
import { rfc8032Vectors } from '../../../contract-tests/fixtures/protocol/ed25519-vectors.ts';
import { verifyEd25519 } from '../../protocol/ed25519.ts';
import { decodeHex, encodeHex } from '../../protocol/bytes.ts';
import { ed25519KeyPair, loadSodium } from './ed25519-key-pair.ts';
import { createRequestIdGenerator } from './ids.ts';
import { keyedHash, createMasterKey, loadMasterKey, SealedDataError } from './master-key.ts';
import { freePort, listenOn } from './ports.ts';

const sodium = loadSodium();

const implementations = [
  ['node:crypto', (seed: Uint8Array) => ed25519KeyPair(seed, null)],
  ...(sodium ? ([['libsodium', (seed: Uint8Array) => ed25519KeyPair(seed, sodium)]] as const) : []),
] as const;

const bytes = (hex: string) => decodeHex(hex) ?? new Uint8Array();

test('RFC 4231 §4.3: a keyed hash is HMAC-SHA-256', () => {
  const hash = keyedHash(new TextEncoder().encode('Jefe'));
  const expected = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';
  expect(hash('what do ya want for nothing?', 'hex')).toBe(expected);
  expect(hash('what do ya want for nothing?')).toBe(Buffer.from(expected, 'hex').toString('base64url'));
});

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

const key = createMasterKey(new Uint8Array(32).fill(7));
const secret = new TextEncoder().encode('a private key');

test('master key: sealed data opens again, and sealing the same data twice gives different text', () => {
  const [one, two] = [key.seal(secret, 'signing key'), key.seal(secret, 'signing key')];
  expect(one).not.toBe(two);
  expect(key.open(one, 'signing key')).toEqual(secret);
});

test('master key: another purpose, another key or a changed byte fails to open', () => {
  const sealed = key.seal(secret, 'signing key');
  expect(() => key.open(sealed, 'webhook key')).toThrow(SealedDataError);
  expect(() => createMasterKey(new Uint8Array(32).fill(8)).open(sealed, 'signing key')).toThrow(SealedDataError);
  const bytes = Buffer.from(sealed, 'base64url');
  for (const at of [0, 1, 13, bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => key.open(changed.toString('base64url'), 'signing key')).toThrow(SealedDataError);
  }
  expect(() => key.open('', 'signing key')).toThrow(SealedDataError);
});

const other = new Uint8Array(32).fill(8);
const rotated = createMasterKey(other, new Uint8Array(32).fill(7));

test('master key: of several keys the first encrypts and all decrypt', () => {
  expect(rotated.open(key.seal(secret, 'signing key'), 'signing key')).toEqual(secret);
  const sealed = rotated.seal(secret, 'signing key');
  expect(createMasterKey(other).open(sealed, 'signing key')).toEqual(secret);
  expect(() => key.open(sealed, 'signing key')).toThrow(SealedDataError);
});

test('master key: resealing changes what a former key sealed, nothing else, and refuses unknown keys', () => {
  const resealed = rotated.reseal(key.seal(secret, 'signing key'), 'signing key');
  expect(createMasterKey(other).open(resealed ?? '', 'signing key')).toEqual(secret);
  expect(rotated.reseal(resealed ?? '', 'signing key')).toBeUndefined();
  const foreign = createMasterKey(new Uint8Array(32).fill(9)).seal(secret, 'signing key');
  expect(() => rotated.reseal(foreign, 'signing key')).toThrow(SealedDataError);
});

test('master key: derived keys come from the last key', () => {
  expect(rotated.derive('a')).toEqual(key.derive('a'));
  expect(rotated.derive('a')).not.toEqual(createMasterKey(other).derive('a'));
});

test('master key: derived keys are stable and differ by purpose', () => {
  expect(key.derive('a')).toEqual(key.derive('a'));
  expect(key.derive('a')).not.toEqual(key.derive('b'));
});

test('master key: the first start creates a file with mode 0600, and concurrent starts use the same key', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'master-'));
  const keys = await Promise.all([1, 2, 3].map(() => loadMasterKey({ dataDir })));
  const sealed = keys[0]?.seal(secret, 'x') ?? '';
  for (const each of keys) expect(each.open(sealed, 'x')).toEqual(secret);
  expect((await stat(join(dataDir, 'master.key'))).mode & 0o777).toBe(0o600);
  expect(await readFile(join(dataDir, 'master.key'), 'utf8')).toMatch(/^[\w-]{43}\n$/);

  await writeFile(join(dataDir, 'master.key'), 'short');
  await expect(loadMasterKey({ dataDir })).rejects.toThrow('does not hold a master key');
  await rm(dataDir, { recursive: true });
});

test('listenOn: names the setting of a port in use, and of an address that this computer does not have', async () => {
  const port = await freePort();
  const [first, second] = [fastify(), fastify()];
  await listenOn(first, '127.0.0.1', port);
  await expect(listenOn(second, '127.0.0.1', port)).rejects.toThrow(`Port ${port} on 127.0.0.1 is in use`);
  // TEST-NET-1 (RFC 5737).
  await expect(listenOn(fastify(), '192.0.2.1', port)).rejects.toThrow('192.0.2.1 is no address of this computer');
  await first.close();
});
