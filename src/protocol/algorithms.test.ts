import { createHash, generateKeyPairSync, sign, createPublicKey, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, compactVerify, generateKeyPair, SignJWT } from 'jose';
import { expect, test, beforeAll } from 'vitest';
import * as fc from 'fast-check';
import { verifyDeviceProof } from './device-proof.ts';
import { verifyDpopProof } from './dpop-proof.ts';
import { verifyEs256 as verifyNatively } from './es256.node.ts';
import { verifyEs256 } from './es256.ts';
import { encodeBase64url } from './base64url.ts';
import { decodeHex, encodeHex, utf8 } from './bytes.ts';
import { jwkThumbprint } from './jwk-thumbprint.ts';
import { P256KeyError, parseP256Jwk } from './proof-key.ts';
import { ProofError } from './proof-error.ts';
import { rejectionCode } from '../../contract-tests/fixtures/protocol/request-defects.ts';
import { parseCompactJws } from './compact-jws.ts';
import { importRs256Jwk, type Rs256Key, verifyRs256 } from './rs256.ts';
import { sha256 as native } from './sha256.node.ts';
import { sha256 as portable } from './sha256.ts';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const { kty, crv, x = '', y = '' } = publicKey.export({ format: 'jwk' });
const jwk = { kty, crv, x, y };
const { jwk: key } = parseP256Jwk(jwk);
const es256 = (message: Uint8Array) => sign('sha256', message, { key: privateKey, dsaEncoding: 'ieee-p1363' });

const htm = 'POST';
const htu = 'https://forum.example/api/posts';
const now = 1_772_357_400;

function proof(header: object = {}, typ = 'dpop+jwt'): string {
  const segment = (value: object) => encodeBase64url(utf8(JSON.stringify(value)));
  const signed = `${segment({ typ, alg: 'ES256', jwk, ...header })}.${segment({ htm, htu, iat: now, jti: 'one' })}`;
  return `${signed}.${encodeBase64url(es256(utf8(signed)))}`;
}

function refusal(presented: string): string {
  try {
    verifyDpopProof({ proof: presented, htm, htu, now });
    return 'accepted';
  } catch (error) {
    if (error instanceof ProofError) return rejectionCode(error);
    throw error;
  }
}

test('RFC 9449 §4.2: a proof signed with ES256 is accepted, its thumbprint as jose computes it', async () => {
  const { jkt, jwk: presented } = verifyDpopProof({ proof: proof(), htm, htu, now });
  expect(jkt).toBe(await calculateJwkThumbprint(await exportJWK(publicKey)));
  expect(presented).toEqual(jwk);
});

test('RFC 7638 §3: the thumbprint of an EC key covers crv, kty, x and y in this order', () => {
  const json = `{"crv":"P-256","kty":"EC","x":"${x}","y":"${y}"}`;
  expect(jwkThumbprint(key)).toBe(createHash('sha256').update(json).digest('base64url'));
});

test('RFC 9449 §4.3: key and algorithm of a proof belong together', () => {
  const okp = { kty: 'OKP', crv: 'Ed25519', x: 'G0XR0rvUgDzKVTydGs8Hj_HF51xj2VopiRjgq-5RGI8' };
  expect(refusal(proof({ alg: 'EdDSA' }))).toBe('bad_proof_jwk');
  expect(refusal(proof({ jwk: okp }))).toBe('bad_proof_jwk');
  expect(refusal(proof({ alg: 'ES384' }))).toBe('bad_proof_alg');
  expect(refusal(proof({ jwk: { ...jwk, d: x } }))).toBe('private_in_proof_jwk');
});

test.each([
  ['a coordinate of 31 bytes', 'not 32 bytes of canonical base64url', { x: encodeBase64url(new Uint8Array(31)) }],
  ['a point beside the curve', 'not a point of the curve', { y: x }],
  [
    'the point at infinity',
    'not a point of the curve',
    { x: encodeBase64url(new Uint8Array(32)), y: encodeBase64url(new Uint8Array(32)) },
  ],
  ['a coordinate beyond the field', 'not a point of the curve', { x: encodeBase64url(new Uint8Array(32).fill(255)) }],
  ['another curve', '(crv) is not P-256', { crv: 'secp256k1' }],
  ['another key type', '(kty) is not EC', { kty: 'RSA' }],
  ['no y', '(x, y) is missing', { y: undefined }],
  ['a list of coordinates', '(x, y) is missing', { x: [x] }],
])('RFC 7518 §6.2.1: an EC key with %s is rejected with the message "… %s …"', (_, message, change) => {
  expect(() => parseP256Jwk({ ...jwk, ...change })).toThrow(P256KeyError);
  expect(() => parseP256Jwk({ ...jwk, ...change })).toThrow(message);
  expect(refusal(proof({ jwk: { ...jwk, ...change } }))).toBe('bad_proof_jwk');
});

test('RFC 7518 §6.2.1: an EC key that is no object is rejected', () => {
  for (const value of [null, x, [jwk]]) expect(() => parseP256Jwk(value)).toThrow('The key is not a JSON object.');
});

test('sso: device proofs are signed with Ed25519 only', () => {
  const device = proof({}, 'device-proof+jwt');
  expect(() => verifyDeviceProof({ proof: device, htm, htu, now })).toThrow('none of EdDSA, Ed25519');
});

test('RFC 7518 §3.4: Node and the portable implementation agree on every signature', () => {
  for (let round = 0; round < 40; round++) {
    const message = utf8(`message ${round}`);
    const good = es256(message);
    const changed = Uint8Array.from(good, (byte, index) => (index === round ? byte ^ 1 : byte));
    for (const [signature, expected] of [
      [good, true],
      [changed, false],
      [good.subarray(1), false],
      [new Uint8Array(64), false],
      [Uint8Array.from([...good, 0]), false],
    ] as const) {
      expect(verifyEs256(key, message, signature)).toBe(expected);
      expect(verifyNatively(key, message, signature)).toBe(expected);
    }
  }
});

