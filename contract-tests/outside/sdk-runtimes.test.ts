import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transform, build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as DpopEntry from '../../src/client/entries/dpop.ts';
import type * as HttpSignaturesEntry from '../../src/client/entries/http-signatures.ts';
import type * as WebhooksEntry from '../../src/client/entries/webhooks.ts';
import {
  accessTokenClaims,
  accessTokenHeader,
  createSigningProvider,
  issuer,
  now,
  createAgentProvider,
  agentDirectory,
  agentKey,
  agentThumbprint,
  provider as agentsProvider,
} from '../fixtures/protocol/signing-provider.ts';
import { buildRequest, validRequest, requestDefects } from '../fixtures/protocol/request-defects.ts';
import { compileOutside, installOutside, type OutsideProject, entryNames, packSdk } from '../fixtures/sdk-package.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { createContext, runInContext } from 'node:vm';

/** The globals of edge runtimes (WinterTC minimum common API) that the package uses; none of Node. */
const globals = {
  AbortController,
  AbortSignal,
  atob,
  btoa,
  clearTimeout,
  crypto,
  CryptoKey,
  DOMException,
  fetch,
  Headers,
  Request,
  Response,
  setTimeout,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
};

/** Bundles a module as for an edge runtime, and runs it without `process`, `Buffer` and `require`. */
export async function importInEdgeRuntime<Module>(path: string): Promise<Module> {
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'imported',
    platform: 'neutral',
    target: 'es2022',
  });
  return runInContext(`${outputFiles.map(({ text }) => text).join('')}; imported`, createContext({ ...globals }));
}

const sdk = useStarted(packSdk);

const program = `
import { createSsoClient, unwrap as a, type AuthorizeResponse } from '@platform/sdk/sso';
import { createForumClient, dpopMiddleware } from '@platform/sdk/forum';
import { createBackendClient } from '@platform/sdk/backend';
import { createNotificationsClient, idempotencyMiddleware } from '@platform/sdk/notifications';
import { SsoClient, createDpopKeypair, createDpopProof, jwkThumbprint, RefreshError } from '@platform/sdk/sso-client';
import { createMemoryReplayStore, createRequestVerifier, verificationErrorCodes } from '@platform/sdk/dpop';
import { createAccessTokenVerifier } from '@platform/sdk/access-token';
import { verifyWebhook } from '@platform/sdk/webhooks';
import { createMockBridge } from '@platform/sdk/miniapp-bridge';
import vectors from '@platform/sdk/webhooks/vectors.json' with { type: 'json' };

const keypair = await createDpopKeypair();
const sso: SsoClient = new SsoClient({ ssoBaseUrl: 'https://sso.example/', providerAddress: '0'.repeat(32), dpop: { keypair } });
const verify = createRequestVerifier({ issuer: 'https://sso.example', audience: 'any-application', replayStore: createMemoryReplayStore() });
const url = 'https://notes.example/';
const dpop: string = await createDpopProof({ keypair, method: 'GET', url, accessToken: 'a.b.c' });
const verifyToken = createAccessTokenVerifier({ issuer: 'https://sso.example', audience: '0'.repeat(32) });
const token = await verifyToken(new Request(url));
const refused = await verify(new Request(url, { headers: { dpop, authorization: 'DPoP a.b.c' } }));
const [vector] = vectors.vectors;
if (vector === undefined) throw new Error('no vector');
const webhook = verifyWebhook({ rawBody: vector.body, headers: vector.headers, publicKey: vector.publicKey, now: vector.now * 1000 });
const bridge = createMockBridge({ responses: { 'notifications:permission.request': () => ({ status: 'granted' }) } });
const permission = await bridge.request('notifications:permission.request', {});
const clients = [createSsoClient, createForumClient, createBackendClient, createNotificationsClient].map((make) =>
  typeof make({ baseUrl: 'https://x.example', middleware: [idempotencyMiddleware()] }));
const link = (response: AuthorizeResponse): string => response.deep_link;
console.log(JSON.stringify({
  subject: sso.getSubject(),
  refused: refused.ok ? 'accepted' : refused.code,
  token: token.ok ? token.sub : token.headers['WWW-Authenticate'],
  known: verificationErrorCodes.includes('jkt_mismatch'),
  webhook: webhook.ok ? webhook.event.status : webhook.code,
  permission: permission.status,
  clients,
  helpers: [typeof link, typeof a, typeof dpopMiddleware, typeof RefreshError, jwkThumbprint(keypair.publicJwk).length],
}));
`;

/** Output of the program. */
const printed = {
  subject: null,
  refused: 'malformed_access_token',
  token: 'Bearer scope="openid"',
  known: true,
  webhook: 'delivered',
  permission: 'granted',
  clients: ['object', 'object', 'object', 'object'],
  helpers: ['function', 'function', 'function', 'function', 43],
};

