import fc from 'fast-check';
import { expect, test } from 'vitest';
import { delegation, exchangeFor } from '../../../contract-tests/fixtures/sso/agents.ts';
import {
  approvedCode,
  requestUserinfo,
  sendAsDevice,
  type Tokens,
} from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import {
  clientId,
  dpop,
  form,
  forumResource,
  issuer,
  startSso,
} from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { actorChainOf } from '../../protocol/delegation.ts';
import { lackingScope, platformScopes } from '../../protocol/token-scope.ts';
import { decode, newKey, type TestKey } from '../../../contract-tests/fixtures/protocol/keys.ts';

// Agents that delegate to each other at random, over the token endpoint and the database.
const sso = useStarted(startSso);

const otherResource = 'http://localhost:4004';
const scopes = fc.subarray([...platformScopes]);
const approvals = fc.record({ scopes, resource: fc.constantFrom(undefined, forumResource) });
const agents = 5;
const steps = fc.array(
  fc.record({
    parent: fc.nat(2),
    child: fc.nat(agents - 1),
    scopes,
    resource: fc.constantFrom(undefined, forumResource, otherResource),
    seconds: fc.integer({ min: 1, max: 7_200 }),
    /** Seconds that pass before the delegation is signed. */
    pause: fc.constantFrom(0, 0, 600),
  }),
  { minLength: 1, maxLength: 12 },
);
type Step = typeof steps extends fc.Arbitrary<(infer One)[]> ? One : never;

/** What a token of an agent allows. */
interface Rights {
  readonly chain: readonly string[];
  readonly scope: unknown;
  readonly aud: unknown;
  /** End of the token, seconds since 1970. */
  readonly exp: number;
  /** Latest end of the session, seconds since 1970. */
  readonly endsAt: number;
}

function rightsOf({ access_token }: Pick<Tokens, 'access_token'>, key: TestKey, endsAt: number): Rights {
  const { claims } = decode(access_token);
  expect(claims['cnf']).toEqual({ jkt: key.jkt });
  const chain = actorChainOf(claims);
  const { scope, aud, exp } = claims;
  return { chain: chain.length > 0 ? chain : [key.jkt], scope, aud, exp: Number(exp), endsAt };
}

/** Whether an agent with the first rights can have delegated the second. */
const includes = (agent: Rights, helper: Rights): boolean =>
  agent.chain.join() === helper.chain.slice(1).join() &&
  helper.exp <= helper.endsAt &&
  platformScopes.every((scope) => !lackingScope(agent.scope, [scope]) || lackingScope(helper.scope, [scope])) &&
  // A token for every service names the provider.
  (JSON.stringify(agent.aud) === JSON.stringify([clientId, issuer]) ||
    JSON.stringify(agent.aud) === JSON.stringify(helper.aud));

async function approve(
  { scopes, resource }: { scopes: readonly string[]; resource: string | undefined },
  agent: TestKey,
) {
  const changes = { scope: ['openid', ...scopes].join(' '), dpop_jkt: agent.jkt, ...(resource && { resource }) };
  const { grant, sub, device } = await approvedCode(sso, changes);
  const tokens = (await form(sso, '/oauth/token', grant, { dpop: await dpop(sso, agent) })).json<Tokens>();
  return { sub, device, tokens };
}

const seconds = () => Math.floor(sso.now().getTime() / 1000);

test('sso exchangeToken: along random chains no helper has more rights, a longer life or a key twice, and none survives its agent', async () => {
  const lengths = new Set<number>();
  const follow = async (approval: Parameters<typeof approve>[0], chain: readonly Step[]) => {
    const keys = Array.from({ length: agents }, newKey);
    const [agent = newKey()] = keys;
    const { sub, device, tokens } = await approve(approval, agent);
    const held = [{ key: agent, tokens, rights: rightsOf(tokens, agent, Infinity) }];
    for (const { parent, child, scopes, resource, seconds: lifetime, pause } of chain) {
      sso.advance(pause);
      const [from, to] = [keys[parent] ?? agent, keys[child] ?? agent];
      const exp = seconds() + lifetime;
      const claims = { scope: scopes.join(' '), exp, ...(resource && { resource }) };
      const response = await exchangeFor(sso, to, delegation({ sso, agent: from, helper: to, sub, claims }));
      if (response.statusCode !== 200) {
        expect([response.statusCode, response.json<{ error: string }>().error]).toEqual([
          400,
          expect.stringMatching(/^invalid_(?:request|scope|target)$/),
        ]);
        continue;
      }
      const helper = response.json<Tokens>();
      // A session ends with the delegation, or earlier with the agent that signed it.
      const rights = held
        .filter(({ key, rights }) => key === from && rights.endsAt > seconds())
        .map(({ rights: agent }) => ({ agent, helper: rightsOf(helper, to, Math.min(exp, agent.endsAt)) }))
        .find(({ agent, helper }) => includes(agent, helper))?.helper;
      expect(rights).toBeDefined();
      if (!rights) continue;
      expect(rights.chain[0]).toBe(to.jkt);
      expect(new Set(rights.chain).size).toBe(rights.chain.length);
      expect(rights.chain.length).toBeLessThanOrEqual(3);
      expect(lackingScope(rights.scope, ['openid'])).toBe('openid');
      lengths.add(rights.chain.length);
      held.push({ key: to, tokens: helper, rights });
    }
    await sendAsDevice(sso, device, 'DELETE', `/api/v1/owner/clients/${clientId}`);
    for (const { key, tokens } of held)
      expect((await requestUserinfo(sso, tokens.access_token, key)).statusCode).toBe(401);
  };
  const step = { scopes: ['forum:write' as const], resource: undefined, pause: 0 as const };
  // Each delegation is longer than the one before, and the last one is the fourth agent's.
  const longest: Step[] = [0, 1, 2].map((parent) => ({
    ...step,
    parent,
    child: parent + 1,
    seconds: 300 + parent * 60,
  }));
  await fc.assert(fc.asyncProperty(approvals, steps, follow), {
    numRuns: 40,
    examples: [[{ scopes: [], resource: undefined }, longest]],
  });
  expect(lengths).toEqual(new Set([2, 3]));
});
