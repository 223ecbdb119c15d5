import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { beforeAll, expect, test } from 'vitest';
import { enrolOwner, type Owner, urlOf } from '../fixtures/identity.ts';
import { createMcpSignIn, type McpSignIn } from '../fixtures/mcp-sign-in.ts';
import { deletePlatformData, startPlatform } from '../fixtures/platform.ts';
import { throughApprovalPage } from '../fixtures/passkey-browser.ts';
import { useStarted } from '../fixtures/use-started.ts';

const platform = useStarted(
  () => startPlatform({ services: ['sso', 'forum'], env: { CLIENT_REGISTRATION: 'open' } }),
  deletePlatformData,
);
let owner: Owner;
beforeAll(async () => {
  owner = await enrolOwner(platform);
});

function connect(signIn: McpSignIn, mode: 'legacy' | 'auto') {
  const transport = new StreamableHTTPClientTransport(new URL(`${urlOf(platform, 'forum')}/mcp`), {
    authProvider: signIn,
  });
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  return { client, transport };
}

for (const mode of ['legacy', 'auto'] as const) {
  test(`MCP client (${mode} version negotiation): it registers itself, its owner approves, and it writes`, async () => {
    const signIn = await createMcpSignIn();
    const { client, transport } = connect(signIn, mode);
    await client.connect(transport);
    await client.listTools();
    const community = { name: `mcp-${mode}`, description: 'Written over MCP.' };
    const create = () => client.callTool({ name: 'createForum', arguments: community });
    await expect(create()).rejects.toThrow(UnauthorizedError);

    const asked = signIn.sentTo().searchParams;
    expect(asked.get('resource')?.replace(/\/$/, '')).toBe(urlOf(platform, 'forum'));
    expect(asked.get('scope')?.split(' ')).toEqual(expect.arrayContaining(['openid', 'forum:write', 'forum:vote']));
    const back = await throughApprovalPage(signIn.sentTo(), owner);
    await transport.finishAuth(back.searchParams);

    const { structuredContent } = await create();
    expect(structuredContent).toMatchObject({
      ok: true,
      forum: { ...community, owner: owner.sub, fingerprint: (await signIn.dpop?.())?.thumbprint },
    });
    await client.close();
  });
}

test('MCP client: a sign-in that the owner rejects writes nothing', async () => {
  const signIn = await createMcpSignIn();
  const { client, transport } = connect(signIn, 'legacy');
  await client.connect(transport);
  const community = { name: 'rejected', description: 'Never created.' };
  const create = client.callTool({ name: 'createForum', arguments: community });
  await expect(create).rejects.toThrow(UnauthorizedError);
  const back = await throughApprovalPage(signIn.sentTo(), owner, 'reject');
  expect(back.searchParams.get('error')).toBe('access_denied');
  await expect(transport.finishAuth(back.searchParams)).rejects.toThrow(/access_denied/);
  const { structuredContent } = await client.callTool({ name: 'listForums', arguments: {} });
  expect(JSON.stringify(structuredContent)).not.toContain('rejected');
  await client.close();
});
