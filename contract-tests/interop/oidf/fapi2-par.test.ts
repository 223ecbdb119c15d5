import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, type GenerateKeyPairResult, SignJWT } from 'jose';
import { beforeAll, expect, test } from 'vitest';
import { canSetClock, createClock } from '../../fixtures/clock.ts';
import { throughApprovalPage } from '../../fixtures/passkey-browser.ts';
import { proof, type ParsedResponse, startProvider, tokenProof } from '../../fixtures/sso.ts';
import { useStarted } from '../../fixtures/use-started.ts';
import { redirectUri } from './redirect-client.ts';
import { newKey } from '../../fixtures/protocol/keys.ts';

// The PAR modules of the OpenID Foundation's fapi2-security-profile-final-test-plan, with a private_key_jwt client. The plan as
// a whole is not applicable: the interface document fixes RS256 and public clients. Titles are the names of the modules.

const clock = canSetClock() ? createClock() : undefined;

const provider = useStarted(() => startProvider({ clock }));
let keys: GenerateKeyPairResult;
let clientId: string;
beforeAll(async () => {
  keys = await generateKeyPair('ES256');
  const { status, body } = await provider.send('POST', '/api/v1/providers', {
    headers: { authorization: `Bearer ${provider.platform.adminKey}` },
    json: {
      name: 'FAPI client',
      redirectUris: [redirectUri],
      tokenEndpointAuthMethod: 'private_key_jwt',
      jwks: { keys: [await exportJWK(keys.publicKey)] },
    },
  });
  expect(status).toBe(201);
  clientId = String(body['providerAddress']);
});

type Fields = Readonly<Record<string, string | undefined>>;

const seconds = () => Math.floor(Date.now() / 1000);

/** Signs a client assertion; further claims replace those of a valid one. */
async function authentication(claims: Readonly<Record<string, unknown>> = {}): Promise<Record<string, string>> {
  const now = seconds();
  const all = {
    iss: clientId,
    sub: clientId,
    aud: provider.url,
    iat: now,
    exp: now + 60,
    jti: randomUUID(),
    ...claims,
  };
  return {
    client_assertion: await new SignJWT(all).setProtectedHeader({ alg: 'ES256' }).sign(keys.privateKey),
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  };
}

const flow = (changes: Fields = {}) =>
  provider.flow({ response_mode: undefined, client_id: clientId, redirect_uri: redirectUri, ...changes });

