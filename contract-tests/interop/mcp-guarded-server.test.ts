import { type ChildProcess, spawn } from 'node:child_process';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../src/runtime/start/ports.ts';
import { type Agent, bindAgent, urlOf } from '../fixtures/identity.ts';
import { createMcpSignIn } from '../fixtures/mcp-sign-in.ts';
import { deletePlatformData, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';
import { throughApprovalPage } from '../fixtures/passkey-browser.ts';
import { type PackedSdk, packSdk, projectWithSdk } from '../fixtures/sdk-package.ts';

let platform: RunningPlatform;
let sdk: PackedSdk;
let server: ChildProcess;
let baseUrl: string;
let agent: Agent;
beforeAll(async () => {
  const port = await freePort();
  baseUrl = `http://localhost:${port}`;
  const env = { CLIENT_REGISTRATION: 'open', RESOURCE_SERVERS: `Example=${baseUrl}` };
  [platform, sdk] = await Promise.all([startPlatform({ services: ['sso', 'forum'], env }), packSdk()]);
  const project = await projectWithSdk(sdk, 'mcp-server', ['fastify', '@modelcontextprotocol/server']);
  const program = join(project, 'mcp-server.mjs');
  await copyFile(join(import.meta.dirname, '../../docs/guides/mcp-server.mjs'), program);
  server = spawn(process.execPath, [program], {
    env: { ...process.env, PORT: String(port), SSO_BASE_URL: urlOf(platform, 'sso') },
    stdio: 'inherit',
  });
  agent = await bindAgent(platform);
  while (!(await fetch(baseUrl).catch(() => undefined))) {
    expect(server.exitCode).toBeNull();
    await pause(50);
  }
});
afterAll(async () => {
  server?.kill();
  await platform?.stop();
  if (platform) await deletePlatformData(platform);
  if (sdk) await rm(sdk.folder, { recursive: true, force: true });
});

const endpoint = () => new URL(`${baseUrl}/mcp`);

test('docs/guides/mcp-server.mjs: without a token it is 401, and the challenge names the metadata with the provider', async () => {
  const response = await fetch(endpoint(), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  expect(response.status).toBe(401);
  const metadata = /resource_metadata="([^"]+)"/.exec(response.headers.get('www-authenticate') ?? '')?.[1] ?? '';
  expect(await (await fetch(metadata)).json()).toMatchObject({
    resource: baseUrl,
    authorization_servers: [urlOf(platform, 'sso')],
    dpop_bound_access_tokens_required: true,
  });
});

test('docs/guides/mcp-server.mjs: a tool knows the agent and its owner, and a proof is accepted once', async () => {
  const proofs: { authorization: string; dpop: string }[] = [];
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(
    new StreamableHTTPClientTransport(endpoint(), {
      fetch: async (url, init) => {
        const proof = await agent.headers(init?.method ?? 'GET', String(url));
        proofs.push(proof);
        const headers = new Headers(init?.headers);
        for (const [name, value] of Object.entries(proof)) headers.set(name, value);
        return fetch(url, { ...init, headers });
      },
    }),
  );
  const { content } = await client.callTool({ name: 'who_am_i', arguments: {} });
  expect(content).toEqual([
    { type: 'text', text: `You are the agent ${agent.key.jkt} of the owner ${agent.owner.sub}.` },
  ]);
  await client.close();
  const replayed = await fetch(endpoint(), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...proofs.at(-1) },
    body: '{}',
  });
  expect([replayed.status, await replayed.text()]).toEqual([401, expect.stringContaining('replayed_proof_jti')]);
});

test('docs/guides/mcp-server.mjs: the official client signs in with this server as resource, and the token is valid here only', async () => {
  const signIn = await createMcpSignIn();
  const connect = async () => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const transport = new StreamableHTTPClientTransport(endpoint(), { authProvider: signIn });
    return { client, transport, connected: client.connect(transport) };
  };
  const first = await connect();
  await expect(first.connected).rejects.toThrow(UnauthorizedError);
  expect(signIn.sentTo().searchParams.get('resource')).toBe(baseUrl);
  const back = await throughApprovalPage(signIn.sentTo(), agent.owner);
  await first.transport.finishAuth(back.searchParams);

  const { client, connected } = await connect();
  await connected;
  const thumbprint = (await signIn.dpop?.())?.thumbprint;
  const { content } = await client.callTool({ name: 'who_am_i', arguments: {} });
  expect(content).toEqual([{ type: 'text', text: `You are the agent ${thumbprint} of the owner ${agent.owner.sub}.` }]);
  await client.close();

  const forum = `${urlOf(platform, 'forum')}/api/agent-auth`;
  const { access_token: token = '' } = (await signIn.tokens()) ?? {};
  const dpop = await (await signIn.dpop?.())?.buildProof({ htm: 'GET', htu: forum, accessToken: token });
  const refused = await fetch(forum, { headers: { authorization: `DPoP ${token}`, dpop: dpop ?? '' } });
  expect([refused.status, await refused.text()]).toEqual([401, expect.stringContaining('bad_access_token_aud')]);
});
