import { expect, test } from 'vitest';
import { proof, type ParsedResponse, startProvider, tokenProof } from '../fixtures/sso.ts';
import { throughApprovalPage } from '../fixtures/passkey-browser.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { newKey, type TestKey } from '../fixtures/protocol/keys.ts';

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
test.each([
  ['unknown', `urn:ietf:params:oauth:request_uri:${'A'.repeat(43)}`],
  ['without a reference', 'urn:ietf:params:oauth:request_uri:'],
  ['an address elsewhere', 'https://evil.test/request'],
])('RFC 9126 §4: a request_uri that is %s is an error page, and nothing is fetched', async (_what, uri) => {
  const response = await fetch(address(uri), { redirect: 'manual', headers: { accept: 'text/html' } });
  expect([response.status, response.headers.get('location')]).toEqual([400, null]);
  expect(response.headers.get('content-type')).toContain('text/html');
});

test('RFC 9126 §1.1, RFC 9449 §10.1: a pushed request leads through approval to a code, which a proof binds to its key', async () => {
  const key = newKey();
  const { query, verifier } = flow({ state: 'pushed state' });
  const { body } = await push(query, {
    dpop: await proof({ method: 'POST', url: `${provider.url}/oauth/par` }, key),
  });
  const back = await throughApprovalPage(address(String(body['request_uri'])), provider.owner);
  expect([back.origin + back.pathname, back.searchParams.get('state')]).toEqual([redirectUri, 'pushed state']);
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
});
