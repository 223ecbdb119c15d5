import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { postOf } from '../../cli/platform/demo/first-post.ts';
import type { Programs, Step } from '../../cli/platform/demo/platform.ts';
import { createMcpSignIn } from '../../contract-tests/fixtures/mcp-sign-in.ts';

/** Follows a redirect as the browser that the client opens. @returns its target and the cookie of the request */
async function redirectOf(
  url: string | URL,
  cookie = '',
): Promise<{ readonly target: string; readonly cookie: string }> {
  const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
  const target = response.headers.get('location');
  if (target === null) throw new Error(`${String(url)} responded ${response.status} instead of a redirect.`);
  return { target, cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' };
}

/** An MCP client without any code for this forum discovers it, gets the owner's approval, and posts. */
export async function postOverMcp(step: Step, { phone }: Programs, forumBaseUrl: string): Promise<void> {
  const signIn = await createMcpSignIn({ name: 'Demo MCP client' });
  const transport = new StreamableHTTPClientTransport(new URL(`${forumBaseUrl}/mcp`), { authProvider: signIn });
  const client = new Client({ name: 'demo', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(transport);
  try {
    await step(
      'An MCP client, the official one, asks the forum for its tools',
      () => client.listTools(),
      ({ tools }) =>
        `${tools.length} tools, generated from the contract: ${tools
          .map(({ name }) => name)
          .slice(0, 4)
          .join(', ')} …`,
    );
    const post = {
      title: 'Hello over MCP',
      body: `A client that knew only the address of the forum wrote this at ${new Date().toISOString()}.`,
      forum: 'field-notes',
    };
    const createPost = () => client.callTool({ name: 'createPost', arguments: post });
    const page = await step(
      'Without a token its post is refused; it registers at the provider and opens the approval page',
      async () => {
        const refused = await createPost().catch((error: unknown) => error);
        if (!(refused instanceof UnauthorizedError)) throw new Error('The forum accepted a post without a token.');
        const authorization = signIn.sentTo();
        return { ...(await redirectOf(authorization)), parameters: authorization.searchParams };
      },
      ({ parameters }) => `resource ${parameters.get('resource')}, scope ${parameters.get('scope')}`,
    );
    await step(
      'The owner approves it on the software phone',
      () => phone('approve', page.target),
      () => 'it may write and vote at the forum, and nothing else',
    );
    await step(
      'The client exchanges the code with a proof of its key, and posts',
      async () => {
        const back = new URL((await redirectOf(page.target, page.cookie)).target);
        await transport.finishAuth(back.searchParams);
        return createPost();
      },
      ({ structuredContent, isError }) => {
        if (isError) throw new Error(`The forum refused the post: ${JSON.stringify(structuredContent)}`);
        return `post ${postOf({ ok: true, body: structuredContent }).id}, signed with a key of its own`;
      },
    );
  } finally {
    await client.close();
  }
}
