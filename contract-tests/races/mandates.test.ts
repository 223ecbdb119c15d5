import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../src/runtime/start/ports.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { newKey } from '../fixtures/identity.ts';
import { type RunningPlatform, startPlatform } from '../fixtures/platform.ts';
import { proof, type RunningProvider, startProvider } from '../fixtures/sso.ts';

// Two processes on one PostgreSQL. The embedded database has a single connection, so requests to it do not race.
const server = process.env['TEST_DATABASE_URL'];

const mostRequests = { perHour: 1000, perDay: 1000 };

let provider: RunningProvider;
let second: RunningPlatform;
let secondPort: number;
beforeAll(async () => {
  if (server === undefined) return;
  provider = await startProvider({ env: { RATE_LIMITS: 'off' } });
  secondPort = await freePort();
  const env = { SSO_PORT: String(secondPort), RATE_LIMITS: 'off' };
  second = await startPlatform({ services: ['sso'], after: provider.platform, env });
  unwrap(await provider.owner.sso.setRequestBudget({ body: mostRequests }));
});
afterAll(async () => {
  if (server === undefined) return;
  await second.stop();
  await provider.stop();
});

type Key = ReturnType<typeof newKey>;

/** Sends a form with a proof of the agent to one of the two processes, in turn. */
async function post(turn: number, path: string, key: Key, form: Readonly<Record<string, string>>) {
  const url = new URL(provider.url + path);
  const dpop = await proof({ method: 'POST', url: url.href }, key);
  if (turn % 2 === 1) url.port = String(secondPort);
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

test.runIf(server !== undefined)(
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

test.runIf(server !== undefined)(
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