/** Programs of npm that run the package. */
const arm = process.arch === 'arm64';
const runtimes = {
  'node-20': `npm:node-linux-${process.arch}@20`,
  'node-22': `npm:node-linux-${process.arch}@22`,
  'node-24': `npm:node-linux-${process.arch}@24`,
  // Without AVX2, which not every machine has.
  bun: arm ? 'npm:@oven/bun-linux-aarch64@1.4.5' : 'npm:@oven/bun-linux-x64-baseline@1.4.5',
  deno: arm ? 'npm:@deno/linux-arm64-glibc@2.9.5' : 'npm:@deno/linux-x64-glibc@2.9.6',
};
let project: OutsideProject;
beforeAll(async () => {
  const types = { typescript: '7.0', '@types/node': '20' };
  project = await installOutside({ '@platform/sdk': `file:${sdk.tarball}`, react: '19', ...types, ...runtimes });
});
afterAll(() => project.remove());
const nodes = [20, 22, 24].map((version) => `./node_modules/node-${version}/bin/node`);

test('SDK package: a server without the types of React and browsers checks a program and every entry for servers strictly [S319]', async () => {
  const servers = entryNames.filter((name) => !/-react$|^testing$/.test(name));
  await writeFile(join(project.folder, 'main.mts'), program);
  await writeFile(
    join(project.folder, 'entries.mts'),
    servers.map((name) => `import '@platform/sdk/${name}';\n`).join(''),
  );
  const options = { module: 'nodenext', lib: ['es2023'], types: ['node'], resolveJsonModule: true };
  expect(await compileOutside(project, 'typescript', ['main.mts', 'entries.mts'], options)).toBe('');
});

test('SDK package: a program runs with Node 20, 22 and 24 [S314]', async () => {
  // Node 20 cannot run TypeScript.
  const { code } = await transform(program, { loader: 'ts', target: 'esnext' });
  for (const node of nodes) {
    expect([node, JSON.parse(await project.run('main.mjs', code, [node, '--no-warnings']))]).toEqual([node, printed]);
  }
});

/** Verifies requests and webhooks as a server does. */
const verifiers = `
import { createMemoryReplayStore, createRequestVerifier } from '@platform/sdk/dpop';
import { createAccessTokenVerifier } from '@platform/sdk/access-token';
import { createDpopKeypair, createDpopProof, jwkThumbprint } from '@platform/sdk/sso-client';
import { verifyWebhook } from '@platform/sdk/webhooks';
import { createTestProvider, signWebhook } from '@platform/sdk/testing-server';

const provider = createTestProvider();
const { ssoBaseUrl: issuer, providerAddress: audience, fetch } = provider;
const options = { issuer, audience, fetch, replayStore: createMemoryReplayStore() };
const url = 'https://notes.example/';
const bearer = async (token) => (await createAccessTokenVerifier(options)(new Request(url, { headers: { authorization: 'Bearer ' + token } })));
const keypair = await createDpopKeypair();
const accessToken = await provider.accessToken({ jkt: jwkThumbprint(keypair.publicJwk) });
const dpop = await createDpopProof({ keypair, method: 'GET', url, accessToken });
const signed = new Request(url, { headers: { authorization: 'DPoP ' + accessToken, dpop } });
const verify = createRequestVerifier(options);
const event = { notificationId: 'ntf_1', status: 'delivered', sessionAddress: 'a', test: false, timestamp: new Date().toISOString() };
console.log(JSON.stringify([
  (await bearer(await provider.accessToken())).ok, (await bearer(accessToken)).code, (await bearer('a.b.c')).code,
  (await verify(signed)).ok, (await verify(signed)).code,
  verifyWebhook(signWebhook({ event })).ok,
]));
`;

test.each([
  ['Bun', './node_modules/bun/bin/bun', 'run'],
  ['Deno', './node_modules/deno/deno', 'run', '--no-config', '--node-modules-dir=manual'],
])('SDK package: %s verifies access tokens, DPoP requests and webhooks', async (_, ...command) => {
  expect(JSON.parse(await project.run('verifiers.mjs', verifiers, command))).toEqual([
    true,
    'bound_access_token',
    'malformed_access_token',
    true,
    'replayed_proof_jti',
    true,
  ]);
});

