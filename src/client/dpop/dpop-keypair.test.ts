import { expect, test, vi } from 'vitest';
import { verifyDpopProof } from '../../protocol/dpop-proof.ts';
import { jwkThumbprint } from '../../protocol/jwk-thumbprint.ts';
import { rfc8037Signer } from '../../../contract-tests/fixtures/protocol/ed25519-signer.ts';
import { createDpopKeypair, type DpopKeypair } from './dpop-keypair.ts';
import { createDpopProof } from './dpop-proof.ts';
import { loadDpopKeypair } from './stored-dpop-keypair.ts';

const url = 'https://forum.example/api/posts';
const now = 1_772_357_400;
const named: DpopKeypair = { privateKey: rfc8037Signer.sign, publicJwk: rfc8037Signer.jwk };

test.each([
  ['a key of WebCrypto', () => createDpopKeypair()],
  ['a function that signs', async () => named],
])('%s makes proofs that the rules of RFC 9449 accept', async (_, make) => {
  const keypair = await make();
  const proof = await createDpopProof({ keypair, method: 'POST', url: `${url}?x=1#y`, now: now * 1000, nonce: 'n' });
  expect(verifyDpopProof({ proof, htm: 'POST', htu: url, now, nonce: 'n' })).toMatchObject({
    jkt: jwkThumbprint(keypair.publicJwk),
    iat: now,
    ath: undefined,
  });
});

test('every proof has an identifier of its own, unless one is given', async () => {
  const proofs = await Promise.all(
    [1, 2].map(() => createDpopProof({ keypair: named, method: 'GET', url, now: now * 1000 })),
  );
  const [one, two] = proofs.map((proof) => verifyDpopProof({ proof, htm: 'GET', htu: url, now }).jti);
  expect(one).not.toBe(two);
  const given = await createDpopProof({ keypair: named, method: 'GET', url, now: now * 1000, jti: 'mine' });
  expect(verifyDpopProof({ proof: given, htm: 'GET', htu: url, now }).jti).toBe('mine');
});

test('a private key that WebCrypto made cannot be read', async () => {
  const { privateKey } = await createDpopKeypair();
  expect(privateKey.extractable).toBe(false);
  await expect(crypto.subtle.exportKey('jwk', privateKey)).rejects.toThrow();
  await expect(crypto.subtle.exportKey('pkcs8', privateKey)).rejects.toThrow();
});

test('where there is no WebCrypto, no Ed25519, or no IndexedDB, it says what to do', async () => {
  await expect(loadDpopKeypair()).rejects.toThrow('no IndexedDB');
  vi.stubGlobal('crypto', {});
  await expect(createDpopKeypair()).rejects.toThrow('needs https');
  vi.stubGlobal('crypto', {
    subtle: { generateKey: () => Promise.reject(new DOMException('no', 'NotSupportedError')) },
  });
  await expect(createDpopKeypair()).rejects.toThrow('no Ed25519 in WebCrypto');
  vi.unstubAllGlobals();
});
