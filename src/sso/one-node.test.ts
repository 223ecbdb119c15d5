import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { v7 } from 'uuid';
import { beforeAll, expect, test } from 'vitest';
import { sendsToAllNodes } from '../../contract-tests/fixtures/citus.ts';
import { explainStatements, tasksOf } from '../../contract-tests/fixtures/runtime/statement-plans.ts';
import { createOwners, plainRequest } from '../../contract-tests/fixtures/sso/owner-rows.ts';
import { clientId, startSso } from '../../contract-tests/fixtures/sso/sso-fixture.ts';
import { useStarted } from '../../contract-tests/fixtures/use-started.ts';
import { bucketOf, bucketOfSecret, secretInBucket, withBucket } from '../runtime/database/bucket.ts';
import { createClientAssertionStore } from './clients/client-key-store.ts';
import type { SsoDatabase } from './database.ts';
import { createAgentKeyStore } from './keys/agent-key-store.ts';
import { createAttemptStore } from './limits/attempt-store.ts';
import { passkeyAuthenticator } from './caller/caller.ts';
import { createPasskeyChallengeStore } from './owners/passkey-store.ts';
import type { NewAuthorizationRequest } from './sign-in/authorization-request-rows.ts';
import type { Decision } from './sign-in/authorization-request-store.ts';
import { createSsoStores, type SsoStores } from './stores.ts';
import { ownSecret, ownSecretKey, secretHash, secretKey } from './tokens/grant-secrets.ts';
import { newKey } from '../../contract-tests/fixtures/protocol/keys.ts';

const at = new Date('2026-03-01T12:00:00.000Z');
const later = new Date('2026-03-01T12:10:00.000Z');
const place = { ip: '127.0.0.1', userAgent: null };

const sso = useStarted(startSso);
let ownerSub: string;
/** Key of a device and id of a passkey of the owner. */
let [jkt, credentialId] = ['', ''];
beforeAll(async () => {
  const [owner] = await createOwners(sso.db, at);
  ownerSub = owner?.sub ?? '';
  const { passkeys, devices } = (await createSsoStores(sso.db).owners.get(ownerSub)) ?? {};
  [jkt, credentialId] = [devices?.[0]?.jkt ?? '', passkeys?.[0]?.credentialId ?? ''];
});

const newSecret = () => secretHash(randomUUID());
const eventOf = <const Event extends string>(event: Event) => ({ event, at, requestId: 'req-1' });

/** A request and what leads to it. */
function newRequest() {
  const codeChallenge = newSecret();
  const secret = () => secretInBucket(newSecret(), bucketOf(codeChallenge));
  const [link, pollingCode, code] = [secret(), secret(), secret()];
  const request: NewAuthorizationRequest = {
    id: withBucket(v7(), bucketOf(codeChallenge)),
    linkHash: secretHash(link),
    pollingCodeHash: secretHash(pollingCode),
    codeHash: secretHash(code),
    codeChallenge,
    clientAddress: clientId,
    responseMode: 'json',
    ...plainRequest,
    reach: 'platform',
    comparisonCode: 'BCD-FGH',
    requesterIp: place.ip,
    createdAt: at,
    expiresAt: later,
  };
  return { request, link, pollingCode, code, deviceCode: secret() };
}

type Started = ReturnType<typeof newRequest>;

const decisionOf = ({ request }: Started, decision: Decision['decision']): Decision => ({
  id: request.id,
  clientAddress: clientId,
  decision,
  ownerSub,
  amr: ['user'],
  authenticator: null,
  at,
  codeExpiresAt: later,
  decided: eventOf(decision === 'approved' ? 'sign_in_approved' : 'sign_in_rejected'),
});

const redemptionOf = ({ request }: Started, jkt: string | null) => ({
  requestId: request.id,
  ownerSub,
  browserSessionId: null,
  pairwiseSub: null,
  sessionId: v7(),
  reach: request.reach,
  jkt,
  publicJwk: jkt === null ? null : ({ kty: 'OKP', crv: 'Ed25519', x: jkt } as const),
  refreshTokenHash: newSecret(),
  at,
  expiresAt: later,
  endsAt: later,
  place,
  issued: eventOf('tokens_issued'),
});

/** What a HTTP request does with the rows of a sign-in. */
type Request = (request: SsoStores, started: Started) => Promise<unknown>;

