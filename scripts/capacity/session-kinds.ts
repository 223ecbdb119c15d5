import { delegate, exchangeForm, tokenExchange } from '../../contract-tests/fixtures/agent-helper.ts';
import {
  type Agent,
  bindAgent,
  enrolOwner,
  newKey,
  testProvider,
  urlOf,
} from '../../contract-tests/fixtures/identity.ts';
import type { RunningPlatform } from '../../contract-tests/fixtures/platform.ts';
import { createSsoClient } from '../../generated/sso/client.ts';
import { dpopMiddleware } from '../../src/client/http/dpop-middleware.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import type { RequestKind } from './request-kind.ts';

/** Helpers of one agent; the service allows 100. */
const helpersOfAgent = 90;

/** Delegations and revocations. Each request uses up a session or a place among the helpers of an agent, so that enough are prepared. */
export async function sessionKinds(platform: RunningPlatform, limit: number): Promise<readonly RequestKind[]> {
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
