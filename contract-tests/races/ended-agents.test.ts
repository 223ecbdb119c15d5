import { beforeAll, expect } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { proof, startProvider } from '../fixtures/sso.ts';
import { race } from '../fixtures/race.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { newKey } from '../fixtures/protocol/keys.ts';

const rounds = 20;

const provider = useStarted(() => startProvider({ env: { RATE_LIMITS: 'off' } }));
beforeAll(async () => {
  unwrap(await provider.owner.sso.setRequestBudget({ body: { perHour: 1000, perDay: 1000 } }));
});

race(
  'approvals: a decision while the key is reported stolen is taken or refused, and gives no tokens afterwards',
  async () => {
    const { sso, sub } = provider.owner;
    for (let round = 0; round < rounds; round += 1) {
      const key = newKey();
      await provider.signIn(key);
      const url = `${provider.url}/oauth/bc-authorize`;
      const asked = await provider.send('POST', '/oauth/bc-authorize', {
        form: { client_id: provider.clientId, login_hint: sub, binding_message: 'May I?' },
        headers: { dpop: await proof({ method: 'POST', url }, key) },
      });
      const { requests } = unwrap(await sso.listOwnerRequests({ query: { state: 'pending' } }));
      const requestId = requests.find(({ agent }) => agent.jkt === key.jkt)?.requestId ?? 'none';
      const body = { decision: 'approve', clientId: provider.clientId, dpopJkt: key.jkt } as const;
      const [decided, reported] = await Promise.all([
        sso.decideAuthorizationRequest({ path: { requestId }, body }),
        sso.reportCompromisedKey({ path: { jkt: key.jkt } }),
      ]);
      expect([200, 410]).toContain(decided.status);
      expect(reported.status).toBe(200);
      const grant = { grant_type: 'urn:openid:params:grant-type:ciba', auth_req_id: String(asked.body['auth_req_id']) };
      expect((await provider.exchange({ ...grant, client_id: provider.clientId }, key)).status).toBe(400);
    }
    expect(unwrap(await sso.listOwnerRequests({ query: { state: 'pending' } })).requests).toEqual([]);
  },
);
