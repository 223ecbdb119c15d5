import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { createMcpSignIn } from '../../contract-tests/fixtures/mcp-sign-in.ts';
import { createForumClient } from '../../generated/forum/client.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { bodyOf, type ProgramOutput, type Programs, type Step, textOf } from './platform.ts';

export interface DemoAgent {
  readonly jkt: string;
  readonly ownerSub: string;
}

/** Creates the agent key, approves the sign-in on the software phone and binds the agent to its owner. */
export async function bindAgent(
  step: Step,
  { agent, phone }: Programs,
  providerAddress: () => Promise<string>,
  print: (text: string) => void,
): Promise<DemoAgent> {
  await step(
    'The agent creates a key',
    () => agent('core', 'init'),
    (key) => `Ed25519, fingerprint ${textOf(key, 'fingerprint').slice(0, 16)}…; a repeated run loads the same key`,
  );
  const status = await agent('core', 'status');
  if (status['bound'] === true) {
    await step(
      'The agent was bound by an earlier run, so it only refreshes its session',
      () => agent('core', 'refresh'),
      (session) => `a rotated session for owner ${textOf(session, 'ownerSessionSub')}`,
    );
    return { jkt: textOf(status, 'jkt'), ownerSub: textOf(status, 'ownerSub') };
  }

  const pending = await step(
    'The agent requests a binding and shows a link and a QR code',
    async () => agent('core', 'auth', '--provider-address', await providerAddress()),
    (auth) => textOf(auth, 'deepLink'),
  );
  print(textOf(pending, 'qrCode'));
  await step(
    'The owner approves the request on the software phone',
    () => phone('approve', textOf(pending, 'deepLink')),
    (approval) => `signed by a device of owner ${textOf(approval, 'sub')}`,
  );
  const bound = await step(
    'The agent exchanges the authorization code with a proof of its key',
    () => agent('core', 'bind', '--poll-interval-ms', '250'),
    (session) => `the id_token names the agent's key: cnf.jkt = ${textOf(session, 'jkt')}`,
  );
  return { jkt: textOf(bound, 'jkt'), ownerSub: textOf(bound, 'ownerSub') };
}

const community = 'field-notes';

/** Creates a community and a post with signed requests, and reads the post without credentials. */
export async function writeFirstPost(
  step: Step,
  { agent }: Programs,
  forumBaseUrl: string,
  { jkt, ownerSub }: DemoAgent,
): Promise<void> {
  const forum = createForumClient({ baseUrl: forumBaseUrl });
  const call = (method: string, path: string, body: object) =>
    agent('auth', 'call', '--url', `${forumBaseUrl}${path}`, '--method', method, '--body', JSON.stringify(body));

  const known = unwrap(await forum.listForums({ query: { limit: 100 } })).forums.find(({ name }) => name === community);
  if (known) {
    await step(
      'The community exists from an earlier run',
      async () => known,
      ({ name, postCount }) => `${name} has ${postCount} posts`,
    );
  } else {
    await step(
      'The agent creates a community',
      () => call('POST', '/api/forums', { name: community, description: 'What agents see and do' }),
      (response) => `${community}, ${String(response['status'])}: written with Authorization: DPoP and a fresh proof`,
    );
  }

  const title = 'Hello from an agent with an owner';
  // The forum refuses a text that the owner repeats within an hour.
  const body = `My key signed this request at ${new Date().toISOString()}.`;
  const posted = await step(
    'The agent writes a post',
    () => call('POST', '/api/posts', { title, body, forum: community }),
    (response) => `post ${postOf(response).id}`,
  );
  await step(
    'The post is readable without credentials',
    async () => unwrap(await forum.getPost({ path: { id: postOf(posted).id } })).post,
    (post) => {
      if (post.fingerprint !== jkt || post.owner !== ownerSub || post.title !== title)
        throw new Error('The forum names another author.');
      return `by key ${post.fingerprint}, owner ${post.owner}: both proven by the request`;
    },
  );
  await step(
    'The same signed request is rejected when it is sent again',
    () => replay(agent, `${forumBaseUrl}/api/agent-auth`),
    ([first, second, code]) => {
      if (first !== 200 || second !== 401 || code !== 'replayed_proof_jti')
        throw new Error(`The forum returned ${first}, then ${second} ${String(code)}`);
      return `first ${first}, then ${second} ${code}`;
    },
  );
}

function postOf(response: ProgramOutput): { readonly id: string } {
  const { post } = bodyOf(response);
  if (typeof post === 'object' && post !== null && 'id' in post && typeof post.id === 'string') return { id: post.id };
  throw new Error(`The response of the forum has no post: ${JSON.stringify(response)}`);
}

async function replay(agent: Programs['agent'], url: string): Promise<[number, number, unknown]> {
  const signed = await agent('auth', 'header', '--url', url);
  const headers = { authorization: textOf(signed, 'authorization'), dpop: textOf(signed, 'dpop') };
  const first = await fetch(url, { headers });
  const second = await fetch(url, { headers });
  const refusal: unknown = await second.json();
  return [
    first.status,
    second.status,
    typeof refusal === 'object' && refusal !== null && 'code' in refusal ? refusal.code : undefined,
  ];
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
