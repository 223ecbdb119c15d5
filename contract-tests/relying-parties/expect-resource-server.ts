import { expect } from 'vitest';
import type { RunningProvider } from '../fixtures/sso.ts';
import { startRelyingParty, type RelyingParty } from './relying-party.ts';
import { createHash, randomUUID } from 'node:crypto';
import { calculateJwkThumbprint, CompactSign, exportJWK, generateKeyPair } from 'jose';
import { newKey } from '../fixtures/protocol/keys.ts';

const path = '/api/caller';

/** Starts the resource server of a guide page, and expects that it accepts access tokens for its application alone. */
export async function expectResourceServer(product: string, provider: RunningProvider): Promise<void> {
  const application = await startRelyingParty(product, provider);
  try {
    const own = await tokensFor(application, provider);
    const bound = await tokensFor(application, provider, newKey());
    const foreign = await provider.signIn();
    const [header, claims, signature = ''] = own.accessToken.split('.');
    const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    const tokens = {
      none: undefined,
      'of another application': foreign.accessToken,
      'an id_token': own.idToken,
      'bound to a key': bound.accessToken,
      'with another signature': [header, claims, flipped].join('.'),
      valid: own.accessToken,
    };
    const statuses = Object.entries(tokens).map(async ([name, token]) => {
      const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
      const { status } = await fetch(application.url + path, { headers });
      return [name, status];
    });
    expect(Object.fromEntries(await Promise.all(statuses)), application.log()).toEqual({
      none: 401,
      'of another application': 401,
      'an id_token': 401,
      'bound to a key': 401,
      'with another signature': 401,
      valid: 200,
    });
    const headers = { authorization: `Bearer ${own.accessToken}` };
    expect(await (await fetch(application.url + path, { headers })).text()).toContain(provider.owner.sub);
  } finally {
    await application.stop();
  }
}

/** Signs the owner in to the application. */
async function tokensFor(
  { clientId, clientSecret }: RelyingParty,
  provider: RunningProvider,
  key?: ReturnType<typeof newKey>,
): Promise<{ readonly accessToken: string; readonly idToken: string }> {
  const { grant } = await provider.approve({ client_id: clientId, ...(key && { dpop_jkt: key.jkt }) });
  const secret = clientSecret === '' ? {} : { client_secret: clientSecret };
  const { body } = await provider.exchange({ ...grant, ...secret }, key);
  return { accessToken: String(body['access_token']), idToken: String(body['id_token']) };
}

const invalidProof = [401, expect.stringMatching(/^DPoP error="invalid_dpop_proof"/)];
const invalidToken = [401, expect.stringMatching(/^DPoP error="invalid_token"/)];
const noToken = [401, expect.stringMatching(/^DPoP (?!error)/)];