test('FIPS 186-5 §6.4.2: r and s of 0, or not below the order of the curve, verify nothing and throw nothing', () => {
  const order = 'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551';
  const valid = encodeHex(es256(utf8('message'))).slice(0, 64);
  for (const outside of ['00'.repeat(32), order, 'ff'.repeat(32)])
    for (const signature of [outside + valid, valid + outside, outside + outside])
      for (const verify of [verifyEs256, verifyNatively])
        expect(verify(key, utf8('message'), decodeHex(signature) ?? new Uint8Array()), signature).toBe(false);
});

test('RFC 7518 §3.4: a signature verifies with its own key only, whichever key was used first', () => {
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x: otherX = '', y: otherY = '' } = other.publicKey.export({ format: 'jwk' });
  const { jwk: otherKey } = parseP256Jwk({ kty, crv, x: otherX, y: otherY });
  const message = utf8('message');
  const signature = es256(message);
  for (const verify of [verifyEs256, verifyNatively]) {
    expect(verify(key, message, signature)).toBe(true);
    expect(verify(otherKey, message, signature)).toBe(false);
    const made = sign('sha256', message, { key: other.privateKey, dsaEncoding: 'ieee-p1363' });
    expect(verify(otherKey, message, made)).toBe(true);
    expect(verify(key, message, made)).toBe(false);
  }
});

const message = utf8('eyJhbGciOiJSUzI1NiJ9.e30');
let rsaMembers: { readonly n: string; readonly e: string };
let keys: readonly (readonly [form: string, key: Rs256Key])[];
let signature: Uint8Array;
let short: { readonly publicKey: KeyObject; readonly signature: Uint8Array };
beforeAll(() => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  signature = new Uint8Array(sign('sha256', message, privateKey));
  const { n, e } = publicKey.export({ format: 'jwk' });
  rsaMembers = { n: String(n), e: String(e) };
  const withFurtherMembers = { kty: 'RSA', ...rsaMembers, export: true, usages: [] };
  keys = [
    ['a key of Node', publicKey],
    ['a JWK', { kty: 'RSA', ...rsaMembers }],
    ['a JWK with further members', withFurtherMembers],
  ];
  const weak = generateKeyPairSync('rsa', { modulusLength: 1024 });
  short = { publicKey: weak.publicKey, signature: new Uint8Array(sign('sha256', message, weak.privateKey)) };
});

test('RFC 7518 §3.3: a signature verifies repeatedly with the key in every supported form', async () => {
  for (const [form, key] of keys) {
    for (const _ of [1, 2]) expect([form, await verifyRs256(key, message, signature)]).toEqual([form, true]);
  }
});

test('RS256: another message and a changed, truncated or empty signature are rejected', async () => {
  const changed = Uint8Array.from(signature, (byte, index) => (index === 7 ? byte ^ 1 : byte));
  for (const [, key] of keys) {
    expect(await verifyRs256(key, utf8('other'), signature)).toBe(false);
    for (const wrong of [changed, signature.subarray(1), new Uint8Array()]) {
      expect(await verifyRs256(key, message, wrong)).toBe(false);
    }
  }
});

test('RFC 7518 §3.3: a key shorter than 2048 bits is rejected', async () => {
  expect(await verifyRs256(short.publicKey, message, short.signature)).toBe(false);
});

test('RS256: a key of another type is rejected', async () => {
  const { publicKey } = generateKeyPairSync('ed25519');
  const { publicKey: encrypting } = await generateKeyPair('RSA-OAEP');
  const pss = await generateKeyPair('PS256');
  const others: readonly Rs256Key[] = [
    publicKey,
    encrypting,
    pss.publicKey,
    { kty: 'oct', k: 'AAAA' },
    { kty: 'RSA', n: '!', e: 'AQAB' },
    { kty: 'RSA' },
    {},
  ];
  for (const key of others) expect(await verifyRs256(key, message, signature)).toBe(false);
  expect(await verifyRs256({ ...rsaMembers, kty: 'EC' }, message, signature)).toBe(false);
});

test('RS256: agrees with jose on the same token', async () => {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const token = await new SignJWT({ sub: 's' }).setProtectedHeader({ alg: 'RS256' }).sign(privateKey);
  const { signingInput, signature: made } = parseCompactJws(token);
  await compactVerify(token, publicKey);
  expect(await verifyRs256(publicKey, utf8(signingInput), made)).toBe(true);
  const imported = await importRs256Jwk(await exportJWK(publicKey));
  expect([imported.usages, imported.extractable]).toEqual([['verify'], false]);
  expect(await verifyRs256(imported, utf8(signingInput), made)).toBe(true);
  expect(
    await verifyRs256(createPublicKey({ key: await exportJWK(privateKey), format: 'jwk' }), utf8(signingInput), made),
  ).toBe(true);
});

test.each([
  ['native', native],
  ['portable', portable],
])('FIPS 180-4: the %s implementation computes the published digests', (_, sha256) => {
  expect(encodeHex(sha256(''))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(encodeHex(sha256('abc'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(encodeHex(sha256(utf8('abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq')))).toBe(
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  );
});

test('SHA-256: both implementations agree on any text and bytes, and return a new buffer', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.uint8Array(), fc.constant('\ud800')), (data) => {
      const digest = native(data);
      expect(digest).toEqual(portable(data));
      expect(digest.buffer.byteLength).toBe(32);
    }),
  );
});
