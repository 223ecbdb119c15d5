import { expect, test } from 'vitest';
import {
  basicHeader,
  confidentialClient,
  proof,
  type ParsedResponse,
  startProvider,
  tokenProof,
} from '../fixtures/sso.ts';
import { newKey, type TestKey } from '../fixtures/identity.ts';
import { throughApprovalPage } from '../fixtures/passkey-browser.ts';
import { useStarted } from '../fixtures/use-started.ts';

const redirectUri = 'http://127.0.0.1:4711/callback';

const provider = useStarted(startProvider);

type Fields = Record<string, string | undefined>;

const flow = (changes: Fields = {}) => provider.flow({ response_mode: 'query', redirect_uri: redirectUri, ...changes });
const push = (form: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) =>
  provider.send('POST', '/oauth/par', { form, headers });
const outcome = ({ status, body }: ParsedResponse) => [status, body['error']];
const address = (request_uri: string) => {
  const query = new URLSearchParams({ client_id: provider.clientId, request_uri });
  return `${provider.url}/oauth/authorize?${query.toString()}`;
};
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

test.each([
  ['unknown', `urn:ietf:params:oauth:request_uri:${'A'.repeat(43)}`],
  ['without a reference', 'urn:ietf:params:oauth:request_uri:'],
  ['an address elsewhere', 'https://evil.test/request'],
])('RFC 9126 §4: a request_uri that is %s is an error page, and nothing is fetched', async (_what, uri) => {
  const response = await fetch(address(uri), { redirect: 'manual', headers: { accept: 'text/html' } });
  expect([response.status, response.headers.get('location')]).toEqual([400, null]);
  expect(response.headers.get('content-type')).toContain('text/html');
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
