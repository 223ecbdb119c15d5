import { expect, test } from 'vitest';
import { agentKey } from '../../contract-tests/fixtures/protocol/agent-provider.ts';
import { utf8 } from './bytes.ts';
import { agentDirectoryUrl, type AgentRequest, signAgentRequest, signDirectory } from './web-bot-auth.ts';

const request: AgentRequest = {
  method: 'GET',
  url: new URL('https://notes.example/notes?draft=1#top'),
  ...agentKey,
  signatureAgent: 'https://sso.example/directory',
  form: 'dictionary',
  now: 1_767_225_600.9,
  nonce: 'n',
};

test.each([
  ['dictionary', 'sig1="https://sso.example/directory";type=jwks_uri', '"signature-agent";key="sig1"'],
  ['plain', '"https://sso.example/directory"', '"signature-agent"'],
] as const)('Web Bot Auth: in the form %s, Signature-Agent is %s', async (form, field, component) => {
  const fields = await signAgentRequest({ ...request, form });
  expect(fields['signature-agent']).toBe(field);
  expect(fields['signature-input']).toContain(`("@authority" "@method" "@target-uri" ${component});`);
});

test('Web Bot Auth: a signature lasts 60 seconds and names key, algorithm, nonce and tag', async () => {
  const { 'signature-input': input } = await signAgentRequest(request);
  expect(input).toMatch(
    /;created=1767225600;expires=1767225660;nonce="n";keyid="[\w-]{43}";alg="ed25519";tag="web-bot-auth"$/,
  );
});

test('RFC 9530 §2: the digest of the body is sent and signed; without a body there is none', async () => {
  expect(Object.keys(await signAgentRequest(request))).not.toContain('content-digest');
  const fields = await signAgentRequest({ ...request, body: utf8('note') });
  expect(fields['content-digest']).toMatch(/^sha-256=:/);
  expect(fields['signature-input']).toContain(' "content-digest");');
});

test('Web Bot Auth: the response of a directory is signed for the authority of its request', async () => {
  const { jwk, sign } = agentKey;
  const fields = await signDirectory({
    authority: 'sso.example',
    body: '{}',
    jwk,
    sign,
    now: 1_767_225_600.9,
    nonce: 'n',
  });
  expect(fields['signature-input']).toMatch(
    /^sig1=\("@authority";req "content-digest"\);created=1767225600;expires=1767225660;nonce="n";keyid="[\w-]{43}";alg="ed25519";tag="http-message-signatures-directory"$/,
  );
});

test('Web Bot Auth: the directory of an agent is below the provider, with or without a trailing slash', () => {
  for (const provider of ['https://sso.example', 'https://sso.example/'])
    expect(agentDirectoryUrl(provider, 'k')).toBe(
      'https://sso.example/agents/k/.well-known/http-message-signatures-directory',
    );
});
