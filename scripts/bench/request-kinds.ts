import { randomBytes } from 'node:crypto';
import {
  type Agent,
  bindAgent,
  enrolOwner,
  finishSignIn,
  startSignIn,
  testProvider,
  urlOf,
} from '../../contract-tests/fixtures/identity.ts';
import { type RunningBackend, startBackend } from '../../contract-tests/fixtures/backend.ts';
import { type RunningNotifications, startNotifications } from '../../contract-tests/fixtures/notifications.ts';
import { deletePlatformData, type RunningPlatform, startPlatform } from '../../contract-tests/fixtures/platform.ts';
import { type Receiver, startReceiver } from '../../contract-tests/fixtures/client/receiver.ts';
import { createSsoClient } from '../../generated/sso/client.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { toolCall } from './prepared-requests.ts';
import { measuredStart } from './workbench.ts';
import { delegate, exchangeForm, tokenExchange } from '../../contract-tests/fixtures/sso.ts';
import { dpopMiddleware } from '../../src/client/http/middleware.ts';
import { newKey } from '../../contract-tests/fixtures/protocol/keys.ts';

/** A kind of request that can be repeated. */
export interface RequestKind {
  readonly name: string;
  /** The service that handles it. */
  readonly pid: number;
  readonly request: (index: number) => Promise<unknown>;
  /** Number of requests for which users, sessions or recipients were prepared; undefined when any number can be sent. */
  readonly limit?: number;
}

export interface RequestKinds {
  readonly all: readonly RequestKind[];
  /** Resolves when the webhooks of this number of sends have arrived. */
  readonly delivered: (count: number) => Promise<unknown>;
  readonly stop: () => Promise<void>;
}

/** Numbers of requests that need preparation. */
export interface PreparedCounts {
  readonly notifications: number;
  /** Delegations, and revocations of sessions. */
  readonly sessions: number;
}

/**
 * Starts all services and prepares users, an app and a community.
 *
 * @param databases settings that name the databases
 */
export async function startRequestKinds(databases: NodeJS.ProcessEnv, prepared: PreparedCounts): Promise<RequestKinds> {
  const start = measuredStart(databases);
  const platform = await startPlatform({ services: ['sso', 'forum'], ...start });
  const backend = await startBackend(start);
  const notifications = await startNotifications(start);
  const receiver = await startReceiver();
  return {
    all: [
      ...(await identityAndForum(platform)),
      ...(await sessionKinds(platform, prepared.sessions)),
      ...(await purchases(backend)),
      await pushes(notifications, receiver, prepared.notifications),
    ],
    delivered: (count) => receiver.until(count),
    stop: async () => {
      await receiver.close();
      await notifications.stop();
      await backend.stop();
      await platform.stop();
      await deletePlatformData(platform);
    },
  };
}

async function identityAndForum(platform: RunningPlatform): Promise<RequestKind[]> {
  const pid = platform.pid;
  const clientId = await testProvider(platform);
  const owner = await enrolOwner(platform);
  const sso = createSsoClient({ baseUrl: urlOf(platform, 'sso') });
  const agent = await bindAgent(platform, { owner, clientId });
  const pollingCodes: string[] = [];
  while (pollingCodes.length < 100) pollingCodes.push((await startSignIn(sso, { clientId })).pollingCode);
  unwrap(await agent.forum.createForum({ body: { name: 'measured', description: 'What a post costs' } }));
  const posts: string[] = [];
  const refreshTokens: string[] = [];
  const body = 'This sentence is repeated to the length of a usual post or comment. '.repeat(6);
  const postOf = (index: number) => ({ id: posts[index % posts.length] ?? '' });

  return [
    {
      name: 'sign-in',
      pid,
      request: async () => {
        const signIn = await startSignIn(sso, { clientId });
        await owner.decide(signIn.deepLink, 'approve');
        refreshTokens.push((await finishSignIn(sso, signIn, clientId)).refreshToken);
      },
    },
    {
      name: 'poll, pending',
      pid,
      request: (index) =>
        sso.pollAuthorization({ body: { polling_code: pollingCodes[index % pollingCodes.length] ?? '' } }),
    },
    {
      name: 'refresh',
      pid,
      request: async (index) => {
        const token = refreshTokens[index % refreshTokens.length] ?? '';
        const form = { grant_type: 'refresh_token', refresh_token: token, client_id: clientId } as const;
        const { refresh_token: next = '' } = unwrap(await sso.exchangeToken({ body: form }));
        refreshTokens[refreshTokens.indexOf(token)] = next;
      },
    },
    { name: 'protected read', pid, request: async () => unwrap(await agent.forum.getAgentAuth()) },
    {
      name: 'post',
      pid,
      request: async () => {
        const { post } = unwrap(
          await agent.forum.createPost({ body: { title: 'A title of usual length', body, forum: 'measured' } }),
        );
        posts.push(post.id);
      },
    },
    {
      name: 'comment',
      pid,
      request: async (index) =>
        unwrap(await agent.forum.createComment({ path: postOf(index), body: { body: body.slice(0, 200) } })),
    },
    {
      name: 'vote',
      pid,
      request: async (index) => unwrap(await agent.forum.voteOnPost({ path: postOf(index), body: { value: 1 } })),
    },
    { name: 'public page', pid, request: async () => unwrap(await agent.forum.listPosts({ query: { sort: 'hot' } })) },
    {
      name: 'search',
      pid,
      request: async () => unwrap(await agent.forum.listSearchResults({ query: { q: 'usual length' } })),
    },
    { name: 'read over MCP', pid, request: (index) => readOverMcp(urlOf(platform, 'forum'), postOf(index).id) },
  ];
}

