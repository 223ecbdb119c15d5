import { expect, test } from 'vitest';
import { parseCompactJwt } from './compact-jws.ts';
import { accessTokenHash, signDpopProof, verifyDpopProof } from './dpop-proof.ts';
import { htm, htu } from '../../contract-tests/fixtures/protocol/proof-defects.ts';
import { agent, now } from '../../contract-tests/fixtures/protocol/signing-provider.ts';

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
