import { describe, expect, test } from 'vitest';
import { jwkThumbprint } from '../../protocol/jwk-thumbprint.ts';
import { verifyDpopProof } from '../../protocol/dpop-proof.ts';
import { otherSigner, rfc8037Signer } from '../../../contract-tests/fixtures/protocol/keys.ts';
import { createDpopKeypair } from '../dpop/dpop-keypair.ts';
import { flowKeys } from './start-sign-in.ts';
import { IdTokenError, TokenExchangeError } from './sso-errors.ts';
import {
  alice,
  baseUrl,
  bob,
  clientId,
  delayedResponder,
  useSsoClient,
  tokenKeyList,
  noSession,
} from '../../../contract-tests/fixtures/client/fake-provider.ts';

const fixture = useSsoClient();
const key = { privateKey: rfc8037Signer.sign, publicJwk: rfc8037Signer.jwk };

describe('exchangeToken', () => {
  test('exchangeToken: sends the form, stores tokens and verified claims under the documented keys, then clears verifier and nonce [A29, A30, A31, A32, A82, S32]', async () => {
    const sso = fixture.client();
    const code = await fixture.approved(sso);
    const verifier = fixture.flow.getItem(flowKeys.codeVerifier);
    const response = await sso.exchangeToken(code);
    expect(Object.fromEntries(fixture.provider.to('/oauth/token')[0]?.form ?? [])).toEqual({
      grant_type: 'authorization_code',
      code,
      client_id: clientId,
      code_verifier: verifier,
    });
    expect(fixture.provider.to('/oauth/token')[0]?.headers.get('content-type')).toContain(
      'application/x-www-form-urlencoded',
    );
    const stored = fixture.tokens.values(tokenKeyList);
    expect(stored).toMatchObject({
      'platform-sso_access_token': response.access_token,
      'platform-sso_id_token': response.id_token,
      'platform-sso_refresh_token': response.refresh_token,
      'platform-sso_token_expiry': String(fixture.provider.clock.now + 900_000),
    });
    expect(JSON.parse(stored['platform-sso_id_token_claims'] ?? '')).toMatchObject({ sub: alice, iss: baseUrl });
    expect(fixture.flow.getItem(flowKeys.codeVerifier)).toBeNull();
    expect(fixture.flow.getItem(flowKeys.nonce)).toBeNull();
  });

  test('exchangeToken: sends redirect_uri when it is configured [A40, S36]', async () => {
    const sso = fixture.client({ redirectUri: 'https://app.example/callback' });
    await sso.exchangeToken(await fixture.approved(sso));
    expect(fixture.provider.to('/oauth/token')[0]?.form.get('redirect_uri')).toBe('https://app.example/callback');
  });

  test.each([
    ['iss', { iss: 'https://evil.example' }, 'bad_id_token_iss'],
    ['aud', { aud: 'ffffffffffffffffffffffffffffffff' }, 'bad_id_token_aud'],
    ['a second audience', { aud: [clientId, 'other'], azp: clientId }, 'untrusted_id_token_aud'],
    ['nonce', { nonce: 'another' }, 'bad_id_token_nonce'],
    ['no nonce', { nonce: undefined }, 'bad_id_token_nonce'],
    ['exp', { exp: 1_772_357_000 }, 'expired_id_token'],
    ['iat', { iat: 1_772_357_999 }, 'bad_id_token_iat'],
    ['no sub', { sub: undefined }, 'missing_id_token_sub'],
  ])('exchangeToken: an id_token with a wrong claim (%s) stores nothing [A82, S32]', async (_, claims, error) => {
    const sso = fixture.client();
    const code = await fixture.approved(sso);
    fixture.provider.overrideClaims(claims);
    const refused = await sso.exchangeToken(code).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(IdTokenError);
    expect(refused).toMatchObject({ error });
    expect(fixture.tokens.values(tokenKeyList)).toEqual(noSession);
  });

  test('exchangeToken: an id_token signed by an unpublished key stores nothing [S32]', async () => {
    const sso = fixture.client();
    const code = await fixture.approved(sso);
    const foreign = await fixture.provider.idToken(
      { sub: alice, nonce: fixture.flow.getItem(flowKeys.nonce) },
      { kid: 'foreign' },
    );
    fixture.provider.respondWith('/oauth/token', () =>
      Response.json({ access_token: 'a', id_token: foreign, token_type: 'Bearer', expires_in: 900 }),
    );
    await expect(sso.exchangeToken(code)).rejects.toMatchObject({
      name: 'IdTokenError',
      error: 'unknown_id_token_kid',
    });
    expect(fixture.tokens.values(tokenKeyList)).toEqual(noSession);
  });

  test('exchangeToken: id_token and refresh_token are optional; without them there are no claims [S33]', async () => {
    const sso = fixture.client();
    const code = await fixture.approved(sso);
    fixture.provider.respondWith('/oauth/token', () =>
      Response.json({ access_token: 'a', token_type: 'bearer', expires_in: 60 }),
    );
    await sso.exchangeToken(code);
    expect(sso.getAccessToken()).toBe('a');
    expect([sso.getAuthData(), sso.getIdToken(), sso.getRefreshToken()]).toEqual([null, null, null]);
  });

  test.each([
    [400, 'invalid_grant'],
    [409, 'invalid_grant'],
    [503, 'temporarily_unavailable'],
  ])('exchangeToken: %i %s is a TokenExchangeError and keeps the previous session [S34]', async (status, error) => {
    const sso = fixture.client();
    await sso.exchangeToken(await fixture.approved(sso));
    const before = fixture.tokens.values(tokenKeyList);
    const code = await fixture.approved(sso, bob);
    fixture.provider.respondWith('/oauth/token', () => Response.json({ error }, { status }));
    const refused = await sso.exchangeToken(code).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(TokenExchangeError);
    expect(refused).toMatchObject({ status, error, retryable: status === 503 });
    expect(fixture.tokens.values(tokenKeyList)).toEqual(before);
  });

  test.each([
    [{}],
    [{ access_token: 7, token_type: 'Bearer', expires_in: 900 }],
    [{ access_token: 'a', token_type: 'Bearer' }],
    [{ access_token: 'a', token_type: 'Bearer', expires_in: -1 }],
    [{ access_token: 'a', token_type: 'Bearer', expires_in: 900, refresh_token: 7 }],
    [{ access_token: 'a', token_type: 'Bearer', expires_in: 900, id_token: '' }],
    [{ access_token: 'a', token_type: 'mac', expires_in: 900 }],
    [{ access_token: 'a', token_type: 'DPoP', expires_in: 900 }],
  ])('exchangeToken: a token response with %o is rejected [S35]', async (body) => {
    const sso = fixture.client();
    const code = await fixture.approved(sso);
    fixture.provider.respondWith('/oauth/token', () => Response.json(body));
    await expect(sso.exchangeToken(code)).rejects.toBeInstanceOf(TokenExchangeError);
    expect(fixture.tokens.values(tokenKeyList)).toEqual(noSession);
  });

  test('exchangeToken: without a pending sign-in nothing is sent [S37]', async () => {
    await expect(fixture.client().exchangeToken('c')).rejects.toMatchObject({ error: 'no_pending_sign_in' });
    expect(fixture.provider.to('/oauth/token')).toEqual([]);
  });

  test('exchangeToken: concurrent calls redeem a code once [S38]', async () => {
    const sso = fixture.client();
    const code = await fixture.approved(sso);
    const responses = await Promise.all([sso.exchangeToken(code), sso.exchangeToken(code), sso.exchangeToken(code)]);
    expect(new Set(responses.map(({ access_token: token }) => token)).size).toBe(1);
    expect(fixture.provider.to('/oauth/token')).toHaveLength(1);
  });

  test('exchangeToken: an aborted caller does not cancel the exchange for a later caller [S38]', async () => {
    const sso = fixture.client();
    const code = await fixture.approved(sso);
    const [first, second] = [new AbortController(), new AbortController()];
    const unmounted = sso.exchangeToken(code, { signal: first.signal });
    const mounted = sso.exchangeToken(code, { signal: second.signal });
    first.abort(new Error('unmounted'));
    await expect(unmounted).rejects.toThrow('unmounted');
    await mounted;
    expect(sso.getSubject()).toBe(alice);
    expect(fixture.provider.to('/oauth/token')).toHaveLength(1);
  });

  test.each(['/oauth/jwks', '/oauth/token'])(
    'exchangeToken: an AbortSignal ends only its own call, also while %s is requested [S38]',
    async (path) => {
      const sso = fixture.client();
      const code = await fixture.approved(sso);
      const { responder, release } = delayedResponder(() => new Response('down', { status: 503 }));
      fixture.provider.respondWith(path, responder);
      const other = sso.exchangeToken(code);
      const controller = new AbortController();
      const aborted = sso.exchangeToken(code, { signal: controller.signal });
      await expect.poll(() => fixture.provider.to(path)).toHaveLength(1);
      controller.abort(new Error('gone'));
      await expect(aborted).rejects.toThrow('gone');
      release();
      await expect(other).rejects.toMatchObject({ name: 'TokenExchangeError', retryable: true });
    },
  );

  test('exchangeToken: an already aborted signal redeems no code [S38]', async () => {
    const sso = fixture.client();
    const code = await fixture.approved(sso);
    await expect(sso.exchangeToken(code, { signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone');
    expect(fixture.provider.to('/oauth/token')).toEqual([]);
    await sso.exchangeToken(code);
  });

  test('exchangeToken: no code is redeemed while the key set is unreachable [S39]', async () => {
    const sso = fixture.client();
    const code = await fixture.approved(sso);
    fixture.provider.respondWith('/oauth/jwks', () => new Response('down', { status: 503 }));
    await expect(sso.exchangeToken(code)).rejects.toMatchObject({ name: 'TokenExchangeError', retryable: true });
    expect(fixture.provider.to('/oauth/token')).toEqual([]);
    fixture.provider.respondWith('/oauth/jwks', null);
    await sso.exchangeToken(code);
    expect(sso.getSubject()).toBe(alice);
  });

  test('exchangeToken: a sign-in abandoned during the exchange stores no session [S40]', async () => {
    const sso = fixture.client();
    const code = await fixture.approved(sso);
    const exchange = sso.exchangeToken(code);
    sso.logout();
    await expect(exchange).rejects.toMatchObject({ error: 'sign_in_abandoned' });
    expect(fixture.tokens.values(tokenKeyList)).toEqual(noSession);
  });

  test('exchangeToken: a full storage keeps the previous session intact [S41]', async () => {
    const sso = fixture.client();
    await sso.exchangeToken(await fixture.approved(sso));
    const before = fixture.tokens.values(tokenKeyList);
    let room = 2;
    const full = fixture.client({
      tokenStorage: {
        ...fixture.tokens,
        setItem: (name, value) => {
          if (room-- === 0) throw new DOMException('full', 'QuotaExceededError');
          fixture.tokens.setItem(name, value);
        },
      },
    });
    await expect(full.exchangeToken(await fixture.approved(full, bob))).rejects.toThrow('full');
    expect(fixture.tokens.values(tokenKeyList)).toEqual(before);
  });
});

describe('DPoP', () => {
  test('SsoClient with DPoP: the exchange carries a proof by the configured key for its method and address [A43, S110]', async () => {
    const sso = fixture.client({ dpop: { keypair: key } });
    await sso.exchangeToken(await fixture.approved(sso));
    const proof = fixture.provider.to('/oauth/token')[0]?.headers.get('dpop') ?? '';
    const verified = verifyDpopProof({
      proof,
      htm: 'POST',
      htu: `${baseUrl}/oauth/token`,
      now: fixture.provider.clock.now / 1000,
    });
    expect(verified.jkt).toBe(jwkThumbprint(key.publicJwk));
    expect(sso.getAuthData()?.cnf).toEqual({ jkt: verified.jkt });
    expect(fixture.provider.to('/oauth/authorize')[0]?.headers.has('dpop')).toBe(false);
  });

  test('SsoClient with DPoP: a Bearer token_type is rejected [A76, A103, S111]', async () => {
    const sso = fixture.client({ dpop: { keypair: key } });
    const code = await fixture.approved(sso);
    fixture.provider.respondWith('/oauth/token', () =>
      Response.json({ access_token: 'a', token_type: 'Bearer', expires_in: 900 }),
    );
    await expect(sso.exchangeToken(code)).rejects.toMatchObject({
      name: 'TokenExchangeError',
      error: 'dpop_not_honored',
    });
    expect(fixture.tokens.values(tokenKeyList)).toEqual(noSession);
  });

  test('SsoClient with DPoP: an id_token bound to another key is rejected [S111]', async () => {
    const sso = fixture.client({ dpop: { keypair: key } });
    const code = await fixture.approved(sso);
    fixture.provider.overrideClaims({ cnf: { jkt: jwkThumbprint(otherSigner.jwk) } });
    await expect(sso.exchangeToken(code)).rejects.toMatchObject({ name: 'IdTokenError', error: 'bad_id_token_cnf' });
  });

  test('SsoClient with DPoP: after a nonce challenge the request is retried once with a fresh proof [S112]', async () => {
    const sso = fixture.client({ dpop: { keypair: key } });
    const code = await fixture.approved(sso);
    let challenges = 0;
    fixture.provider.respondWith('/oauth/token', () => {
      challenges++;
      if (challenges > 1) fixture.provider.respondWith('/oauth/token', null);
      return Response.json({ error: 'use_dpop_nonce' }, { status: 400, headers: { 'dpop-nonce': `n${challenges}` } });
    });
    await expect(sso.exchangeToken(code)).rejects.toMatchObject({ error: 'use_dpop_nonce', status: 400 });
    expect(fixture.provider.to('/oauth/token')).toHaveLength(2);
    await sso.exchangeToken(code);
    const proofs = fixture.provider.to('/oauth/token').map(({ headers }) => headers.get('dpop') ?? '');
    const claims = proofs.map((proof) =>
      JSON.parse(atob((proof.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))),
    );
    expect(claims.map(({ nonce }) => nonce)).toEqual([undefined, 'n1', 'n2']);
    expect(new Set(claims.map(({ jti }) => jti)).size).toBe(3);
  });

  test('SsoClient with DPoP: a WebCrypto key pair signs and cannot be exported [S113]', async () => {
    const keypair = await createDpopKeypair();
    expect(keypair.privateKey.extractable).toBe(false);
    const sso = fixture.client({ dpop: { keypair } });
    await sso.exchangeToken(await fixture.approved(sso));
    expect(sso.getAuthData()?.cnf?.jkt).toBe(jwkThumbprint(keypair.publicJwk));
  });
});