const ofBuckets: readonly (readonly [string, Request])[] = [
  [
    'authorize',
    async ({ requests }) => {
      const { request } = newRequest();
      expect(await requests.challengeSeen(request.codeChallenge ?? '')).toBe(false);
      expect(await requests.create(request)).toBe(true);
    },
  ],
  [
    'pollAuthorization',
    async ({ requests }, { pollingCode }) =>
      expect(await requests.byPollingCode(secretKey(pollingCode))).toMatchObject({ decision: 'pending' }),
  ],
  [
    'opening the link',
    async ({ requests }, { link, request }) => {
      expect(await requests.byLink(secretKey(link))).toMatchObject({ id: request.id });
      expect(await requests.withClientByLink(secretKey(link))).toMatchObject({
        authorization: { ...(await requests.byLink(secretKey(link))) },
        client: { address: request.clientAddress },
      });
    },
  ],
  [
    'approving',
    async ({ requests }, started) => expect(await requests.decide(decisionOf(started, 'approved'))).toBe(true),
  ],
  [
    'declining',
    async ({ requests }, started) => expect(await requests.decide(decisionOf(started, 'rejected'))).toBe(true),
  ],
  [
    'the device flow',
    async ({ requests, deviceCodes }, { request, deviceCode }) => {
      const device = newRequest();
      await requests.create({ ...device.request, codeChallenge: null, deviceFlow: true });
      await deviceCodes.create({ codeHash: secretHash(deviceCode), requestId: request.id });
      const key = secretKey(deviceCode);
      expect(await deviceCodes.request(key)).toMatchObject({ id: request.id });
      expect(await deviceCodes.polledEarly(key, at)).toBe(false);
      expect(await deviceCodes.polledEarly(key, at)).toBe(true);
    },
  ],
  [
    'createPushedAuthorization and its use',
    async ({ pushedRequests }) => {
      const uri = secretKey(newSecret());
      await pushedRequests.create({ uri, clientAddress: clientId, parameters: '{}', expiresAt: later });
      expect(await pushedRequests.consume({ uri, clientAddress: clientId, at })).toBe('{}');
    },
  ],
];

async function plansOf(work: (db: Kysely<SsoDatabase>) => Promise<unknown>) {
  const plans = await explainStatements(sso.db, work);
  expect(plans.length).toBeGreaterThan(0);
  for (const { statement, plan } of plans)
    expect(
      tasksOf(plan).filter((count) => count !== 1),
      `${statement}\n${plan}`,
    ).toEqual([]);
  return plans;
}

// Where rows are spread, the plan says how many nodes each part of a statement asks.
test.each(ofBuckets)('sso rows: each statement of %s asks one node', async (_name, request) => {
  const started = newRequest();
  await createSsoStores(sso.db).requests.create(started.request);
  for (const { statement, plan } of await plansOf((db) => request(createSsoStores(db), started))) {
    expect(statement).toMatch(/\bbucket\b/);
    expect(sendsToAllNodes(plan), plan).toBe(false);
  }
});

test('sso rows: the exchange of a code asks the node of the request, and that of the key', async () => {
  const started = newRequest();
  const { requests, sessions } = createSsoStores(sso.db);
  await requests.create(started.request);
  await requests.decide(decisionOf(started, 'approved'));
  const statusIndex = await sessions.reserveStatusIndex();
  const plans = await plansOf(async (db) => {
    const stores = createSsoStores(db);
    const code = secretKey(started.code);
    expect(await stores.grants.ofCode(code)).toMatchObject({ grant: { id: started.request.id } });
    expect(await stores.sessions.redeem({ ...redemptionOf(started, newSecret()), statusIndex })).toBe(true);
    expect(await stores.requests.byCode(code)).toMatchObject({ redeemedAt: at });
  });
  for (const { statement } of plans) expect(statement).toMatch(/\bbucket\b/);
});

const ofOwnKeys: readonly (readonly [string, RegExp, (db: Kysely<SsoDatabase>) => Promise<unknown>])[] = [
  [
    'a guess',
    /\bnetwork\b/,
    async (db) => {
      const attempts = createAttemptStore(db);
      const guess = { kind: 'userCode', network: newSecret(), at, windowStart: at };
      await attempts.count(guess);
      await attempts.recent(guess);
      await attempts.release(guess);
    },
  ],
  [
    'a client assertion',
    /\bclient_address\b/,
    (db) => createClientAssertionStore(db).once(clientId, newSecret(), later),
  ],
  [
    'a passkey ceremony',
    /\bchallenge_hash\b/,
    async (db) => {
      const [challenges, hash] = [createPasskeyChallengeStore(db), newSecret()];
      await challenges.open(hash, { kind: 'sign_in' }, later);
      expect(await challenges.consume(hash, 'sign_in', at)).toEqual({ kind: 'sign_in' });
    },
  ],
  [
    'the key of an agent',
    /\bjkt\b/,
    async (db) => {
      const [keys, jkt] = [createAgentKeyStore(db), newSecret()];
      await keys.refusal(jkt, ownerSub);
      await keys.isCompromised(jkt);
    },
  ],
];

