import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCertificateAuthority, issueCertificate } from '../../src/composition/lan/certificate-authority.ts';
import { enrolOwner, type Owner, urlOf } from '../fixtures/identity.ts';
import { createMcpSignIn, type McpSignIn } from '../fixtures/mcp-sign-in.ts';
import { deletePlatformData, type RunningPlatform, startPlatform } from '../fixtures/platform.ts';
import { throughApprovalPage } from '../fixtures/passkey-browser.ts';

let folder: string;
let host: Server;
let origin: string;
/** Paths that the provider fetched. */
const fetched: string[] = [];
let platform: RunningPlatform;
let owner: Owner;

/** Serves metadata at /client.json, a redirect to it at /moved.json, and the metadata of another client at /other.json. */
async function startHost(): Promise<void> {
  const now = new Date();
  const authority = await createCertificateAuthority({ name: 'Test authority', now });
  const { certificate: cert, key } = await issueCertificate(authority, { hosts: ['localhost'], now });
  await writeFile(join(folder, 'authority.pem'), authority.certificate);
  host = createServer({ cert, key }, async ({ url = '' }, response) => {
    fetched.push(url);
    if (url === '/moved.json') return response.writeHead(302, { location: `${origin}/client.json` }).end();
    const { clientMetadata } = await createMcpSignIn();
    const document = { ...clientMetadata, client_id: `${origin}/client.json` };
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document));
  });
  await once(host.listen(0, 'localhost'), 'listening');
  origin = `https://localhost:${(host.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'client-metadata-'));
  await startHost();
  platform = await startPlatform({
    services: ['sso', 'forum'],
    env: {
      CLIENT_REGISTRATION: 'metadata',
      CLIENT_ALLOW_TARGETS: '127.0.0.1/32,::1/128',
      NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem'),
    },
  });
  owner = await enrolOwner(platform);
});
afterAll(async () => {
  await platform?.stop();
  if (platform) await deletePlatformData(platform);
  host?.close();
  await rm(folder, { recursive: true, force: true });
});

const community = { name: 'by-metadata', description: 'Written by a client that publishes its metadata.' };

/** Calls a tool that writes. */
async function startWriting(signIn: McpSignIn) {
  const url = new URL(`${urlOf(platform, 'forum')}/mcp`);
  const transport = new StreamableHTTPClientTransport(url, { authProvider: signIn });
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport);
  const create = () => client.callTool({ name: 'createForum', arguments: community });
  await expect(create()).rejects.toThrow(UnauthorizedError);
  return { client, transport, create };
}

test('MCP client with clientMetadataUrl: the provider fetches its metadata once, its owner approves, and it writes', async () => {
  const clientMetadataUrl = `${origin}/client.json`;
  const signIn = await createMcpSignIn({ clientMetadataUrl });
  const { client, transport, create } = await startWriting(signIn);
  expect(signIn.sentTo().searchParams.get('client_id')).toBe(clientMetadataUrl);
  const back = await throughApprovalPage(signIn.sentTo(), owner);
  await transport.finishAuth(back.searchParams);
  const { structuredContent } = await create();
  expect(structuredContent).toMatchObject({ ok: true, forum: { ...community, owner: owner.sub } });
  expect(fetched.filter((path) => path === '/client.json')).toHaveLength(1);
  await client.close();
});

test.each([
  ['redirects', () => `${origin}/moved.json`, 1],
  ['belongs to another client', () => `${origin}/other.json`, 1],
  ['is on a private network', () => 'https://10.0.0.1/client.json', 0],
  ['is on a link-local address', () => 'https://169.254.169.254/latest/meta-data', 0],
])(
  'MCP client with clientMetadataUrl: a client whose metadata %s cannot start a sign-in',
  async (_what, urlOfMetadata, times) => {
    const clientMetadataUrl = urlOfMetadata();
    const before = fetched.length;
    const signIn = await createMcpSignIn({ clientMetadataUrl });
    const { client } = await startWriting(signIn);
    const refused = await fetch(signIn.sentTo(), { redirect: 'manual', headers: { accept: 'application/json' } });
    expect([refused.status, await refused.json()]).toMatchObject([400, { error: 'invalid_client' }]);
    expect(fetched.length - before).toBe(times);
    await client.close();
  },
);
