import { createHash, createPublicKey, verify as verifySignature } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, test, vi } from 'vitest';
import { verify } from 'web-bot-auth';
import { verifierFromJWK } from 'web-bot-auth/crypto';
import {
  agentDirectoryUrl,
  createDpopKeypair,
  createMemoryReplayStore,
  createSignatureVerifier,
  headerPairs,
  jwkThumbprint,
  type SignatureVerifier,
  signRequest,
} from '../../src/client/entries/http-signatures.ts';
import { useToolkit } from '../fixtures/cli/executables.ts';
import { enrolOwner, type Owner, testProvider, urlOf } from '../fixtures/identity.ts';
import { deletePlatformData, startPlatform } from '../fixtures/platform.ts';
import { revocationLimit } from '../fixtures/http.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { newKey } from '../fixtures/protocol/keys.ts';

// Requests that the toolkit signs, the provider's directories (draft-meunier-webbotauth-httpsig-directory-00), and the
// verifier of another project (web-bot-auth 0.1.3).
const toolkit = useToolkit();
const service = 'https://service.test/articles?page=2';
const directoryPath = '/.well-known/http-message-signatures-directory';
const platform = useStarted(() => startPlatform({ services: ['sso'] }), deletePlatformData);
let owner: Owner;
let sso: string;
let state: string;
let jkt: string;
let env: Readonly<Record<string, string>>;
let verifier: SignatureVerifier;
beforeAll(async () => {
  sso = urlOf(platform, 'sso');
  env = { SSO_BASE_URL: sso, PLATFORM_PROVIDER_ADDRESS: await testProvider(platform) };
  verifier = createSignatureVerifier({ trustedDirectories: [sso], replayStore: createMemoryReplayStore() });
  owner = await enrolOwner(platform);
  state = toolkit.scratch();
  const { json } = await run('agent-id-core', 'auth', '--agent-name', 'Crawler');
  await owner.decide(String(json['deepLink']), 'approve');
  jkt = String((await run('agent-id-core', 'bind', '--poll-interval-ms', '100')).json['jkt']);
});

const run = (name: 'agent-id-core' | 'agent-id-auth', ...args: readonly string[]) =>
  toolkit.run(name, [...args, '--state-dir', state], { env });

interface DirectoryJwk extends Readonly<Record<string, string>> {
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
  readonly kid: string;
}

async function readDirectory(url: string) {
  const response = await fetch(url);
  const body = await response.text();
  const { keys } = JSON.parse(body) as { readonly keys: readonly DirectoryJwk[] };
  return { response, body, keys };
}

/** Verifies a signature over lines that the test builds itself. */
function verifies(jwk: DirectoryJwk, lines: readonly string[], input: string, signature: string): boolean {
  const params = input.slice(input.indexOf('=') + 1);
  const base = [...lines, `"@signature-params": ${params}`].join('\n');
  const bytes = Buffer.from(/^sig1=:(.+):$/.exec(signature)?.[1] ?? '', 'base64');
  return verifySignature(null, Buffer.from(base), createPublicKey({ key: { ...jwk }, format: 'jwk' }), bytes);
}

async function signedHeaders(...flags: readonly string[]) {
  const { json } = await run('agent-id-auth', 'header', '--url', service, ...flags);
  expect(json['ok']).toBe(true);
  return {
    'signature-agent': String(json['signatureAgent']),
    'signature-input': String(json['signatureInput']),
    signature: String(json['signature']),
  };
}

test('Web Bot Auth: the package web-bot-auth verifies auth header --signature plain with the key of the directory', async () => {
  const headers = await signedHeaders('--signature', 'plain');
  const directory = JSON.parse(headers['signature-agent']) as string;
  expect(directory).toBe(`${sso}/agents/${jkt}${directoryPath}`);
  const [key] = (await readDirectory(directory)).keys;
  expect(key?.kid).toBe(jkt);
  const ofKey = await verifierFromJWK({ ...key, kty: 'OKP' });
  await expect(verify(new Request(service, { headers }), ofKey)).resolves.toBeUndefined();
  const other = new Request('https://elsewhere.test/articles?page=2', { headers });
  await expect(verify(other, ofKey)).rejects.toThrow();
});

test('SDK http-signatures: the package web-bot-auth verifies a request that signRequest signs in the plain form', async () => {
  const keypair = await createDpopKeypair();
  const signatureAgent = agentDirectoryUrl(sso, jwkThumbprint(keypair.publicJwk));
  const request = new Request(service, { method: 'POST', body: 'Hello' });
  const signed = await signRequest(request, { ...keypair, signatureAgent, form: 'plain' });
  const ofKey = await verifierFromJWK({ ...keypair.publicJwk });
  await expect(verify(signed, ofKey)).resolves.toBeUndefined();
  await expect(verify(new Request(signed, { method: 'PUT' }), ofKey)).rejects.toThrow();
});

test.each(['--signature', '--signature=plain'])(
  'SDK http-signatures: a request with auth header %s is accepted once, and not at another URL',
  async (flag) => {
    const headers = await signedHeaders(flag);
    const elsewhere = new Request('https://elsewhere.test/articles?page=2', { headers });
    expect(await verifier.verify(elsewhere)).toMatchObject({ ok: false, code: 'bad_signature' });
    const request = new Request(service, { headers });
    expect(await verifier.verify(request)).toMatchObject({ ok: true, jkt, provider: sso });
    expect(await verifier.verify(request)).toMatchObject({ ok: false, code: 'replayed_nonce' });
  },
);