const lasting = new Date('2036-01-01T00:00:00.000Z');

/** Signs the owner in to a browser. @returns what its cookie says */
async function signedIn(stores: Pick<SsoStores, 'browserSessions'>) {
  const cookie = ownSecret(newSecret(), ownerSub);
  const { hash } = ownSecretKey(cookie);
  const session = { id: v7(), tokenHash: hash, sub: ownerSub, authenticator: null, createdAt: at, expiresAt: lasting };
  expect(await stores.browserSessions.create({ ...session, place })).toBe(true);
  return cookie;
}

/** What a HTTP request does with the rows of a person. */
const ofPeople: readonly (readonly [string, (stores: SsoStores) => Promise<unknown>])[] = [
  [
    'a browser cookie',
    async (stores) => {
      const key = ownSecretKey(await signedIn(stores));
      expect(await stores.browserSessions.use(key, later, place)).toMatchObject({ sub: ownerSub });
      await stores.browserCeremonies.record(key, later);
      expect(await stores.browserCeremonies.last(key, later)).toMatchObject({ sub: ownerSub, at: later });
    },
  ],
  [
    'a key of the console',
    async ({ consoleAccess }) => {
      const key = ownSecretKey(ownSecret(newSecret(), ownerSub));
      const { ownerSub: sub, hash: keyHash } = key;
      const grant = { id: v7(), name: 'Operator', sub, scopes: [], grantedBy: 'bootstrap', grantedAt: at };
      expect(await consoleAccess.set({ ...grant, expiresAt: lasting })).toMatchObject({ sub });
      await consoleAccess.createSession({
        keyHash,
        sub,
        sessionId: v7(),
        createdAt: at,
        confirmedAt: at,
        expiresAt: later,
      });
      expect(await consoleAccess.byKey(key, at)).toBeUndefined();
      await consoleAccess.deleteSession(key);
      expect(await consoleAccess.bySub(sub)).toMatchObject(grant);
      expect(await consoleAccess.remove(sub)).toBe(true);
    },
  ],
  [
    'a sign-in with a passkey',
    async ({ passkeys, owners }) => {
      const passkey = await passkeys.byId(credentialId);
      expect(passkey).toMatchObject({ sub: ownerSub });
      expect(await owners.isSuspended(ownerSub)).toBe(false);
      expect(await passkeys.use({ credentialId, sub: ownerSub }, 1, at)).toBe(true);
    },
  ],
  [
    'a request of a device',
    async ({ owners }) => expect(await owners.useDevice(jkt, at)).toEqual({ sub: ownerSub, suspended: false }),
  ],
  [
    'a decision in a browser',
    async (stores) => {
      const started = newRequest();
      await stores.requests.create(started.request);
      const { hash: browserSession } = ownSecretKey(await signedIn(stores));
      const authenticator = passkeyAuthenticator(credentialId);
      const decision = { ...decisionOf(started, 'approved'), authenticator, browserSession };
      expect(await stores.requests.decide(decision)).toBe(true);
    },
  ],
  [
    'consents and known hosts',
    async ({ consents, seenRedirects }) => {
      await consents.grant(ownerSub, clientId, at);
      expect(await consents.isGranted(ownerSub, clientId)).toBe(true);
      await consents.revoke(ownerSub, clientId);
      const seen = { ownerSub, clientAddress: clientId, host: 'app.example' };
      await seenRedirects.record(seen, at);
      expect(await seenRedirects.includes(seen)).toBe(true);
    },
  ],
  [
    'recovery codes of a known person',
    async ({ recovery }) => {
      const hash = newSecret();
      expect(await recovery.replace(ownerSub, [hash], at)).toBe(true);
      expect(await recovery.state(ownerSub)).toMatchObject({ remaining: 1 });
      expect(await recovery.use(ownerSub, hash, at)).toBe(true);
      await recovery.confirm(ownerSub);
    },
  ],
  [
    'a link of a known person',
    async ({ deviceLinks }) => {
      const [id, linkHash] = [v7(), newSecret()];
      const link = { id, linkHash, sub: ownerSub, authenticator: null, createdAt: at, expiresAt: later };
      expect(await deviceLinks.create(link)).toBe(true);
      expect(await deviceLinks.use({ linkHash, sub: ownerSub }, { jkt }, at)).toBe(true);
      expect(await deviceLinks.get(ownerSub, id)).toMatchObject({ name: 'Phone' });
      expect(await deviceLinks.delete(ownerSub, id)).toBe(true);
    },
  ],
  [
    'a profile with a picture',
    async ({ owners, pictures }) => {
      await pictures.set(ownerSub, { digest: newSecret(), type: 'image/png', content: Buffer.alloc(1) });
      expect(await owners.updateProfile(ownerSub, { displayName: 'Ada' })).toMatchObject({ displayName: 'Ada' });
      expect(await owners.profile(ownerSub)).toMatchObject({ displayName: 'Ada' });
      await pictures.delete(ownerSub);
    },
  ],
  [
    'an event on record, and what the owner reads of it',
    async ({ audit, activity }) => {
      await audit.record({ event: 'passkey_registered', at: later, requestId: 'req-1', ownerSub });
      const [notice] = await activity.notices(ownerSub);
      expect(notice).toMatchObject({ event: 'passkey_registered' });
      expect(await activity.list({ sub: ownerSub, limit: 10 })).toContainEqual(notice);
      expect(await activity.markSeen(ownerSub, notice?.id ?? '0')).toBe(true);
      expect(await activity.notices(ownerSub)).toEqual([]);
    },
  ],
  [
    'the delegations of a key',
    async ({ delegations }) => {
      const [parentJkt, jti] = [newKey().jkt, v7()];
      expect(await delegations.revoke({ parentJkt, jti, ownerSub, at, expiresAt: later })).toEqual({ sessionId: null });
      expect(await delegations.find({ parentJkt, jti })).toMatchObject({ revokedAt: at });
      expect(await delegations.list({ parentJkt, ownerSub, at, limit: 10 })).toMatchObject([{ jti, revoked: true }]);
    },
  ],
  [
    'mandates and the budget of requests',
    async ({ mandates, requestBudgets }) => {
      await requestBudgets.set(ownerSub, { perHour: 1, perDay: 2 });
      expect(await requestBudgets.get(ownerSub)).toEqual({ perHour: 1, perDay: 2 });
      expect(await mandates.list({ ownerSub, at, limit: 10, after: undefined })).toEqual([]);
      expect(await mandates.revoke({ id: v7(), ownerSub, at })).toBeUndefined();
    },
  ],
];

