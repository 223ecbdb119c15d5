import { beforeAll, expect } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { enrolOwner, type Owner } from '../fixtures/identity.ts';
import { startProvider, tokenProof } from '../fixtures/sso.ts';
import { race, startSecondProvider } from '../fixtures/race.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { newKey, type TestKey } from '../fixtures/protocol/keys.ts';

// Two processes on one PostgreSQL.
/** Repetitions of each race. */
const rounds = 10;

const provider = useStarted(startProvider);
const second = useStarted(() => startSecondProvider(provider.platform));
let owners: readonly [Owner, Owner];
beforeAll(async () => {
  owners = [await enrolOwner(provider.platform), await enrolOwner(provider.platform)];
});

/** Has an owner approve a sign-in with a key. @returns the form that redeems its code */
async function approved(owner: Owner, key: TestKey): Promise<Readonly<Record<string, string>>> {
  const { verifier, query } = provider.flow({ dpop_jkt: key.jkt });
  const started = await provider.send('GET', `/oauth/authorize?${new URLSearchParams(query).toString()}`);
  await owner.decide(String(started.body['deep_link']), 'approve');
  const { body } = await provider.poll(started.body['polling_code']);
  const { client_id = '' } = query;
  return {
    grant_type: 'authorization_code',
    code: String(body['authorization_code']),
    client_id,
    code_verifier: verifier,
  };
}

/** Redeems a code at one of the two processes. */
async function redeem(process: 0 | 1, grant: Readonly<Record<string, string>>, key: TestKey) {
  const url = new URL(`${provider.url}/oauth/token`);
  if (process === 1) url.port = second.port;
  const headers = { dpop: await tokenProof(provider.url, key) };
  const response = await fetch(url, { method: 'POST', headers, body: new URLSearchParams(grant) });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const statusFor = async ({ jkt }: TestKey, { sub }: Owner) =>
  unwrap(await provider.client.getKeyStatus({ path: { jkt }, query: { sub } })).status;

race('sso: of two owners that bind one key at two processes at once, exactly one gets it', async () => {
  for (let round = 0; round < rounds; round++) {
    const key = newKey();
    const grants = [await approved(owners[0], key), await approved(owners[1], key)] as const;
    const responses = await Promise.all([redeem(0, grants[0], key), redeem(1, grants[1], key)]);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    expect(responses.find(({ status }) => status === 400)?.body).toMatchObject({
      error: 'invalid_grant',
      reason: 'key_of_another_owner',
    });
    const winner = responses[0].status === 200 ? 0 : 1;
    const statuses = [await statusFor(key, owners[0]), await statusFor(key, owners[1])];
    expect(statuses).toEqual(winner === 0 ? ['active', 'unknown'] : ['unknown', 'active']);
  }
});

race('sso: of a binding and a report that the key is stolen, at once, no session of the key remains', async () => {
  const [owner] = owners;
  for (let round = 0; round < rounds; round++) {
    const key = newKey();
    expect((await redeem(0, await approved(owner, key), key)).status).toBe(200);
    const grant = await approved(owner, key);
    const [redeemed, reported] = await Promise.all([
      redeem(1, grant, key),
      owner.sso.reportCompromisedKey({ path: { jkt: key.jkt } }),
    ]);
    expect(reported.status).toBe(200);
    if (redeemed.status !== 200) expect(redeemed.body).toMatchObject({ reason: 'key_compromised' });
    expect(await statusFor(key, owner)).toBe('revoked');
    const refreshed = { grant_type: 'refresh_token', refresh_token: String(redeemed.body['refresh_token']) };
    const { client_id = '' } = grant;
    expect((await redeem(0, { ...refreshed, client_id }, key)).status).toBe(400);
  }
});
