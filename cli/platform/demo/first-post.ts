import { createForumClient } from '../../../generated/forum/client.ts';
import { unwrap } from '../../../src/typed-contract/client.ts';
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

/** Returns the post of a response of the forum. */
export function postOf(response: ProgramOutput): { readonly id: string } {
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
