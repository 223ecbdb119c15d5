import { afterAll, beforeAll, expect, test } from 'vitest';
import { basicHeader, confidentialClient } from '../fixtures/confidential-client.ts';
import { newKey, type TestKey } from '../fixtures/identity.ts';
import { throughApprovalPage } from '../fixtures/redirect-browser.ts';
import { proof, type RunningProvider, type ParsedResponse, startProvider, tokenProof } from '../fixtures/sso.ts';

const redirectUri = 'http://127.0.0.1:4711/callback';

let provider: RunningProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

type Fields = Record<string, string | undefined>;

const flow = (changes: Fields = {}) => provider.flow({ response_mode: 'query', redirect_uri: redirectUri, ...changes });
const push = (form: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) =>
  provider.send('POST', '/oauth/par', { form, headers });
const outcome = ({ status, body }: ParsedResponse) => [status, body['error']];
const address = (request_uri: string, further: Readonly<Record<string, string>> = {}) => {
  const query = new URLSearchParams({ client_id: provider.clientId, request_uri, ...further });
  return `${provider.url}/oauth/authorize?${query.toString()}`;
};
async function pushed(changes?: Fields): Promise<string> {
  const { status, body } = await push(flow(changes).query);
  if (status !== 201) throw new Error(`The push returned ${status}: ${JSON.stringify(body)}`);
  return String(body['request_uri']);
}
const open = async (url: string) => {
  const { status, headers } = await fetch(url, { redirect: 'manual' });
  return [status, headers.get('location')?.replace(/[\w-]{43}$/, '…') ?? null];
};
const accepted = () => [303, `${provider.url}/approve/…`];
const refused = [400, null];

test('RFC 9126 §2.2: a pushed request is 201 with a new request_uri, its lifetime, and no-store', async () => {
  const { query } = flow();
  const response = await push(query);
  expect([response.status, response.headers.get('cache-control')]).toEqual([201, 'no-store']);
  expect(response.body).toEqual({
    request_uri: expect.stringMatching(/^urn:ietf:params:oauth:request_uri:[\w-]{43}$/),
    expires_in: 60,
  });
  expect(await pushed()).not.toBe(response.body['request_uri']);
});

test('RFC 9126 §2: the endpoint accepts a form by POST only', async () => {
  const { query } = flow();
  const asQuery = await provider.send('GET', `/oauth/par?${new URLSearchParams(query).toString()}`);
  expect([404, 405]).toContain(asQuery.status);
  expect((await provider.send('POST', '/oauth/par', { json: query })).status).toBe(415);
});

test('RFC 9126 §1.1: a pushed request leads through approval to a code, which is exchanged like any other', async () => {
  const { query, verifier } = flow({ state: 'pushed state' });
  const { body } = await push(query);
  const back = await throughApprovalPage(address(String(body['request_uri'])), provider.owner);
  expect([back.origin + back.pathname, back.searchParams.get('state')]).toEqual([redirectUri, 'pushed state']);
  const form = {
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') ?? '',
    client_id: provider.clientId,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  };
  expect((await provider.send('POST', '/oauth/token', { form })).status).toBe(200);
});

test('RFC 9126 §4: a request_uri works once', async () => {
  const uri = address(await pushed());
  expect([await open(uri), await open(uri)]).toEqual([accepted(), refused]);
});

test('RFC 9126 §4: a request_uri works for the client that pushed it, and another client consumes nothing', async () => {
  const uri = await pushed();
  expect(await open(address(uri, { client_id: provider.otherClientId }))).toEqual(refused);
  expect(await open(address(uri))).toEqual(accepted());
});

test('RFC 9126 §4, RFC 9101 §6.3: parameters beside request_uri change nothing', async () => {
  const requestUri = await pushed({ state: 'mine' });
  const further = { state: 'other', redirect_uri: 'https://evil.test/', scope: 'openid payments', prompt: 'none' };
  const back = await throughApprovalPage(address(requestUri, further), provider.owner, 'reject');
  expect([back.origin + back.pathname, back.searchParams.get('state')]).toEqual([redirectUri, 'mine']);
});