test('draft-ietf-webbotauth-httpsig-protocol-00: --signature covers the labelled member of Signature-Agent', async () => {
  const headers = await signedHeaders('--signature');
  const directory = `${sso}/agents/${jkt}${directoryPath}`;
  expect(headers['signature-agent']).toBe(`sig1="${directory}";type=jwks_uri`);
  const input = headers['signature-input'];
  const [, created, expires] = /;created=(\d+);expires=(\d+);nonce="[^"]{80,}";/.exec(input) ?? [];
  expect(Number(expires) - Number(created)).toBe(60);
  expect(input).toContain(`;keyid="${jkt}";alg="ed25519";tag="web-bot-auth"`);
  const [key] = (await readDirectory(directory)).keys;
  const lines = [
    '"@authority": service.test',
    '"@method": GET',
    `"@target-uri": ${service}`,
    `"signature-agent";key="sig1": "${directory}";type=jwks_uri`,
  ];
  expect(key && verifies(key, lines, input, headers.signature)).toBe(true);
  expect(
    key && verifies(key, [...lines.slice(0, 1), '"@method": POST', ...lines.slice(2)], input, headers.signature),
  ).toBe(false);
});

test.each(['agent', 'provider'])(
  'sso getAgentDirectory, getProviderDirectory: the directory of the %s is signed by the key of the provider',
  async (whose) => {
    const { response, body, keys } = await readDirectory(
      sso + (whose === 'agent' ? `/agents/${jkt}` : '') + directoryPath,
    );
    expect(response.headers.get('content-type')).toMatch(/^application\/http-message-signatures-directory\+json/);
    expect(response.headers.get('cache-control')).toBe('public, max-age=5');
    expect(keys).toMatchObject([{ kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: 'EdDSA' }]);
    const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
    expect(response.headers.get('content-digest')).toBe(digest);
    const [key] = (await readDirectory(sso + directoryPath)).keys;
    const input = response.headers.get('signature-input') ?? '';
    expect(input).toContain(`;keyid="${key?.kid}";alg="ed25519";tag="http-message-signatures-directory"`);
    const lines = [`"@authority";req: ${new URL(sso).host}`, `"content-digest": ${digest}`];
    expect(key && verifies(key, lines, input, response.headers.get('signature') ?? '')).toBe(true);
  },
);

test('sso getAgentCard: the card names agent, provider, owner and directory, and any origin may read it', async () => {
  const response = await fetch(`${sso}/agents/${jkt}`, { headers: { origin: 'https://service.test' } });
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  expect(await response.json()).toEqual({
    client_name: 'Crawler',
    provider: sso,
    owner: owner.sub,
    status: 'active',
    jwks_uri: `${sso}/agents/${jkt}${directoryPath}`,
  });
});

test('RFC 9530: call --signature covers the digest of the body, and a proof and a signature are sent together', async () => {
  const received: { headers: IncomingHttpHeaders; rawHeaders: string[]; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += String(part)));
    request.on('end', () => {
      received.push({ headers: request.headers, rawHeaders: request.rawHeaders, body });
      response.end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/notes`;
  await run('agent-id-auth', 'call', '--url', url, '--method', 'POST', '--body', '{"text":"Hello"}', '--signature');
  server.close();
  const [{ headers, rawHeaders, body } = { headers: {}, rawHeaders: [], body: '' }] = received;
  expect(headers).toMatchObject({ authorization: expect.stringMatching(/^DPoP /), dpop: expect.any(String) });
  const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
  expect([body, headers['content-digest']]).toEqual(['{"text":"Hello"}', digest]);
  const directory = `${sso}/agents/${jkt}${directoryPath}`;
  const [key] = (await readDirectory(directory)).keys;
  const lines = [
    `"@authority": ${new URL(url).host}`,
    '"@method": POST',
    `"@target-uri": ${url}`,
    `"signature-agent";key="sig1": "${directory}";type=jwks_uri`,
    `"content-digest": ${digest}`,
  ];
  expect(key && verifies(key, lines, String(headers['signature-input']), String(headers['signature']))).toBe(true);
  const sent = { method: 'POST', url, headers: headerPairs(rawHeaders) };
  expect(await verifier.verify({ ...sent, body: '{}' })).toMatchObject({ ok: false, code: 'bad_content_digest' });
  expect(await verifier.verify({ ...sent, body })).toMatchObject({ ok: true, jkt });
});

test.each(['', directoryPath])(
  'sso: an unknown agent has no card and no directory (%s), and a malformed key is 400',
  async (path) => {
    expect((await fetch(`${sso}/agents/${newKey().jkt}${path}`)).status).toBe(404);
    expect((await fetch(`${sso}/agents/short${path}`)).status).toBe(400);
  },
);

test.each([['--signature=other'], ['--signature=']])('auth header: %s is invalid_flag', async (flag) => {
  const { json } = await run('agent-id-auth', 'header', '--url', service, flag);
  expect(json).toMatchObject({ ok: false, code: 'invalid_flag' });
});

test('sso getAgentDirectory: a revoked agent has no card and no directory within 5 seconds', async () => {
  await owner.sso.revokeConnectedClient({ path: { clientId: env['PLATFORM_PROVIDER_ADDRESS'] ?? '' } });
  await vi.waitFor(
    async () => {
      for (const path of ['', directoryPath]) expect((await fetch(`${sso}/agents/${jkt}${path}`)).status).toBe(404);
    },
    { timeout: revocationLimit, interval: 250 },
  );
  // The verifier has cached the directory for 5 seconds at most.
  const result = () =>
    signedHeaders('--signature').then((headers) => verifier.verify(new Request(service, { headers })));
  await vi.waitFor(async () => expect(await result()).toMatchObject({ ok: false, code: 'unknown_agent' }), {
    timeout: 2 * revocationLimit,
    interval: 250,
  });
});
