import { type Kysely, sql } from 'kysely';
import { expect } from 'vitest';
import { createSsoClient, type SsoApiClient } from '../../generated/sso/client.ts';
import { deviceMiddleware } from '../../src/client/http/middleware.ts';

import { unwrap } from '../../src/typed-contract/client.ts';
import { holdingLock, openProviderDatabase, race } from '../fixtures/race.ts';
import { createAuthenticator } from '../fixtures/client/authenticator.ts';
import { startProvider } from '../fixtures/sso.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { newKey } from '../fixtures/protocol/keys.ts';

const provider = useStarted(startProvider);
const database = useStarted(() => openProviderDatabase(provider));

interface Phone {
  readonly client: SsoApiClient;
  readonly jkt: string;
}

const phone = (): Phone => {
  const key = newKey();
  return {
    client: createSsoClient({ baseUrl: provider.url, middleware: [deviceMiddleware({ keypair: key })] }),
    jkt: key.jkt,
  };
};

/** An owner with two devices. */
async function ownerWithTwoPhones(): Promise<{ readonly sub: string; readonly one: Phone; readonly two: Phone }> {
  const [one, two] = [phone(), phone()];
  const { sub } = unwrap(await one.client.createDevice({ body: { name: 'One' } }));
  await joinWithLink(one, two, 'Two');
  return { sub, one, two };
}

async function joinWithLink(owner: Phone, joining: Phone, name: string): Promise<void> {
  const { link } = unwrap(await owner.client.createDeviceLink({}));
  unwrap(await joining.client.createDevice({ body: { name, link: link.split('/').at(-1) ?? '' } }));
}

const lockOwner = (sub: string) => (db: Kysely<unknown>) =>
  sql`select 1 from sso.owners where sub = ${sub} for update`.execute(db);
const statuses = (responses: readonly { readonly status: number }[]) =>
  responses.map(({ status }) => status).toSorted((a, b) => a - b);
const errorOf = ({ body }: { readonly body?: unknown }) =>
  typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;

/** Starts a sign-in. */
async function ask() {
  const { query } = provider.flow();
  const { body } = await provider.send('GET', `/oauth/authorize?${new URLSearchParams(query).toString()}`);
  return { requestId: String(body['deep_link']).split('/').at(-1) ?? '', pollingCode: String(body['polling_code']) };
}
const statusOf = async (pollingCode: string) =>
  (await provider.send('POST', '/oauth/poll', { json: { polling_code: pollingCode } })).body['status'];
const lockNewestRequest = (db: Kysely<unknown>) =>
  sql`select 1 from sso.authorization_requests
      where id = (select id from sso.authorization_requests order by created_at desc, id desc limit 1) for update`.execute(
    db,
  );
const decide = ({ client }: Phone, requestId: string, decision: 'approve' | 'reject') =>
  client.decideAuthorizationRequest({
    path: { requestId },
    body: { decision, clientId: provider.clientId, dpopJkt: null },
  });

race('sso: of an approval and a rejection at once the first is final, and polling shows it', async () => {
  const { one, two } = await ownerWithTwoPhones();
  for (const first of ['approve', 'reject'] as const) {
    const { requestId, pollingCode } = await ask();
    const [kept, late] = await holdingLock(database, lockNewestRequest, async (queued) => {
      const earlier = decide(one, requestId, first);
      await queued(1);
      const later = decide(two, requestId, first === 'approve' ? 'reject' : 'approve');
      await queued(2);
      return [earlier, later];
    });
    expect([kept?.status, late?.status, late && errorOf(late)]).toEqual([200, 409, 'already_decided']);
    expect(await statusOf(pollingCode)).toBe(first === 'approve' ? 'authorized' : 'rejected');
  }
});

race('sso: a decision that waits while its request expires decides nothing', async () => {
  const { one } = await ownerWithTwoPhones();
  const { requestId, pollingCode } = await ask();
  const expire = (db: Kysely<unknown>) =>
    sql`update sso.authorization_requests set expires_at = now() - interval '1 second'
        where id = (select id from sso.authorization_requests order by created_at desc, id desc limit 1)`.execute(db);
  const [late] = await holdingLock(database, expire, async (queued) => {
    const decision = decide(one, requestId, 'approve');
    await queued(1);
    return [decision];
  });
  expect([late?.status, late && errorOf(late)]).toEqual([410, 'request_expired']);
  expect(await statusOf(pollingCode)).toBe('expired');
});

race('sso: two devices that delete each other at once leave one of them', async () => {
  const { sub, one, two } = await ownerWithTwoPhones();
  const responses = await holdingLock(database, lockOwner(sub), async (queued) => {
    const both = [
      one.client.deleteDevice({ path: { jkt: two.jkt } }),
      two.client.deleteDevice({ path: { jkt: one.jkt } }),
    ];
    await queued(2);
    return both;
  });
  expect(statuses(responses)).toEqual([204, 409]);
  expect(responses.map(errorOf)).toContain('last_authenticator');
  const left = await Promise.all([one, two].map(({ client }) => client.getOwner()));
  expect(statuses(left)).toEqual([200, 401]);
});

race('sso: one recovery code that is used twice at once adds one passkey', async () => {
  const { sub, one } = await ownerWithTwoPhones();
  const { codes } = unwrap(await one.client.createRecoveryCodes({}));
  const headers = { origin: provider.url };
  const credentials = await Promise.all(
    ['First', 'Second'].map(async (name) => {
      const json = { code: codes[0], name };
      const { body } = await provider.send('POST', '/api/v1/owner/recovery/options', { json, headers });
      const { challenge } = body['publicKey'] as { challenge: string };
      return createAuthenticator().create(challenge, { origin: provider.url });
    }),
  );
  const responses = await holdingLock(database, lockOwner(sub), async (queued) => {
    const both = credentials.map((credential) =>
      provider.send('POST', '/api/v1/owner/recovery', { json: { credential }, headers }),
    );
    await queued(2);
    return both;
  });
  expect(statuses(responses)).toEqual([201, 400]);
  expect(responses.map(errorOf)).toContain('recovery_code_refused');
  const owner = unwrap(await one.client.getOwner());
  expect([owner.passkeys.length, owner.recoveryCodesLeft]).toEqual([1, 9]);
});

race('sso: one link that two devices use at once adds one of them', async () => {
  const { sub, one } = await ownerWithTwoPhones();
  const { link } = unwrap(await one.client.createDeviceLink({}));
  const secret = link.split('/').at(-1) ?? '';
  const responses = await holdingLock(database, lockOwner(sub), async (queued) => {
    const both = [phone(), phone()].map(({ client }) => client.createDevice({ body: { name: 'New', link: secret } }));
    await queued(2);
    return both;
  });
  expect(statuses(responses)).toEqual([201, 410]);
  expect(unwrap(await one.client.getOwner()).devices).toHaveLength(3);
});
