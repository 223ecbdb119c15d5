import { expect, test } from 'vitest';
import {
  agentDirectory,
  agentKey,
  agentThumbprint,
  createAgentProvider,
  provider,
  strangerKey,
} from '../../../contract-tests/fixtures/protocol/signing-provider.ts';
import { jwkThumbprint } from '../../protocol/jwk-thumbprint.ts';
import { contentDigest, type SignedComponent, signMessage } from '../../protocol/message-signature.ts';
import { agentDirectoryUrl } from '../../protocol/web-bot-auth.ts';
import { createMemoryReplayStore } from '../dpop/replay-stores.ts';
import { type RequestSignatureOptions, signRequest } from './sign-request.ts';
import { createSignatureVerifier, type SignatureVerifierOptions } from './signature-verifier.ts';

const now = 1_767_225_600;
const url = 'https://notes.example/notes?draft=1';
const options: RequestSignatureOptions = {
  privateKey: agentKey.sign,
  publicJwk: agentKey.jwk,
  signatureAgent: agentDirectory,
  now: now * 1000,
};
const post = (body: string) => new Request(url, { method: 'POST', body });

function start(further: Partial<SignatureVerifierOptions> = {}) {
  const directories = createAgentProvider(() => now);
  const { verify } = createSignatureVerifier({
    trustedDirectories: [`${provider}/`],
    replayStore: createMemoryReplayStore({ now: () => now * 1000 }),
    fetch: directories.fetch,
    now: () => now * 1000,
    ...further,
  });
  return { directories, verify };
}

/** Returns the request with other headers, and otherwise as it was signed. */
function withHeaders(request: Request, changed: Readonly<Record<string, string | null>>): Request {
  const headers = new Headers(request.headers);
  for (const [name, value] of Object.entries(changed)) {
    if (value === null) headers.delete(name);
    else headers.set(name, value);
  }
  return new Request(request, { headers });
}

test.each(['dictionary', 'plain'] as const)(
  'Web Bot Auth: a request signed in the form %s is accepted [S172]',
  async (form) => {
    const { verify } = start();
    const request = await signRequest(post('{"text":"Hello"}'), { ...options, form, nonce: 'n-1' });
    expect(await verify(request)).toEqual({
      ok: true,
      jkt: agentThumbprint,
      provider,
      directory: agentDirectory,
      nonce: 'n-1',
      created: now,
      expires: now + 60,
    });
    expect(await request.text()).toBe('{"text":"Hello"}');
  },
);

