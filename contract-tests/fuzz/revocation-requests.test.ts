import { beforeAll, expect, test } from 'vitest';
import {
  basicHeader,
  type ClientCredentials,
  confidentialClient,
  delegate,
  exchangeForm,
  sendExchange,
  proof,
  type ParsedResponse,
  startProvider,
} from '../fixtures/sso.ts';
import { type Agent, bindAgent } from '../fixtures/identity.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { newKey, type TestKey } from '../fixtures/protocol/keys.ts';

// Wrong requests to the endpoints that revoke, and to those that tell what is revoked. None changes anything.
const provider = useStarted(startProvider);
let other: ClientCredentials;
let agent: Agent;
beforeAll(async () => {
  other = await confidentialClient(provider);
  agent = await bindAgent(provider.platform, { clientId: provider.clientId });
});

const outcome = ({ status, body }: ParsedResponse) => [status, body['error']];
const long = 'x'.repeat(9_000);

test('RFC 7009 §2.1: a revocation with wrong parameters, or as another client, revokes nothing', async () => {
  const { accessToken, refreshToken } = await provider.signIn();
  const { clientId, otherClientId } = provider;
  const invalid = [400, 'invalid_request'];
  for (const token of [accessToken, refreshToken]) {
    const wrong: readonly (readonly [string, readonly unknown[], string[][]])[] = [
      [
        'token twice',
        invalid,
        [
          ['token', token],
          ['token', token],
          ['client_id', clientId],
        ],
      ],
      [
        'client_id twice',
        invalid,
        [
          ['token', token],
          ['client_id', clientId],
          ['client_id', clientId],
        ],
      ],
      ['no client_id', invalid, [['token', token]]],
      [
        'a long hint',
        invalid,
        [
          ['token', token],
          ['client_id', clientId],
          ['token_type_hint', long],
        ],
      ],
      [
        'an unknown client',
        [400, 'invalid_client'],
        [
          ['token', token],
          ['client_id', 'f'.repeat(32)],
        ],
      ],
      [
        'another client',
        [400, 'invalid_grant'],
        [
          ['token', token],
          ['client_id', otherClientId],
        ],
      ],
      [
        'another secret',
        [401, 'invalid_client'],
        [
          ['token', token],
          ['client_id', clientId],
          ['client_secret', other.client_secret],
        ],
      ],
    ];
    for (const [what, expected, fields] of wrong) {
      const form = new URLSearchParams(fields);
      expect([what, ...outcome(await provider.send('POST', '/oauth/revoke', { form }))]).toEqual([what, ...expected]);
    }
    const asOther = await provider.send('POST', '/oauth/revoke', { form: { token, ...other } });
    expect(outcome(asOther)).toEqual([400, 'invalid_grant']);
  }
  const headers = { authorization: `Bearer ${accessToken}` };
  expect((await provider.send('GET', '/oauth/userinfo', { headers })).status).toBe(200);
  expect((await provider.refresh(refreshToken)).status).toBe(200);
});

test('RFC 8693 §2.1: an exchange with the credentials of another client accepts no delegation', async () => {
  const helper = newKey();
  const form = exchangeForm(provider, await delegate(provider, agent, helper));
  const stolen = { ...form, client_secret: other.client_secret };
  expect(outcome(await sendExchange(provider, helper, stolen))).toEqual([401, 'invalid_client']);
  expect(outcome(await sendExchange(provider, helper, { ...form, ...other }))).toEqual([400, 'invalid_request']);
  const { body } = await provider.send('GET', `/oauth/keys/${helper.jkt}`);
  expect(body['status']).toBe('unknown');
  expect((await sendExchange(provider, helper, form)).status).toBe(200);
});

const digest = '47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU';
async function attest(body: string, contentType: string, key: TestKey, accessToken: string) {
  const url = `${provider.url}/oauth/attestations`;
  const dpop = await proof({ method: 'POST', url, accessToken }, key);
  const headers = { authorization: `DPoP ${accessToken}`, dpop, 'content-type': contentType };
  const response = await fetch(url, { method: 'POST', headers, body });
  const { error }: { error?: string } = await response.json();
  return [response.status, error];
}

test.each([
  ['that repeats a member', `{"digest":"${digest}","digest":"${digest}","purpose":"commit"}`, 'application/json', 400],
  ['that is empty', '', 'application/json', 400],
  ['that is cut off', `{"digest":"${digest}"`, 'application/json', 400],
  ['that is a form', `digest=${digest}&purpose=commit`, 'application/x-www-form-urlencoded', 415],
])('sso createAttestation: a body %s is invalid_request', async (_what, body, contentType, status) => {
  const key = newKey();
  const { accessToken } = await provider.signIn(key);
  expect(await attest(body, contentType, key, accessToken)).toEqual([status, 'invalid_request']);
});

const json = 'application/json; charset=utf-8';
const list = 'application/statuslist+jwt';
test.each([
  ['/oauth/keys/{jkt}', json],
  ['/oauth/status-lists/0', list],
  ['/oauth/jwks/history', json],
])('sso: %s ignores queries and credentials, and refuses other methods', async (path, mediaType) => {
  const at = path.replace('{jkt}', agent.key.jkt);
  const plain = await provider.send('GET', at);
  expect([plain.status, plain.headers.get('content-type')]).toEqual([200, mediaType]);
  for (const [query, headers] of [
    ['?time=1&time=2', {}],
    [`?${long}`, {}],
    ['', basicHeader(other)],
    ['', { authorization: 'Bearer unknown' }],
    ['', { 'if-none-match': long }],
  ] as const) {
    const response = await provider.send('GET', at + query, { headers });
    expect([query.slice(0, 20), response.status]).toEqual([query.slice(0, 20), 200]);
  }
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const response = await provider.send(method, at, method === 'DELETE' ? {} : { json: {} });
    expect([...outcome(response), response.headers.get('allow')]).toEqual([405, 'invalid_request', 'GET, HEAD']);
  }
});

test.each([
  ['/oauth/keys/', 400],
  ['/oauth/keys/short', 400],
  [`/oauth/keys/${long}`, 400],
  [`/oauth/keys/${'x'.repeat(43)}%00`, 400],
  ['/oauth/keys/%F0%28', 400],
  [`/oauth/keys/${digest}/${digest}`, 404],
  ['/oauth/status-lists/', 400],
  ['/oauth/status-lists/0x0', 400],
  ['/oauth/status-lists/0e0', 400],
  ['/oauth/status-lists/%200', 400],
  ['/oauth/status-lists/1e999', 400],
  [`/oauth/status-lists/${'9'.repeat(9_000)}`, 400],
  ['/oauth/status-lists/0/0', 404],
  ['/oauth/jwks/history/0', 404],
])('sso: %s is refused with %i', async (path, status) => {
  expect(outcome(await provider.send('GET', path))).toEqual([status, status === 400 ? 'invalid_request' : 'not_found']);
});
