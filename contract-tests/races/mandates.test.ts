import fc from 'fast-check';
import { beforeAll, expect } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { proof, startProvider } from '../fixtures/sso.ts';
import { race, startSecondProvider } from '../fixtures/race.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { newKey } from '../fixtures/protocol/keys.ts';

// Two processes on one PostgreSQL.
const mostRequests = { perHour: 1000, perDay: 1000 };

const provider = useStarted(() => startProvider({ env: { RATE_LIMITS: 'off' } }));
const second = useStarted(() => startSecondProvider(provider.platform, { RATE_LIMITS: 'off' }));
beforeAll(async () => {
  unwrap(await provider.owner.sso.setRequestBudget({ body: mostRequests }));
});

type Key = ReturnType<typeof newKey>;

/** Sends a form with a proof of the agent to one of the two processes, in turn. */
async function post(turn: number, path: string, key: Key, form: Readonly<Record<string, string>>) {
  const url = new URL(provider.url + path);
  const dpop = await proof({ method: 'POST', url: url.href }, key);
  if (turn % 2 === 1) url.port = second.port;
  const body = new URLSearchParams({ client_id: provider.clientId, ...form });
  const response = await fetch(url, { method: 'POST', headers: { dpop }, body });
  return { status: response.status, body: (await response.json()) as Readonly<Record<string, unknown>> };
}

const ask = async (turn: number, key: Key, amount: bigint): Promise<string> => {
  const detail = { type: 'payment', amount: String(amount), token: 'USDC', payee: '6Yx7sPZ1' };
  const form = { login_hint: provider.owner.sub, authorization_details: JSON.stringify([detail]) };
  const { status, body } = await post(turn, '/oauth/bc-authorize', key, form);
  expect(status).toBe(200);
  return String(body['auth_req_id']);
};

/** @returns whether the request was approved; false when it waits for the person */
const isApproved = async (turn: number, key: Key, authReqId: string): Promise<boolean> => {
  const form = { grant_type: 'urn:openid:params:grant-type:ciba', auth_req_id: authReqId };
  const { status, body } = await post(turn, '/oauth/token', key, form);
  expect([200, 'authorization_pending']).toContain(status === 200 ? status : body['error']);
  return status === 200;
};

/** An agent whose owner approved one payment with a mandate. */
async function withMandate(first: bigint, limit: bigint): Promise<Key> {
  const key = newKey();
  await provider.signIn(key);
  await ask(0, key, first);
  const { sso } = provider.owner;
  const { requests } = unwrap(await sso.listOwnerRequests({ query: { state: 'pending' } }));
  const requestId = requests.find(({ agent }) => agent.jkt === key.jkt)?.requestId ?? 'none';
  const endsAt = new Date(Date.now() + 3_600_000).toISOString();
  const mandate = { limit: String(limit), period: 'once', endsAt } as const;
  const body = { decision: 'approve', clientId: provider.clientId, dpopJkt: key.jkt, mandate } as const;
  unwrap(await sso.decideAuthorizationRequest({ path: { requestId }, body }));
  return key;
}

race(
  'request budget: parallel requests at two processes ask the person as often as the budget allows, and no more',
  async () => {
    const { sso } = provider.owner;
    unwrap(await sso.setRequestBudget({ body: { perHour: 10, perDay: 50 } }));
    const key = newKey();
    await provider.signIn(key);
    await Promise.all(Array.from({ length: 60 }, (_, turn) => ask(turn, key, 1n)));
    const { requests } = unwrap(await sso.listOwnerRequests({ query: { state: 'pending', limit: 100 } }));
    expect(requests.filter(({ agent }) => agent.jkt === key.jkt)).toHaveLength(10);
    unwrap(await sso.setRequestBudget({ body: mostRequests }));
  },
);

const amount = fc.bigInt({ min: 1n, max: 1_000n });

race(
  'mandates: parallel requests at two processes use a mandate to its limit and never beyond it',
  async () => {
    const history = fc.record({
      first: amount,
      rest: fc.bigInt({ min: 0n, max: 4_000n }),
      amounts: fc.array(amount, { minLength: 2, maxLength: 12 }),
    });
    await fc.assert(
      fc.asyncProperty(history, async ({ first, rest, amounts }) => {
        const key = await withMandate(first, first + rest);
        const decided = await Promise.all(
          amounts.map(async (one, turn) => isApproved(turn + 1, key, await ask(turn, key, one))),
        );
        const used = amounts.reduce((sum, one, index) => (decided[index] ? sum + one : sum), 0n);
        expect(used).toBeLessThanOrEqual(rest);
        // What the person is asked about would have exceeded the limit.
        for (const [index, one] of amounts.entries()) if (!decided[index]) expect(used + one).toBeGreaterThan(rest);
      }),
      { numRuns: 15 },
    );
  },
  60_000,
);
