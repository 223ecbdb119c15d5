import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { compactVerify, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { beforeAll, expect, test } from 'vitest';
import { utf8 } from './bytes.ts';
import { parseCompactJws } from './compact-jws.ts';
import { importRs256Jwk, type Rs256Key, verifyRs256 } from './rs256.ts';

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