/** Starts the resource server of a guide page, and expects that it accepts an agent's access token with a new proof of its key alone. */
export async function expectDpopResourceServer(
  product: string,
  provider: RunningProvider,
  alg: 'EdDSA' | 'ES256',
): Promise<void> {
  const application = await startRelyingParty(product, provider);
  try {
    const url = application.url + path;
    const [agent, other] = [
      await signInAgent(application, provider, alg),
      await signInAgent(application, provider, alg),
    ];
    const foreign = await signInAgent({ clientId: provider.clientId }, provider, alg);
    const { grant } = await provider.approve({ client_id: application.clientId });
    const unbound = String((await provider.exchange(grant)).body['access_token']);
    const { accessToken, prove } = agent;
    const valid = await prove('GET', url, accessToken);
    const [header, claims, signature = ''] = (await prove('GET', url, accessToken)).split('.');
    const altered = [header, claims, `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`].join('.');

    const request = async (authorization: string, ...proofs: readonly string[]) => {
      const headers = new Headers(proofs.map((proof) => ['dpop', proof]));
      if (authorization !== '') headers.set('authorization', authorization);
      const response = await fetch(url, { headers });
      return { result: [response.status, response.headers.get('www-authenticate')], text: await response.text() };
    };
    const refused = async (authorization: string, ...proofs: readonly string[]) =>
      (await request(authorization, ...proofs)).result;

    expect(await request(`DPoP ${accessToken}`, valid), application.log()).toEqual({
      result: [200, null],
      text: expect.stringContaining(provider.owner.sub),
    });
    const results = {
      'a repeated proof': await refused(`DPoP ${accessToken}`, valid),
      'a proof of another method': await refused(`DPoP ${accessToken}`, await prove('POST', url, accessToken)),
      'a proof of another URL': await refused(`DPoP ${accessToken}`, await prove('GET', `${url}s`, accessToken)),
      'a proof of another token': await refused(`DPoP ${accessToken}`, await prove('GET', url, other.accessToken)),
      'an old proof': await refused(`DPoP ${accessToken}`, await prove('GET', url, accessToken, -3600)),
      'a proof of the future': await refused(`DPoP ${accessToken}`, await prove('GET', url, accessToken, 3600)),
      'a proof at no time': await refused(`DPoP ${accessToken}`, await prove('GET', url, accessToken, Number.NaN)),
      'a proof with another signature': await refused(`DPoP ${accessToken}`, altered),
      'two proofs': await refused(
        `DPoP ${accessToken}`,
        await prove('GET', url, accessToken),
        await prove('GET', url, accessToken),
      ),
      'no proof': await refused(`DPoP ${accessToken}`),
      'a proof of another key': await refused(`DPoP ${accessToken}`, await other.prove('GET', url, accessToken)),
      'a token that is not bound': await refused(`DPoP ${unbound}`, await prove('GET', url, unbound)),
      'a token of another application': await refused(
        `DPoP ${foreign.accessToken}`,
        await foreign.prove('GET', url, foreign.accessToken),
      ),
      'the scheme Bearer': await refused(`Bearer ${accessToken}`, await prove('GET', url, accessToken)),
      'no token': await refused(''),
    };
    expect(results, application.log()).toEqual({
      'a repeated proof': invalidProof,
      'a proof of another method': invalidProof,
      'a proof of another URL': invalidProof,
      'a proof of another token': invalidProof,
      'an old proof': invalidProof,
      'a proof of the future': invalidProof,
      'a proof at no time': invalidProof,
      'a proof with another signature': invalidProof,
      'two proofs': invalidProof,
      'no proof': invalidProof,
      'a proof of another key': invalidToken,
      'a token that is not bound': invalidToken,
      'a token of another application': invalidToken,
      'the scheme Bearer': noToken,
      'no token': noToken,
    });
    // A refused request uses no proof up, and a query is no part of the URL that a proof names.
    const proof = await prove('GET', url, accessToken);
    expect(await refused(`DPoP ${other.accessToken}`, proof)).toEqual(invalidProof);
    const headers = { authorization: `DPoP ${accessToken}`, dpop: proof };
    expect((await fetch(`${url}?page=2`, { headers })).status).toBe(200);
  } finally {
    await application.stop();
  }
}

interface SignedInAgent {
  readonly accessToken: string;
  /** Creates a proof. @param age seconds that are added to the time of the proof */
  readonly prove: (method: string, url: string, accessToken?: string, age?: number) => Promise<string>;
}

/** Signs an agent in to the application with a new key, to which its access token is bound. */
async function signInAgent(
  { clientId }: Pick<RelyingParty, 'clientId'>,
  provider: RunningProvider,
  alg: 'EdDSA' | 'ES256',
): Promise<SignedInAgent> {
  const { privateKey, publicKey } = await generateKeyPair(alg);
  const jwk = await exportJWK(publicKey);
  const prove: SignedInAgent['prove'] = async (htm, htu, accessToken, age = 0) => {
    const ath = accessToken === undefined ? undefined : createHash('sha256').update(accessToken).digest('base64url');
    const claims = JSON.stringify({ htm, htu, jti: randomUUID(), ath });
    // JSON.stringify would not write NaN, which some parsers of JSON read.
    const payload = `${claims.slice(0, -1)},"iat":${Math.floor(Date.now() / 1000) + age}}`;
    return new CompactSign(Buffer.from(payload)).setProtectedHeader({ typ: 'dpop+jwt', alg, jwk }).sign(privateKey);
  };
  const { grant } = await provider.approve({ client_id: clientId, dpop_jkt: await calculateJwkThumbprint(jwk) });
  const headers = { dpop: await prove('POST', `${provider.url}/oauth/token`) };
  const { body } = await provider.send('POST', '/oauth/token', { form: grant, headers });
  return { accessToken: String(body['access_token']), prove };
}