test.each(ofPeople)('sso rows: each statement of %s asks one node', async (_name, work) => {
  for (const { statement } of await plansOf((db) => work(createSsoStores(db))))
    expect(statement).toMatch(/\b(?:owner_sub|sub|bucket|jkt|parent_jkt|credential_id)\b/);
});

test('sso rows: a cookie that names another person, or nobody, is unknown', async () => {
  const stores = createSsoStores(sso.db);
  const cookie = await signedIn(stores);
  const use = (text: string) => stores.browserSessions.use(ownSecretKey(text), at, place);
  expect(await use(cookie)).toMatchObject({ sub: ownerSub });
  const [secret = ''] = cookie.split('.');
  for (const lying of [ownSecret(secret, 'f'.repeat(32)), secret, `${cookie}.`])
    expect(await use(lying)).toBeUndefined();
  const { hash } = ownSecretKey(cookie);
  expect(await stores.browserSessions.use({ ownerSub: 'f'.repeat(32), hash }, at, place)).toBeUndefined();
});

test.each(ofOwnKeys)('sso rows: each statement of %s asks one node', async (_name, key, work) => {
  for (const { statement } of await plansOf(work)) expect(statement).toMatch(key);
});

test('sso rows: a secret with the bucket of another request finds nothing', async () => {
  const { requests, grants } = createSsoStores(sso.db);
  const { request, link, pollingCode, code } = newRequest();
  await requests.create(request);
  const lying = (secret: string) => {
    const other = secretInBucket(secret, (bucketOfSecret(secret) + 1) % 4096);
    return { bucket: bucketOfSecret(other), hash: secretHash(secret) };
  };
  expect(await requests.byLink(lying(link))).toBeUndefined();
  expect(await requests.byPollingCode(lying(pollingCode))).toBeUndefined();
  expect(await grants.ofCode(lying(code))).toBeUndefined();
});
