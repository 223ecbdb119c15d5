import { expect, test, vi } from 'vitest';
import { verifyDpopProof } from '../../protocol/dpop-proof.ts';
import { jwkThumbprint } from '../../protocol/jwk-thumbprint.ts';
import { rfc8037Signer } from '../../../contract-tests/fixtures/protocol/ed25519-signer.ts';
import { createDpopKeypair, createDpopProof, type DpopKeypair, loadDpopKeypair } from './dpop-keypair.ts';

const url = 'https://forum.example/api/posts';
const now = 1_772_357_400;
const named: DpopKeypair = { privateKey: rfc8037Signer.sign, publicJwk: rfc8037Signer.jwk };

test.each([
  ['a key of WebCrypto', () => createDpopKeypair()],
  ['a function that signs', async () => named],
])('SDK createDpopProof: %s makes proofs that RFC 9449 §4.3 accepts [S158]', async (_, make) => {
  const keypair = await make();
  const proof = await createDpopProof({ keypair, method: 'POST', url: `${url}?x=1#y`, now: now * 1000, nonce: 'n' });
  expect(verifyDpopProof({ proof, htm: 'POST', htu: url, now, nonce: 'n' })).toMatchObject({
    jkt: jwkThumbprint(keypair.publicJwk),
    iat: now,
    ath: undefined,
  });
});

test('SDK createDpopProof: every proof has a fresh jti unless one is given [S158]', async () => {
  const proofs = await Promise.all(
    [1, 2].map(() => createDpopProof({ keypair: named, method: 'GET', url, now: now * 1000 })),
  );
  const [one, two] = proofs.map((proof) => verifyDpopProof({ proof, htm: 'GET', htu: url, now }).jti);
  expect(one).not.toBe(two);
  const withJti = await createDpopProof({ keypair: named, method: 'GET', url, now: now * 1000, jti: 'mine' });
  expect(verifyDpopProof({ proof: withJti, htm: 'GET', htu: url, now }).jti).toBe('mine');
});

test('SDK createDpopKeypair: the private key is not extractable [S113]', async () => {
  const { privateKey } = await createDpopKeypair();
  expect(privateKey.extractable).toBe(false);
  await expect(crypto.subtle.exportKey('jwk', privateKey)).rejects.toThrow();
  await expect(crypto.subtle.exportKey('pkcs8', privateKey)).rejects.toThrow();
});

test('SDK DPoP keys: the error for missing WebCrypto, Ed25519 or IndexedDB says what to do [S115]', async () => {
  await expect(loadDpopKeypair()).rejects.toThrow('IndexedDB is not available');
  vi.stubGlobal('crypto', {});
  await expect(createDpopKeypair()).rejects.toThrow('over https or on a loopback host');
  vi.stubGlobal('crypto', {
    subtle: { generateKey: () => Promise.reject(new DOMException('no', 'NotSupportedError')) },
  });
  await expect(createDpopKeypair()).rejects.toThrow('no Ed25519 in WebCrypto');
  vi.unstubAllGlobals();
});