interface Push {
  readonly changes?: Fields;
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function push({ changes = {}, claims, method = 'POST', headers = {} }: Push = {}) {
  const { query, verifier } = flow(changes);
  const form = { ...query, ...(await authentication(claims)) };
  const response = await provider.send(method, '/oauth/par', { form, headers });
  return { response, verifier, requestUri: String(response.body['request_uri']) };
}

const outcome = ({ status, body }: ParsedResponse) => [status, body['error']];
const address = (requestUri: string, client = clientId) =>
  `${provider.url}/oauth/authorize?${new URLSearchParams({ client_id: client, request_uri: requestUri }).toString()}`;
const open = async (url: string) => (await fetch(url, { redirect: 'manual' })).status;

/** Signs in by a pushed request up to the code. @returns the form that redeems it */
async function approve(verifier: string, requestUri: string): Promise<Record<string, string>> {
  const back = await throughApprovalPage(address(requestUri), provider.owner);
  const code = back.searchParams.get('code') ?? '';
  return { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier };
}

async function exchange(form: Record<string, string>, headers: Readonly<Record<string, string>> = {}) {
  return provider.send('POST', '/oauth/token', { form: { ...form, ...(await authentication()) }, headers });
}

test('fapi2-security-profile-final-par-without-duplicate-parameters: client_id and request_uri suffice at authorize', async () => {
  const { verifier, requestUri } = await push();
  expect((await exchange(await approve(verifier, requestUri))).status).toBe(200);
});

test('fapi2-security-profile-final-par-attempt-reuse-request_uri: a used request_uri is an error page', async () => {
  const { verifier, requestUri } = await push();
  await approve(verifier, requestUri);
  expect(await open(address(requestUri))).toBe(400);
});

test('fapi2-security-profile-final-par-ensure-reused-request-uri-prior-to-auth-completion-succeeds: not applicable, because a request_uri starts one request; the page that it leads to can be reloaded', async () => {
  const { requestUri } = await push();
  const { headers } = await fetch(address(requestUri), { redirect: 'manual' });
  const page = headers.get('location') ?? '';
  expect([await open(page), await open(page), await open(address(requestUri))]).toEqual([200, 200, 400]);
});

test.skipIf(clock === undefined)(
  'fapi2-security-profile-final-par-attempt-to-use-expired-request_uri: a request_uri is an error page after its lifetime',
  async () => {
    const { response, requestUri } = await push();
    clock?.step(Number(response.body['expires_in']) + 1);
    const status = await open(address(requestUri));
    clock?.step(0);
    expect(status).toBe(400);
  },
);

test('fapi2-security-profile-final-par-attempt-to-use-request_uri-for-different-client: another client gets an error page', async () => {
  const { requestUri } = await push();
  expect(await open(address(requestUri, provider.clientId))).toBe(400);
});

test('fapi2-security-profile-final-par-authorization-request-containing-request_uri-form-param: it is invalid_request', async () => {
  const { response } = await push({ changes: { request_uri: 'urn:ietf:params:oauth:request_uri:x' } });
  expect(outcome(response)).toEqual([400, 'invalid_request']);
});

test('fapi2-security-profile-final-par-attempt-invalid-http-method: PUT is rejected', async () => {
  const { response } = await push({ method: 'PUT' });
  expect([404, 405]).toContain(response.status);
});

test.each<[string, Fields]>([
  ['ensure-pkce-required', { code_challenge: undefined, code_challenge_method: undefined }],
  ['ensure-plain-pkce-rejected', { code_challenge_method: 'plain' }],
])('fapi2-security-profile-final-par-%s: the push is invalid_request', async (_module, changes) => {
  expect(outcome((await push({ changes })).response)).toEqual([400, 'invalid_request']);
});

test.each([
  ['ensure-pkce-code-verifier-required', 'without a verifier', ''],
  ['incorrect-pkce-code-verifier-rejected', 'with another verifier', 'x'.repeat(43)],
])('fapi2-security-profile-final-par-%s: the exchange %s is rejected', async (_module, _how, verifier) => {
  const { requestUri } = await push();
  const { status, body } = await exchange(await approve(verifier, requestUri));
  expect(status).toBe(400);
  expect(['invalid_grant', 'invalid_request']).toContain(body['error']);
});

test('fapi2-security-profile-final-par-ensure-jwt-client-assertions-nbf-8-seconds-in-the-future-is-accepted', async () => {
  const ahead = seconds() + 8;
  expect((await push({ claims: { iat: ahead, nbf: ahead, exp: ahead + 60 } })).response.status).toBe(201);
});

test.each(['iat', 'nbf'])(
  'fapi2-security-profile-final-par-ensure-jwt-client-assertions-nbf-over-60-seconds-in-the-future-fails: %s is checked',
  async (claim) => {
    const ahead = seconds() + 70;
    const { response } = await push({ claims: { [claim]: ahead, exp: ahead + 60 } });
    expect(outcome(response)).toEqual([401, 'invalid_client']);
  },
);

test('fapi2-security-profile-final-ensure-dpop-proof-at-par-endpoint-binding-success: the proof binds the code', async () => {
  const key = newKey();
  const dpop = await proof({ method: 'POST', url: `${provider.url}/oauth/par` }, key);
  const { verifier, requestUri } = await push({ headers: { dpop } });
  const form = await approve(verifier, requestUri);
  const dpopHeader = async (holder: typeof key) => ({ dpop: await tokenProof(provider.url, holder) });
  expect(outcome(await exchange(form, await dpopHeader(newKey())))).toEqual([400, 'invalid_dpop_proof']);
  expect((await exchange(form, await dpopHeader(key))).body['token_type']).toBe('DPoP');
});

test.each([
  ['par-test-array-as-audience-fails', () => [provider.url, 'https://other.test']],
  ['par-endpoint-as-audience', () => `${provider.url}/oauth/par`],
  ['token-endpoint-as-audience', () => `${provider.url}/oauth/token`],
])('fapi2-security-profile-final-%s: only the issuer, as one string, is an audience', async (_module, audience) => {
  const { response } = await push({ claims: { aud: audience() } });
  expect([response.status, response.body['error']]).toEqual([401, 'invalid_client']);
});

test('fapi2-security-profile-final-ensure-unsigned-authorization-request-without-using-par-fails: not applicable, because the clients of the interface document call authorize directly', async () => {
  const { query } = flow();
  expect(await open(`${provider.url}/oauth/authorize?${new URLSearchParams(query).toString()}`)).toBe(303);
});

test('fapi2-security-profile-final-ensure-signed-client-assertion-with-RS256-fails: not applicable, because the interface document fixes RS256', async () => {
  const { body } = await provider.send('GET', '/.well-known/openid-configuration');
  expect(body['token_endpoint_auth_signing_alg_values_supported']).toContain('RS256');
});
