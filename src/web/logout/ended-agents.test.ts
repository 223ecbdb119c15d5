import { expect, test } from 'vitest';
import { type Agent, createAskingAgents, errorOf } from '../../../contract-tests/fixtures/sso/agents.ts';
import { type SignedInBrowser, signInBrowser, signInByRedirect } from '../../../contract-tests/fixtures/sso/browser.ts';
import { enrol, refresh, sendAsDevice, type Tokens } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import {
  adminKey,
  clientId,
  form,
  issuer,
  otherClientId,
  startSso,
} from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { createApprovalStore } from '../../sso/approvals/approval-store.ts';
import { createApprovalReadModel } from '../../sso/sign-in/approval-read-model.ts';
import { registerApprovalPages } from '../approval/register-approval-pages.ts';
import { newKey } from '../../../contract-tests/fixtures/protocol/keys.ts';

// A request ends with the session that asks, whichever way that ends.
const sessionSeconds = 3_600;
const sso = useStarted(() =>
  startSso({
    lifetimes: { refreshToken: sessionSeconds },
    pages: (app, context) => registerApprovalPages(app, createApprovalReadModel(context), issuer, 'open', []),
  }),
);

const { connect, asked, exchange, inbox, decide } = createAskingAgents(() => sso);

/** An application that its owner connected in a browser, which it ends with. */
async function connectInBrowser(): Promise<Agent & { readonly browser: SignedInBrowser }> {
  const [{ device, sub }, key] = [await enrol(sso), newKey()];
  const browser = await signInBrowser(sso, device);
  const { refresh_token: refreshToken } = await signInByRedirect(sso, browser, { key });
  return { client: clientId, key, sub, device, refreshToken, browser };
}

const asOwner = async ({ device }: Agent, method: 'POST' | 'DELETE', path: string) =>
  expect((await sendAsDevice(sso, device, method, `/api/v1/owner/${path}`)).statusCode).toBeLessThan(300);

const sessionOf = async ({ device }: Agent) =>
  (await sendAsDevice(sso, device, 'GET', '/api/v1/owner/sessions')).json<{
    readonly sessions: readonly { readonly sessionId: string }[];
  }>().sessions[0]?.sessionId;

/** Connects an agent, and returns what ends its session. */
type Ending = () => Promise<readonly [Agent, () => Promise<unknown>]>;

const ofAgent =
  (end: (agent: Agent) => Promise<unknown>, client?: string): Ending =>
  async () => {
    const agent = await connect(client);
    return [agent, () => end(agent)];
  };

const endings: readonly (readonly [string, Ending])[] = [
  [
    'its owner disconnects it',
    ofAgent(async (agent) => asOwner(agent, 'DELETE', `sessions/${await sessionOf(agent)}`)),
  ],
  ['its owner disconnects the application', ofAgent((agent) => asOwner(agent, 'DELETE', `clients/${agent.client}`))],
  ['its key is reported stolen', ofAgent((agent) => asOwner(agent, 'POST', `keys/${agent.key.jkt}/compromise`))],
  [
    'it revokes its token',
    ofAgent(({ client, refreshToken }) => form(sso, '/oauth/revoke', { token: refreshToken, client_id: client })),
  ],
  [
    'its refresh token is used twice',
    ofAgent(async ({ key, refreshToken }) => {
      const { refresh_token: next } = (await refresh(sso, refreshToken, key)).json<Tokens>();
      expect((await refresh(sso, next, key)).statusCode).toBe(200);
      expect((await refresh(sso, refreshToken, key)).statusCode).toBe(400);
    }),
  ],
  [
    'the browser is signed out that it was connected in',
    async () => {
      const agent = await connectInBrowser();
      return [agent, () => agent.browser.send('DELETE', 'session')];
    },
  ],
  [
    'its time is over',
    async () => {
      const agent = await connect();
      sso.advance(sessionSeconds - 60);
      return [agent, async () => sso.advance(61)];
    },
  ],
  [
    'an administrator disables the application',
    ofAgent(
      () =>
        sso.app.inject({
          method: 'POST',
          url: `/api/v1/providers/${otherClientId}/disable`,
          headers: { authorization: `Bearer ${adminKey}` },
          payload: {},
        }),
      otherClientId,
    ),
  ],
];

test.each(endings)('approvals: what an agent asked is over once %s', async (_name, connected) => {
  const [agent, end] = await connected();
  const authReqId = await asked(agent);
  const [request] = await inbox(agent.device, 'pending');
  const requestId = request?.requestId ?? '';
  expect(requestId).not.toBe('');
  await end();
  expect(await inbox(agent.device, 'pending')).toEqual([]);
  expect(await inbox(agent.device, 'expired')).toMatchObject([{ requestId, state: 'expired', decidedBy: 'timeout' }]);
  const shown = await sendAsDevice(sso, agent.device, 'GET', `/api/v1/owner/requests/${requestId}`);
  expect(shown.json()).toMatchObject({ status: 'expired' });
  for (const decision of ['approve', 'reject'])
    expect(errorOf(await decide(agent, { decision }, requestId))).toEqual([410, 'request_expired']);
  expect(await decideLate(agent)).toBe(false);
  expect((await exchange(agent.key, authReqId, agent.client)).statusCode).toBeGreaterThanOrEqual(400);
});

/** Decides as a handler does that read the request before the session ended. */
async function decideLate({ sub: ownerSub }: Agent): Promise<boolean> {
  const { id, parent_id: parentId } = await sso.db
    .selectFrom('sso.approval_requests')
    .select(['id', 'parent_id'])
    .where('owner_sub', '=', ownerSub)
    .executeTakeFirstOrThrow();
  const at = sso.now();
  return createApprovalStore(sso.db).decide({
    id,
    parentId,
    ownerSub,
    decision: 'approved',
    amr: ['pop'],
    authTime: at,
    at,
    redeemableUntil: at,
    quietUntil: null,
    mandate: undefined,
    decided: { event: 'approval_granted', at, requestId: 'req-1' },
  });
}

test('approvals: requests of ended sessions take no place of the hundred that wait', async () => {
  const agent = await connect();
  await sendAsDevice(sso, agent.device, 'PUT', '/api/v1/owner/request-budget', { perHour: 1_000, perDay: 1_000 });
  for (let round = 0; round < 10; round++) await Promise.all(Array.from({ length: 10 }, () => asked(agent)));
  await asOwner(agent, 'DELETE', `clients/${agent.client}`);
  await asked(await connect(agent.client, agent.key));
  expect(await inbox(agent.device, 'pending')).toHaveLength(1);
});