test('signRequest: keeps method, URL and headers, and replaces an earlier signature [S172]', async () => {
  const headers = { 'content-type': 'text/plain', signature: 'old=:AA==:', 'signature-input': 'old=()' };
  const request = await signRequest(new Request(url, { method: 'PUT', headers, body: 'note' }), options);
  expect([request.method, request.url, request.headers.get('content-type')]).toEqual(['PUT', url, 'text/plain']);
  expect(request.headers.get('signature-input')).toMatch(/^sig1=\("@authority" /);
  await expect(signRequest(new Request(url), { ...options, signatureAgent: 'agent' })).rejects.toThrow(TypeError);
});

test('SDK: a Node request is verified with its path, raw headers and raw body under baseUrl', async () => {
  const { verify } = start({ baseUrl: 'https://notes.example' });
  const signed = await signRequest(post('note'), options);
  const parts = { method: 'POST', url: '/notes?draft=1', headers: [...signed.headers] };
  expect(await verify({ ...parts, body: 'other' })).toMatchObject({ code: 'bad_content_digest' });
  expect(await verify({ ...parts, body: new TextEncoder().encode('note') })).toMatchObject({ ok: true });
  expect(await verify(parts)).toMatchObject({ code: 'bad_content_digest' });
});

test('SDK: a parsed body, a relative URL and unusable options are TypeErrors [S181]', async () => {
  const { verify } = start();
  const { method, headers } = await signRequest(post('note'), options);
  const parsed: object = { text: 'note' };
  await expect(verify({ method, url, headers, body: parsed as never })).rejects.toThrow(/parsed body/);
  await expect(verify({ method, url: '/notes', headers })).rejects.toThrow(/baseUrl/);
  for (const trustedDirectories of [[], ['http://sso.example'], ['sso.example'], ['https://sso.example/?a']])
    expect(() => start({ trustedDirectories })).toThrow(/trustedDirectories/);
  const none: object = { replayStore: undefined };
  expect(() => start(none)).toThrow(/replayStore is required/);
  expect(() => start({ baseUrl: '/' })).toThrow('baseUrl is "/"');
  expect(() => start({ clockSkew: 61 })).toThrow(/clockSkew/);
});

const withBody = ({ headers }: Request, body: string) => new Request(url, { method: 'POST', headers, body });

const altered: readonly (readonly [string, string, (request: Request) => Request | Promise<Request>])[] = [
  ['without a signature', 'missing_signature', (request) => withHeaders(request, { signature: null })],
  ['with a malformed Signature-Input', 'malformed_signature', (r) => withHeaders(r, { 'signature-input': 'sig1=(' })],
  ['with a malformed Signature', 'malformed_signature', (request) => withHeaders(request, { signature: 'sig1="a"' })],
  ['sent with another method', 'bad_signature', (request) => new Request(request, { method: 'PUT' })],
  ['sent to another URL', 'bad_signature', (request) => new Request(`${url}&all=1`, request)],
  ['sent to another host', 'bad_signature', (request) => new Request('https://other.example/notes?draft=1', request)],
  ['with another body', 'bad_content_digest', (request) => withBody(request, 'other')],
  [
    'with another body and its digest',
    'bad_signature',
    (request) => withHeaders(withBody(request, 'other'), { 'content-digest': contentDigest('other') }),
  ],
  ['without its digest', 'unsupported_component', (request) => withHeaders(request, { 'content-digest': null })],
  ['without Signature-Agent', 'malformed_signature', (request) => withHeaders(request, { 'signature-agent': null })],
  [
    'with a longer lifetime',
    'malformed_signature',
    (request) => replaceInput(request, `expires=${now + 60}`, `expires=${now + 61}`),
  ],
  ['with another nonce', 'bad_signature', (request) => replaceInput(request, 'nonce="', 'nonce="x')],
  ['with another algorithm', 'malformed_signature', (request) => replaceInput(request, 'ed25519', 'hmac-sha256')],
];

function replaceInput(request: Request, from: string, to: string): Request {
  const input = request.headers.get('signature-input') ?? '';
  expect(input).toContain(from);
  return withHeaders(request, { 'signature-input': input.replace(from, to) });
}

test.each(altered)('RFC 9421: a request %s is rejected as %s [S173]', async (_, code, alter) => {
  const { verify } = start();
  const request = await signRequest(post('note'), options);
  expect(await verify(await alter(request.clone()))).toMatchObject({
    ok: false,
    status: 401,
    code,
    headers: { 'Accept-Signature': expect.stringContaining('tag="web-bot-auth"') },
    body: { ok: false, code },
  });
  // A rejected request does not consume its nonce.
  expect(await verify(request)).toMatchObject({ ok: true });
});

test('RFC 9421: a signature by another key than the one of the directory is forged [S173]', async () => {
  const { verify } = start();
  const request = await signRequest(post('note'), { ...options, privateKey: strangerKey.sign });
  expect(await verify(request)).toMatchObject({ ok: false, code: 'bad_signature' });
});

test('RFC 9421: a nonce is accepted once, also for concurrent requests [S174]', async () => {
  const { verify } = start();
  const request = await signRequest(post('note'), options);
  const results = await Promise.all([verify(request.clone()), verify(request.clone()), verify(request)]);
  const replayed = { ok: false, status: 401, code: 'replayed_nonce' };
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  expect(results.filter(({ ok }) => !ok)).toMatchObject([replayed, replayed]);
});

test('RFC 9421: a nonce is stored with its key until the signature expires [S174]', async () => {
  const stored: unknown[] = [];
  const { verify } = start({ replayStore: { once: async (...use) => stored.push(use) > 0 } });
  await verify(await signRequest(new Request(url), { ...options, nonce: 'n-1' }));
  expect(stored).toEqual([[agentThumbprint, 'n-1', now + 60]]);
});

test.each([
  [now - 60, 'expired_signature'],
  [now + 31, 'future_signature'],
])('RFC 9421: a signature created at %i is rejected at 1767225600 as %s [S175]', async (created, code) => {
  const { verify } = start();
  const request = await signRequest(new Request(url), { ...options, now: created * 1000 });
  expect(await verify(request)).toMatchObject({ ok: false, status: 401, code });
});

test.each([
  'https://elsewhere.example',
  'https://sso.example.elsewhere.example',
  'https://sso.example/tenant',
  'http://sso.example',
])('Web Bot Auth: the directory of an agent at %s is not trusted and never read [S177]', async (foreign) => {
  const { verify, directories } = start();
  const signatureAgent = agentDirectoryUrl(foreign, agentThumbprint);
  const request = await signRequest(new Request(url), { ...options, signatureAgent });
  expect(await verify(request)).toMatchObject({ ok: false, status: 401, code: 'untrusted_directory' });
  expect(directories.requestedUrls).toEqual([]);
});

test('Web Bot Auth: an agent cannot name the directory of another agent [S177]', async () => {
  const { verify, directories } = start();
  const request = await signRequest(new Request(url), {
    ...options,
    privateKey: strangerKey.sign,
    publicJwk: strangerKey.jwk,
  });
  expect(await verify(request)).toMatchObject({ ok: false, code: 'untrusted_directory' });
  expect(directories.requestedUrls).toEqual([]);
});

test('SDK: content above maxContentLength is 413, and the content of the limit is accepted [S182]', async () => {
  const { verify } = start({ maxContentLength: 4 });
  expect(await verify(await signRequest(post('12345'), options))).toMatchObject({
    status: 413,
    code: 'content_too_large',
  });
  expect(await verify(await signRequest(post('1234'), options))).toMatchObject({ ok: true });
});

test('SDK: a replay store that fails is 503 unavailable [S180]', async () => {
  const { verify } = start({ replayStore: { once: () => Promise.reject(new Error('disk full')) } });
  expect(await verify(await signRequest(new Request(url), options))).toMatchObject({
    status: 503,
    code: 'unavailable',
  });
});

const agent = { identifier: '"signature-agent";key="sig1"', value: `"${agentDirectory}";type=jwks_uri` };
const components: readonly SignedComponent[] = [
  { identifier: '"@authority"', value: 'notes.example' },
  { identifier: '"@method"', value: 'POST' },
  { identifier: '"@target-uri"', value: url },
  agent,
  { identifier: '"content-digest"', value: contentDigest('note') },
];

/** Signs a request over components of the test's choice. */
async function signed(covered: readonly SignedComponent[], headers: Readonly<Record<string, string>> = {}) {
  const keyid = jwkThumbprint(agentKey.jwk);
  const parameters = { created: now, expires: now + 60, nonce: 'n', keyid, alg: 'ed25519', tag: 'web-bot-auth' };
  const { signatureInput, signature } = await signMessage('sig1', covered, parameters, agentKey.sign);
  return withHeaders(post('note'), {
    'signature-agent': `sig1=${agent.value}`,
    'content-digest': contentDigest('note'),
    'signature-input': signatureInput,
    signature,
    ...headers,
  });
}

test('RFC 9421: the signature must cover every component that identifies the request [S176]', async () => {
  for (const { identifier } of components) {
    const { verify } = start();
    const request = await signed(components.filter((component) => component.identifier !== identifier));
    expect([identifier, await verify(request)]).toMatchObject([identifier, { ok: false, code: 'missing_component' }]);
  }
  expect(await start().verify(await signed(components))).toMatchObject({ ok: true });
});

test('RFC 9421: further derived components and fields may be covered [S176]', async () => {
  const further = [
    { identifier: '"@scheme"', value: 'https' },
    { identifier: '"@path"', value: '/notes' },
    { identifier: '"@query"', value: '?draft=1' },
    { identifier: '"accept"', value: 'text/html, text/plain' },
  ];
  const request = await signed([...components, ...further], { accept: ' text/html, text/plain ' });
  expect(await start().verify(request)).toMatchObject({ ok: true });
});

test('RFC 9421: a parameter does not make a component count as covered [S176]', async () => {
  const sha512 = 'sha-512=:AA==:';
  const covered = [...components.slice(0, -1), { identifier: '"content-digest";key="sha-512"', value: ':AA==:' }];
  const request = await signed(covered, { 'content-digest': `${sha512}, ${contentDigest('note')}` });
  expect(await start().verify(request)).toMatchObject({ ok: false, code: 'missing_component' });
  const bytes = await signed([...components, { identifier: '"accept";bs', value: ':AA==:' }], { accept: 'a' });
  expect(await start().verify(bytes)).toMatchObject({ ok: false, code: 'unsupported_component' });
});

test('Web Bot Auth: a Signature-Agent of another type than jwks_uri is malformed', async () => {
  const card = { ...agent, value: `"${agentDirectory}";type=card` };
  const covered = components.map((component) => (component === agent ? card : component));
  const request = await signed(covered, { 'signature-agent': `sig1=${card.value}` });
  expect(await start().verify(request)).toMatchObject({ ok: false, code: 'malformed_signature' });
});

test('Web Bot Auth: two signatures with the tag of agents are malformed', async () => {
  const request = await signed(components);
  const twice = (name: string) => {
    const value = request.headers.get(name) ?? '';
    return `${value}, ${value.replace('sig1', 'sig2')}`;
  };
  const both = { 'signature-input': twice('signature-input'), signature: twice('signature') };
  expect(await start().verify(withHeaders(request, both))).toMatchObject({ ok: false, code: 'malformed_signature' });
});

test('RFC 9421 §2: a component that is covered twice is malformed [S176]', async () => {
  expect(await start().verify(await signed([...components, agent]))).toMatchObject({ code: 'malformed_signature' });
});
