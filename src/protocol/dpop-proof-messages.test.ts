import { expect, test } from 'vitest';
import { accessTokenHash, dpopHeader, signDpopProof, verifyDpopProof } from './dpop-proof.ts';
import { parseCompactJwt } from './compact-jws.ts';
import { htm, htu, validProof } from '../../contract-tests/fixtures/protocol/proof-defects.ts';
import { agent, now } from '../../contract-tests/fixtures/protocol/signing-provider.ts';
import type { JsonObject } from './json-object.ts';
import { signJwt } from '../../contract-tests/fixtures/protocol/ed25519-signer.ts';

test('RFC 9449 §4.3: the DPoP header is found in any case', () => {
  expect(
    dpopHeader([
      ['Host', 'a'],
      ['dPoP', 'proof'],
    ]),
  ).toBe('proof');
});

test('RFC 9449 §4.3: without a DPoP header there is no proof', () => {
  expect(
    dpopHeader([
      ['Host', 'a'],
      ['X-DPoP', 'proof'],
    ]),
  ).toBeUndefined();
});

test('RFC 9449 §4.3: a second DPoP header is rejected, even with the same proof', () => {
  for (const second of ['other', 'proof', '']) {
    expect(() =>
      dpopHeader([
        ['DPoP', 'proof'],
        ['dpop', second],
      ]),
    ).toThrow(
      expect.objectContaining({
        code: 'malformed_proof',
        message: 'The request has 2 DPoP headers: send exactly one.',
      }),
    );
  }
});

test('RFC 9449 §4.2: a created proof verifies with a synchronous or asynchronous signer', async () => {
  for (const sign of [agent.sign, (message: Uint8Array) => Promise.resolve(agent.sign(message))]) {
    const proof = await signDpopProof({
      htm,
      htu: `${htu}?page=2#top`,
      accessToken: 'token',
      nonce: 'n',
      jwk: agent.jwk,
      sign,
      now: now + 0.7,
      jti: 'j',
    });
    expect(parseCompactJwt(proof).header).toEqual({ typ: 'dpop+jwt', alg: 'EdDSA', jwk: agent.jwk });
    expect(parseCompactJwt(proof).claims).toEqual({
      htm,
      htu,
      iat: now,
      jti: 'j',
      ath: accessTokenHash('token'),
      nonce: 'n',
    });
    expect(verifyDpopProof({ proof, htm, htu, now, nonce: 'n' })).toMatchObject({ jti: 'j', nonce: 'n' });
  }
});

test('RFC 9449 §4.2: without token and nonce a created proof has no ath and nonce, and never a private key member', async () => {
  const secret = { ...agent.jwk, d: 'secret' };
  const proof = await signDpopProof({ htm, htu, jwk: secret, sign: agent.sign, now, jti: 'j' });
  expect(parseCompactJwt(proof).claims).toEqual({ htm, htu, iat: now, jti: 'j' });
  expect(parseCompactJwt(proof).header['jwk']).toEqual(agent.jwk);
});

const expected = { htm, htu, now };
const withClaims = (claims: JsonObject) =>
  signJwt(validProof.header, { ...validProof.claims, ...claims }, validProof.sign);
const proof = withClaims({});

test.each<[title: string, message: string, claims: JsonObject]>([
  ['for another method', 'not the method of the request, POST.', { htm: 'GET' }],
  ['for another address', `not the address of the request, ${htu}.`, { htu: 'https://other.example/' }],
  ['that is too old', 'older than 60 seconds (iat)', { iat: now - 61 }],
  ['from the future', 'more than 60 seconds in the future (iat)', { iat: now + 61 }],
  ['without a time', 'no creation time (iat)', { iat: undefined }],
])('DPoP proof: the message for a proof %s says "%s"', (_title, message, claims) => {
  expect(() => verifyDpopProof({ proof: withClaims(claims), ...expected })).toThrow(message);
});

test('DPoP proof: the message for another typ or algorithm names the accepted ones', () => {
  const withHeader = (header: JsonObject) =>
    signJwt({ ...validProof.header, ...header }, validProof.claims, validProof.sign);
  expect(() => verifyDpopProof({ proof: withHeader({ typ: 'JWT' }), ...expected })).toThrow('is not dpop+jwt.');
  expect(() => verifyDpopProof({ proof: withHeader({ alg: 'none' }), ...expected })).toThrow(
    'none of EdDSA, Ed25519, ES256.',
  );
});

test('RFC 9449 §4.3-9: the message names the address of the request up to 200 characters', () => {
  const start = 'https://forum.example/';
  const address = (length: number) => start + 'a'.repeat(length - start.length);
  expect(() => verifyDpopProof({ proof, ...expected, htu: address(200) })).toThrow(
    `The htu of the proof is not the address of the request, ${address(200)}.`,
  );
  for (const other of [address(201), 'mailto:a'])
    expect(() => verifyDpopProof({ proof, ...expected, htu: other })).toThrow(
      /^The htu of the proof is not the address of the request\.$/,
    );
});

test('RFC 9449 §4.2: creating a proof for an invalid address throws and names the address', async () => {
  const created = signDpopProof({ htm, htu: '/api', jwk: agent.jwk, sign: agent.sign, now, jti: 'j' });
  await expect(created).rejects.toThrow(TypeError);
  await expect(created).rejects.toThrow('absolute http or https URL, not /api.');
});

test('DPoP proof: claims ath and nonce that are no text count as absent', () => {
  expect(verifyDpopProof({ proof: withClaims({ ath: 1, nonce: ['n'] }), ...expected })).toMatchObject({
    ath: undefined,
    nonce: undefined,
  });
});
