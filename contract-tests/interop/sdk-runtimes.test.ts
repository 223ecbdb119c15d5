import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { transform } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installedNodes } from '../fixtures/cli/installed-nodes.ts';
import type * as DpopEntry from '../../src/client/entries/dpop.ts';
import type * as HttpSignaturesEntry from '../../src/client/entries/http-signatures.ts';
import type * as WebhooksEntry from '../../src/client/entries/webhooks.ts';
import {
  accessTokenClaims,
  accessTokenHeader,
  createSigningProvider,
  issuer,
  now,
} from '../fixtures/protocol/signing-provider.ts';
import { buildRequest, validRequest, requestDefects } from '../fixtures/protocol/request-defects.ts';
import {
  createAgentProvider,
  agentDirectory,
  agentKey,
  agentThumbprint,
  provider as agentsProvider,
} from '../fixtures/protocol/agent-provider.ts';
import { importInEdgeRuntime } from '../fixtures/edge-runtime.ts';
import { compile, type PackedSdk, packSdk, projectWithSdk } from '../fixtures/sdk-package.ts';

const run = promisify(execFile);

let sdk: PackedSdk;
beforeAll(async () => {
  sdk = await packSdk();
});
afterAll(() => rm(sdk.folder, { recursive: true, force: true }));

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
  token: 'Bearer',
  known: true,
  webhook: 'delivered',
  permission: 'granted',
  clients: ['object', 'object', 'object', 'object'],
  helpers: ['function', 'function', 'function', 'function', 43],
};

test('SDK package: an empty project installs it, compiles against it and runs it on every installed Node', async () => {
  const project = await projectWithSdk(sdk, 'esm', ['@types/node', 'undici-types']);
  await writeFile(join(project, 'main.mts'), program);
  const base = { target: 'es2022', resolveJsonModule: true };
  expect(await compile(project, ['main.mts'], { ...base, module: 'nodenext', lib: ['es2024'], types: ['node'] })).toBe(
    '',
  );
  expect(
    await compile(project, ['main.mts'], {
      ...base,
      module: 'nodenext',
      lib: ['es2024', 'dom', 'dom.iterable'],
      types: [],
    }),
  ).toBe('');
  expect(
    await compile(project, ['main.mts'], {
      ...base,
      module: 'esnext',
      moduleResolution: 'bundler',
      lib: ['es2024', 'dom'],
      types: [],
    }),
  ).toBe('');
  // Node 20 cannot run TypeScript.
  const { code } = await transform(program, { loader: 'ts', target: 'esnext' });
  await writeFile(join(project, 'main.mjs'), code);
  for (const [version, node] of installedNodes) {
    const { stdout } = await run(node, ['--no-warnings', 'main.mjs'], { cwd: project });
    expect([version, JSON.parse(stdout)]).toEqual([version, printed]);
  }
});

test('SDK package: CommonJS requires every entry on every installed Node; its entries share classes', async () => {
  const project = await projectWithSdk(sdk, 'cjs', ['react', '@types/node', 'undici-types', '@types/react', 'csstype']);
  const script = `
const { SsoClient, UnavailableError } = require('@platform/sdk/sso-client');
const dpop = require('@platform/sdk/dpop');
const { createTestProvider, signWebhook, createMockBridge } = require('@platform/sdk/testing');
const { BridgeError } = require('@platform/sdk/miniapp-bridge');
const { verifyPaymentWebhook } = require('@platform/sdk/webhooks');
const { entries } = process.env;
for (const name of entries.split(' ')) require('@platform/sdk/' + name);
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
  await writeFile(join(project, 'main.cjs'), script);
  const manifest: { readonly exports: object } = JSON.parse(await readFile(join(sdk.built, 'package.json'), 'utf8'));
  const entries = Object.keys(manifest.exports).filter((name) => !name.endsWith('.json'));
  const env = { ...process.env, entries: entries.map((name) => name.slice(2)).join(' ') };
  for (const [version, node] of installedNodes) {
    const { stdout } = await run(node, ['--no-warnings', '--no-experimental-require-module', 'main.cjs'], {
      cwd: project,
      env,
    }).catch(() => run(node, ['--no-warnings', 'main.cjs'], { cwd: project, env }));
    expect([version, JSON.parse(stdout)]).toEqual([version, [32, true, true, true]]);
  }
});

test('SDK package: TypeScript compiles a CommonJS program with the resolutions node16 and node10', async () => {
  const project = await projectWithSdk(sdk, 'cjs-types', ['@types/node', 'undici-types']);
  const source = `
import { SsoClient } from '@platform/sdk/sso-client';
import { verifyWebhook } from '@platform/sdk/webhooks';
import { createForumClient } from '@platform/sdk/forum';
export const subject: string | null = new SsoClient({ ssoBaseUrl: 'https://sso.example', providerAddress: '0' }).getSubject();
export const functions: readonly unknown[] = [verifyWebhook, createForumClient];
// @ts-expect-error: the declarations are found, so a wrong option is an error.
export const wrong = new SsoClient({ ssoBaseUrl: 1 });
`;
  await writeFile(join(project, 'main.cts'), source);
  await writeFile(join(project, 'node10.ts'), source);
  const base = { target: 'es2022', lib: ['es2024', 'dom', 'dom.iterable'], types: [] };
  expect(await compile(project, ['main.cts'], { ...base, module: 'node16' })).toBe('');
  // The resolution of Node 10 is gone in the native compiler.
  const tsc = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc');
  const options = {
    ...base,
    module: 'commonjs',
    moduleResolution: 'node10',
    ignoreDeprecations: '6.0',
    strict: true,
    noEmit: true,
  };
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['node10.ts'] }));
  const failed = ({ stdout }: { readonly stdout?: string }) => ({ stdout: stdout ?? 'tsc did not run' });
  expect((await run(process.execPath, [tsc, '-p', project]).catch(failed)).stdout).toBe('');
});

const builds = {
  'for Node': <Module>(name: string): Promise<Module> => import(join(sdk.built, `${name}.js`)),
  'that is portable, where nothing of Node is': <Module>(name: string) =>
    importInEdgeRuntime<Module>(join(sdk.built, `${name}.js`)),
};

describe.each(Object.entries(builds))('the build %s', (_, load) => {
  test('SDK build: verifies the published webhook vectors', async () => {
    const { verifyWebhook } = await load<typeof WebhooksEntry>('webhooks');
    const { vectors } = JSON.parse(await readFile(join(sdk.built, 'webhooks/vectors.json'), 'utf8'));
    for (const { body: rawBody, headers, publicKey, previousPublicKey, now: at, expected } of vectors) {
      const options = { rawBody, headers, publicKey, previousPublicKey, now: at * 1000 };
      expect(verifyWebhook(options)).toMatchObject(expected);
    }
  });

  test('SDK build: rejects every defect of a DPoP request with its code', async () => {
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

  test('SDK build: accepts a request that it signed, and rejects another body', async () => {
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

  test('SDK build: accepts a proof that it created with a new key', async () => {
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