test.each([
  ['unknown', `urn:ietf:params:oauth:request_uri:${'A'.repeat(43)}`],
  ['without a reference', 'urn:ietf:params:oauth:request_uri:'],
  ['an address elsewhere', 'https://evil.test/request'],
])('RFC 9126 §4: a request_uri that is %s is an error page, and nothing is fetched', async (_what, uri) => {
  const response = await fetch(address(uri), { redirect: 'manual', headers: { accept: 'text/html' } });
  expect([response.status, response.headers.get('location')]).toEqual([400, null]);
  expect(response.headers.get('content-type')).toContain('text/html');
});

test('RFC 9126 §7.3: a prefetch consumes no request_uri', async () => {
  const uri = address(await pushed());
  expect((await fetch(uri, { redirect: 'manual', headers: { 'sec-purpose': 'prefetch' } })).status).toBe(400);
  expect(await open(uri)).toEqual(accepted());
});

test.each<[string, Fields, string]>([
  ['RFC 9126 §2.1: a pushed request_uri', { request_uri: 'urn:ietf:params:oauth:request_uri:x' }, 'invalid_request'],
  ['RFC 9126 §3: a request object', { request: 'e30.e30.' }, 'request_not_supported'],
  ['RFC 9126 §2.3: a redirect_uri that is not registered', { redirect_uri: 'https://evil.test/' }, 'invalid_request'],
  ['RFC 9126 §2.3: a missing response_type', { response_type: undefined }, 'invalid_request'],
  ['RFC 9126 §2.3: response_type token', { response_type: 'token' }, 'unsupported_response_type'],
  ['RFC 9126 §2.3: a scope without openid', { scope: 'profile' }, 'invalid_scope'],
  ['RFC 9126 §2.3: a missing code_challenge', { code_challenge: undefined }, 'invalid_request'],
  ['RFC 9126 §2.3: the challenge method plain', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['RFC 9126 §2.3: an unknown client', { client_id: '0'.repeat(32) }, 'invalid_client'],
  ['RFC 9126 §2.3: no client', { client_id: undefined }, 'invalid_request'],
])('%s is rejected as JSON, also for a browser', async (_rule, changes, error) => {
  const response = await push(flow(changes).query, { accept: 'text/html' });
  expect(outcome(response)).toEqual([400, error]);
  expect(response.headers.get('content-type')).toContain('application/json');
});

test('RFC 9126 §2: a confidential client authenticates as at the token endpoint, and for itself only', async () => {
  const changes = { redirectUris: [redirectUri] };
  const posting = await confidentialClient(provider, changes);
  const basic = await confidentialClient(provider, { ...changes, tokenEndpointAuthMethod: 'client_secret_basic' });
  const asPosting = flow({ client_id: posting.client_id }).query;
  expect(outcome(await push(asPosting))).toEqual([401, 'invalid_client']);
  expect(outcome(await push({ ...asPosting, client_secret: basic.client_secret }))).toEqual([401, 'invalid_client']);
  expect(outcome(await push(asPosting, basicHeader(basic)))).toEqual([400, 'invalid_request']);
  expect((await push({ ...asPosting, ...posting })).status).toBe(201);
  expect((await push(flow({ client_id: basic.client_id }).query, basicHeader(basic))).status).toBe(201);
});

test('RFC 9449 §10.1: a proof at the pushed request binds the code to its key', async () => {
  const key = newKey();
  const dpop = () => proof({ method: 'POST', url: `${provider.url}/oauth/par` }, key);
  const { query, verifier } = flow();
  const { body } = await push(query, { dpop: await dpop() });
  const back = await throughApprovalPage(address(String(body['request_uri'])), provider.owner);
  const form = {
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') ?? '',
    client_id: provider.clientId,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  };
  const exchange = async (holder: TestKey) =>
    provider.send('POST', '/oauth/token', { form, headers: { dpop: await tokenProof(provider.url, holder) } });
  expect(outcome(await exchange(newKey()))).toEqual([400, 'invalid_dpop_proof']);
  expect((await exchange(key)).body['token_type']).toBe('DPoP');
  const another = flow({ dpop_jkt: newKey().jkt }).query;
  expect(outcome(await push(another, { dpop: await dpop() }))).toEqual([400, 'invalid_dpop_proof']);
});

test('RFC 9126 §5: the metadata lists the endpoint, and that it is not required', async () => {
  const { body } = await provider.send('GET', '/.well-known/oauth-authorization-server');
  expect(body).toMatchObject({
    pushed_authorization_request_endpoint: `${provider.url}/oauth/par`,
    require_pushed_authorization_requests: false,
  });
});