test('SDK package: CommonJS requires every entry with Node 20, 22 and 24, also where require loads no ES modules [S314]', async () => {
  const script = `
const { SsoClient, UnavailableError } = require('@platform/sdk/sso-client');
const dpop = require('@platform/sdk/dpop');
const { createTestProvider, signWebhook, createMockBridge } = require('@platform/sdk/testing');
const { BridgeError } = require('@platform/sdk/miniapp-bridge');
const { verifyPaymentWebhook } = require('@platform/sdk/webhooks');
for (const name of ${JSON.stringify(entryNames)}) require('@platform/sdk/' + name);
(async () => {
  const { ssoBaseUrl, providerAddress, fetch, approve } = createTestProvider();
  const sso = new SsoClient({ ssoBaseUrl, providerAddress, fetch });
  const { deep_link, polling_code } = await sso.generateDeeplink();
  approve(deep_link);
  await sso.exchangeToken((await sso.pollAuth(polling_code)).authorization_code);
  const error = await createMockBridge({ timeout: 1 }).request('notifications:permission.request', {}).catch((reason) => reason);
  console.log(JSON.stringify([
    sso.getSubject().length, UnavailableError === dpop.UnavailableError, error instanceof BridgeError,
    verifyPaymentWebhook(signWebhook({ event: { invoice: '1', recipient: 'r', status: 'failed' } })).ok,
  ]));
})();`;
  for (const node of nodes) {
    const flags = ['--no-warnings', ...(node.includes('24') ? [] : ['--no-experimental-require-module'])];
    expect([node, JSON.parse(await project.run('main.cjs', script, [node, ...flags]))]).toEqual([
      node,
      [32, true, true, true],
    ]);
  }
});

const builds = {
  'for Node': <Module>(name: string): Promise<Module> => import(join(sdk.built, `${name}.js`)),
  'that is portable, where nothing of Node is': <Module>(name: string) =>
    importInEdgeRuntime<Module>(join(sdk.built, `${name}.js`)),
};

describe.each(Object.entries(builds))('the build %s', (_, load) => {
  test('SDK build: verifies the published webhook vectors [S324]', async () => {
    const { verifyWebhook } = await load<typeof WebhooksEntry>('webhooks');
    const { vectors } = JSON.parse(await readFile(join(sdk.built, 'webhooks/vectors.json'), 'utf8'));
    for (const { body: rawBody, headers, publicKey, previousPublicKey, now: at, expected } of vectors) {
      const options = { rawBody, headers, publicKey, previousPublicKey, now: at * 1000 };
      expect(verifyWebhook(options)).toMatchObject(expected);
    }
  });

  test('SDK build: rejects every defect of a DPoP request with its code [S324]', async () => {
    const { createMemoryReplayStore, createRequestVerifier } = await load<typeof DpopEntry>('dpop');
    const provider = await createSigningProvider();
    const verifier = () =>
      createRequestVerifier({
        issuer,
        audience: 'any-application',
        keys: provider.keys,
        now: () => now * 1000,
        replayStore: createMemoryReplayStore({ now: () => now * 1000 }),
      });
    const good = await buildRequest(validRequest, provider);
    expect(await verifier()(good)).toMatchObject({ ok: true });
    for (const { code, apply } of requestDefects) {
      const draft = apply(validRequest);
      const verify = verifier();
      if (draft.used) await verify(good);
      expect(await verify(await buildRequest(draft, provider))).toMatchObject({ ok: false, status: 401, code });
    }
  });

  test('SDK build: accepts a request that it signed, and rejects another body [S324]', async () => {
    const { createMemoryReplayStore, createSignatureVerifier, signRequest } =
      await load<typeof HttpSignaturesEntry>('http-signatures');
    const { verify } = createSignatureVerifier({
      trustedDirectories: [agentsProvider],
      replayStore: createMemoryReplayStore(),
      fetch: createAgentProvider(() => Date.now() / 1000).fetch,
    });
    const request = new Request('https://notes.example/', { method: 'POST', body: 'note' });
    const { sign: privateKey, jwk: publicJwk } = agentKey;
    const signed = await signRequest(request, { privateKey, publicJwk, signatureAgent: agentDirectory });
    const altered = new Request('https://notes.example/', { method: 'POST', headers: signed.headers, body: 'other' });
    expect(await verify(altered)).toMatchObject({ ok: false, code: 'bad_content_digest' });
    expect(await verify(signed)).toMatchObject({ ok: true, jkt: agentThumbprint });
  });

  test('SDK build: accepts a proof that it created with a new key [S324]', async () => {
    const { createDpopKeypair, createDpopProof, createMemoryReplayStore, jwkThumbprint, verifyRequest } =
      await load<typeof DpopEntry>('dpop');
    const keypair = await createDpopKeypair();
    const jkt = jwkThumbprint(keypair.publicJwk);
    const provider = await createSigningProvider();
    const issuedAt = Math.floor(Date.now() / 1000);
    const claims = { ...accessTokenClaims, iat: issuedAt, exp: issuedAt + 900, cnf: { jkt } };
    const accessToken = await provider.token(accessTokenHeader, claims);
    const url = 'https://notes.example/';
    const dpop = await createDpopProof({ keypair, method: 'GET', url, accessToken });
    const request = new Request(url, { headers: { authorization: `DPoP ${accessToken}`, dpop } });
    const audience = accessTokenClaims.client_id;
    const options = { issuer, audience, keys: provider.keys, replayStore: createMemoryReplayStore() };
    expect(await verifyRequest(request, options)).toMatchObject({ ok: true, jkt, sub: accessTokenClaims.sub });
  });
});
