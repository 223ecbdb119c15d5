import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyReceipt } from '../../src/client/entries/approvals.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { startPlatform } from '../fixtures/platform.ts';
import { proof, type RunningProvider, startProvider } from '../fixtures/sso.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { decode, newKey } from '../fixtures/protocol/keys.ts';

const deploy = { type: 'action', action: 'deploy', target: 'production', description: 'Release 4' };
const key = newKey();
const endings = ['kill', 'stop'] as const;

const provider = useStarted(() => startProvider({ database: 'disk' }));
let running: RunningProvider['platform'];
beforeAll(async () => {
  running = provider.platform;
  await provider.signIn(key);
});
afterAll(() => running.stop());

async function ask(): Promise<string> {
  const fields = { client_id: provider.clientId, login_hint: provider.owner.sub };
  const { status, body } = await provider.send('POST', '/oauth/bc-authorize', {
    form: { ...fields, authorization_details: JSON.stringify([deploy]) },
    headers: { dpop: await proof({ method: 'POST', url: `${provider.url}/oauth/bc-authorize` }, key) },
  });
  expect([status, body]).toMatchObject([200, { auth_req_id: expect.any(String) }]);
  return String(body['auth_req_id']);
}

const pending = async () =>
  unwrap(await provider.owner.sso.listOwnerRequests({ query: { state: 'pending' } })).requests;

/** Asks, and decides it. */
async function decided(decision: 'approve' | 'reject'): Promise<string> {
  const authReqId = await ask();
  await decide(decision);
  return authReqId;
}

async function decide(decision: 'approve' | 'reject'): Promise<void> {
  const [request] = await pending();
  await provider.owner.decide(`${provider.url}/${request?.requestId}`, decision);
}

const exchange = (authReqId: string) =>
  provider.exchange(
    { grant_type: 'urn:openid:params:grant-type:ciba', auth_req_id: authReqId, client_id: provider.clientId },
    key,
  );

test.each(endings)(
  'approvals: decisions, and what waits, outlive a provider that ends by %s before the tokens',
  async (end) => {
    const [approved, rejected] = [await decided('approve'), await decided('reject')];
    const waiting = await ask();
    await running[end]();
    running = await startPlatform({ services: ['sso'], after: running });

    const tokens = await exchange(approved);
    expect([tokens.status, tokens.body]).toMatchObject([200, { token_type: 'DPoP', authorization_details: [deploy] }]);
    expect(decode(String(tokens.body['access_token'])).claims).toMatchObject({ cnf: { jkt: key.jkt } });
    const receipt = await verifyReceipt(String(tokens.body['approval_receipt']), {
      issuer: provider.url,
      clientId: provider.clientId,
      keyHistory: unwrap(await provider.client.getJwksHistory()),
    });
    expect(receipt).toMatchObject({ decision: 'approved', decidedBy: 'person', authorizationDetails: [deploy] });
    // Once, also across the restart.
    expect((await exchange(approved)).body).toMatchObject({ error: 'invalid_grant' });
    expect((await exchange(rejected)).body).toMatchObject({
      error: 'access_denied',
      approval_receipt: expect.any(String),
    });
    await decide('approve');
    expect((await exchange(waiting)).status).toBe(200);
  },
);
