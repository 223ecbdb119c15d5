import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { delegation, exchangeFor } from '../../../contract-tests/fixtures/sso/agents.ts';
import { refresh, signIn } from '../../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { sendsToAllNodes, testDistribution } from '../../../contract-tests/fixtures/citus.ts';
import { clientId, startSso } from '../../../contract-tests/fixtures/sso/sso-fixture.ts';
import { explainStatements, tasksOf } from '../../../contract-tests/fixtures/runtime/statement-plans.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';
import { bucketOfId, bucketOfSecret } from '../../runtime/database/bucket.ts';
import type { SsoDatabase } from '../database.ts';
import { createSsoStores, type SsoStores } from '../stores.ts';
import { secretHash, secretKey } from '../tokens/grant-secrets.ts';
import { statusIndexOf } from '../tokens/status-lists.ts';
import { decode, newKey } from '../../../contract-tests/fixtures/protocol/keys.ts';

const sso = useStarted(startSso);

/** The `jti` of an access token begins with the id of its session. */
const sessionOf = (accessToken: string): string => String(decode(accessToken).claims['jti']).split('.')[0] ?? '';

async function startSession() {
  const { access_token: accessToken, refresh_token: token, sub } = await signIn(sso);
  const { claims } = decode(accessToken);
  return { sessionId: sessionOf(accessToken), statusIndex: statusIndexOf(claims) ?? -1, token, sub };
}

type Session = Awaited<ReturnType<typeof startSession>>;

const inMinutes = (minutes: number): Date => new Date(sso.now().getTime() + minutes * 60_000);

const rotate = ({ sessions }: SsoStores, { sessionId, token, sub }: Session, successor: string) =>
  sessions.rotate({
    sessionId,
    ownerSub: sub,
    tokenHash: secretHash(token),
    successorHash: secretHash(successor),
    at: sso.now(),
    expiresAt: inMinutes(10),
    place: { ip: '127.0.0.1', userAgent: null },
    reused: { event: 'refresh_token_reused', at: sso.now(), requestId: 'req-1' },
  });

const ofSessions: readonly (readonly [string, (stores: SsoStores, session: Session) => Promise<unknown>])[] = [
  [
    'a refresh',
    async (stores, session) => {
      const found = await stores.grants.ofRefreshToken(secretKey(session.token));
      expect(found).toMatchObject({ grant: { id: session.sessionId } });
      expect(await rotate(stores, session, 'one')).toBe('rotate');
      expect(await rotate(stores, session, 'other')).toBe('reuse');
    },
  ],
  [
    'introspection',
    async ({ sessions }, { token, sub }) => {
      expect(await sessions.byRefreshToken(secretKey(token))).toMatchObject({ ownerSub: sub });
      expect(await sessions.refreshTokenExpiry(secretKey(token), sso.now())).toBeInstanceOf(Date);
    },
  ],
  [
    'userinfo',
    async ({ sessions }, { sub, ...token }) =>
      expect(await sessions.ownerOfAccessToken({ ...token, at: sso.now() })).toBe(sub),
  ],
  [
    'the revocation of an access token',
    async ({ sessions }, { sub, ...token }) =>
      expect(await sessions.endAccessTokens({ ...token, at: sso.now() })).toBe(sub),
  ],
  [
    'the revocation of a session',
    async ({ sessionTree }, { sessionId: id, sub }) => {
      const event = { event: 'session_revoked', at: sso.now(), requestId: 'req-1' } as const;
      const ending = { node: { kind: 'session', id, sub }, reason: 'client', at: sso.now(), event } as const;
      expect(await sessionTree.endSession(ending)).toMatchObject({ sessions: 1 });
    },
  ],
];

// Where rows are spread, the plan says how many nodes each part of a statement asks. A whole schema has one node.
test.runIf(testDistribution() !== 'schemas').each(ofSessions)(
  'sso rows: each statement of %s asks the node of the session',
  async (_name, work) => {
    const session = await startSession();
    const plans = await explainStatements(sso.db, (db: Kysely<SsoDatabase>) => work(createSsoStores(db), session));
    for (const { statement, plan } of plans) {
      const elsewhere = tasksOf(plan).filter((count) => count !== 1);
      expect(elsewhere, `${statement}\n${plan}`).toEqual([]);
      expect(sendsToAllNodes(plan), plan).toBe(false);
      if (/"?sso"?\."?(?:sessions|refresh_tokens)\b/.test(statement)) expect(statement).toMatch(/\bbucket\b/);
    }
  },
);

test('sso rows: a refresh token with the bucket of another session is unknown', async () => {
  const [{ token }, { grants, sessions }] = [await startSession(), createSsoStores(sso.db)];
  const lying = { bucket: (bucketOfSecret(token) + 1) % 4096, hash: secretHash(token) };
  expect(await grants.ofRefreshToken(lying)).toBeUndefined();
  expect(await sessions.byRefreshToken(lying)).toBeUndefined();
  expect(await sessions.refreshTokenExpiry(lying, sso.now())).toBeUndefined();
});

test('sso rows: refresh tokens and helpers have the bucket of the session, which says nothing of the person', async () => {
  const bucketOf = ({ access_token: token }: { readonly access_token: string }) => bucketOfId(sessionOf(token));
  const agent = newKey();
  const tokens = await signIn(sso, agent);
  const bucket = bucketOf(tokens);
  expect(bucketOfSecret(tokens.refresh_token)).toBe(bucket);
  const refreshed = await refresh(sso, tokens.refresh_token, agent);
  expect(bucketOfSecret(refreshed.json<{ refresh_token: string }>().refresh_token)).toBe(bucket);
  const helper = newKey();
  const helped = await exchangeFor(sso, helper, delegation({ sso, agent, helper, sub: tokens.sub }));
  expect(bucketOf(helped.json<{ access_token: string }>())).toBe(bucket);
  const others = await Promise.all(
    Array.from({ length: 4 }, () => signIn(sso, newKey(), clientId, { device: tokens.device, sub: tokens.sub })),
  );
  expect(new Set([bucket, ...others.map(bucketOf)]).size).toBeGreaterThan(1);
});

test('sso rows: a mark that is committed late is in the next status list', async () => {
  const { revocations } = createSsoStores(sso.db);
  const range = { from: 1_000_000, length: 8, after: sso.now() };
  const mark = (index: number, minutes: number) =>
    sso.db
      .insertInto('sso.session_revocations')
      .values({ status_index: index, revoked_at: inMinutes(minutes) })
      .execute();
  await mark(1_000_003, 5);
  expect((await revocations.list(range)).indexes).toEqual([1_000_003]);
  await mark(1_000_001, 1);
  expect((await revocations.list(range)).indexes).toEqual([1_000_001, 1_000_003]);
});