/** Calls the tool that reads a post. */
async function readOverMcp(forumUrl: string, id: string): Promise<void> {
  const { path, ...call } = toolCall('2025-11-25', 'getPost', { id });
  const response = await fetch(forumUrl + path, call);
  const { result } = (await response.json()) as { result?: { isError?: boolean } };
  if (result === undefined || result.isError)
    throw new Error(`tools/call responded ${response.status} without a post.`);
}

async function purchases(backend: RunningBackend): Promise<RequestKind[]> {
  const pid = backend.platform.pid;
  const buyer = await backend.buyer();
  return [
    { name: 'current user', pid, request: async () => unwrap(await buyer.getMe()) },
    {
      name: 'invoice and its payment',
      pid,
      request: async () => {
        const { invoice } = unwrap(await buyer.createInvoice({ body: { productId: 'coins-100-usdc' } }));
        const { recipient, amount, token, network } = unwrap(await backend.anonymous.getInvoice({ path: { invoice } }));
        // A transaction pays one invoice.
        const txHash = randomBytes(32).toString('hex');
        const payment = { invoice, recipient, amount, token, network, status: 'finalized', txHash };
        const { status, body: response } = await backend.deliver(payment);
        if (status !== 200) throw new Error(`The payment webhook got ${status}: ${JSON.stringify(response)}`);
      },
    },
    { name: 'list of transactions', pid, request: async () => unwrap(await buyer.listTransactions({})) },
  ];
}

async function pushes(notifications: RunningNotifications, receiver: Receiver, limit: number): Promise<RequestKind> {
  const app = await notifications.app(receiver.url);
  const people: string[] = [];
  for (let person = 0; person < limit; person++) people.push((await notifications.recipient(app.appId)).sub);
  return {
    name: 'notification and its webhook',
    pid: notifications.platform.pid,
    limit,
    request: async (index) =>
      unwrap(
        await app.sender.sendNotification({
          body: { sessionAddress: people[index] ?? '', body: 'Your order is ready.' },
        }),
      ),
  };
}

/** Helpers of one agent; the service allows 100. */
const helpersOfAgent = 90;

/** Delegations and revocations. Each request uses up a session or a place among the helpers of an agent, so that enough are prepared. */
async function sessionKinds(platform: RunningPlatform, limit: number): Promise<readonly RequestKind[]> {
  const { pid } = platform;
  const url = urlOf(platform, 'sso');
  const clientId = await testProvider(platform);
  const owner = await enrolOwner(platform);
  const bind = () => bindAgent(platform, { owner, clientId });
  const agents = await createAgents(Math.ceil(limit / helpersOfAgent), bind);
  const refreshTokens = (await createAgents(limit, bind)).map(({ refreshToken }) => refreshToken);
  const sso = createSsoClient({ baseUrl: url });
  return [
    {
      name: 'delegation to a helper',
      pid,
      limit,
      request: async (index) => {
        const agent = agents[index % agents.length];
        if (agent === undefined) throw new Error('No agents were prepared.');
        const helper = newKey();
        const client = createSsoClient({ baseUrl: url, middleware: [dpopMiddleware({ keypair: helper })] });
        const delegation = await delegate({ url }, agent, helper);
        const form = { ...exchangeForm({ clientId }, delegation), grant_type: tokenExchange } as const;
        unwrap(await client.exchangeToken({ body: form }));
      },
    },
    {
      name: 'revocation of a session',
      pid,
      limit,
      request: async (index) =>
        unwrap(await sso.revokeToken({ body: { token: refreshTokens[index] ?? '', client_id: clientId } })),
    },
  ];
}

/** Creates agents concurrently. */
async function createAgents(count: number, create: () => Promise<Agent>): Promise<readonly Agent[]> {
  const created: Agent[] = [];
  let left = count;
  const work = async () => {
    while (left-- > 0) created.push(await create());
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return created;
}
