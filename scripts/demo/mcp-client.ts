import {
  Client,
  DpopSession,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { postOf } from './first-post.ts';
import type { Programs, Step } from './platform.ts';

type Saved<Name extends 'saveTokens' | 'saveClientInformation' | 'saveDiscoveryState'> = Parameters<
  NonNullable<OAuthClientProvider[Name]>
>[0];

/** The memory of an MCP client that signs in as an application of its own, with a new DPoP key. */
async function createSignIn(sendTo: (url: URL) => void): Promise<OAuthClientProvider> {
  const dpop = await DpopSession.create();
  const redirectUrl = 'http://127.0.0.1:53118/callback';
  let information: Saved<'saveClientInformation'> | undefined;
  let tokens: Saved<'saveTokens'> | undefined;
  let discovered: Saved<'saveDiscoveryState'> | undefined;
  let verifier = '';
  return {
    redirectUrl,
    clientMetadata: {
      client_name: 'Demo MCP client',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    clientInformation: () => information,
    saveClientInformation: (registered) => void (information = registered),
    tokens: () => tokens,
    saveTokens: (received) => void (tokens = received),
    discoveryState: () => discovered,
    saveDiscoveryState: (state) => void (discovered = state),
    codeVerifier: () => verifier,
    saveCodeVerifier: (created) => void (verifier = created),
    redirectToAuthorization: sendTo,
    dpop: () => dpop,
  };
}

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
  const sent: URL[] = [];
  const signIn = await createSignIn((url) => sent.push(url));
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
        const [authorization] = sent;
        if (authorization === undefined) throw new Error('The client did not start a sign-in.');
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
