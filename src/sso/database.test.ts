import { randomBytes } from 'node:crypto';
import { type Kysely, type RootOperationNode, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordStatements } from '../../contract-tests/fixtures/runtime/statement-plans.ts';
import { createTestDatabase } from '../../contract-tests/fixtures/runtime/test-database.ts';
import { type SsoDatabase, ssoMigrations } from './database.ts';
import { selectApprovals } from './approvals/approval-rows.ts';
import { createStatementNames } from '../runtime/database/engine.ts';
import { createApprovalStore } from './approvals/approval-store.ts';
import { createAuthorizationRequestStore } from './sign-in/authorization-request-store.ts';
import { createBrowserSessionStore } from './sessions/browser-session-store.ts';
import { createClientOriginStore } from './clients/client-store.ts';
import { createDeviceLinkStore } from './owners/device-link-store.ts';
import { createOwnerActivityStore } from './activity/activity-store.ts';
import { createRecoveryCodeStore } from './recovery/recovery-code-store.ts';
import { createGrantStore } from './tokens/grant-store.ts';
import { createSessionRevocationStore } from './tokens/status-list-store.ts';
import { createSessionTreeStore, type SessionNode } from './sessions/session-tree-store.ts';
import { createConnectionStore, createSessionStore } from './sessions/session-store.ts';
import { createMasterKey } from '../runtime/start/master-key.ts';
import { deleteInBatches } from '../runtime/jobs/delete-expired.ts';
import { createProcessMetrics } from '../runtime/observe/metrics.ts';
import { createSsoContext } from './context.ts';
import { defaultLifetimes } from './settings.ts';
import {
  authorize,
  dpop,
  flow,
  form,
  issuer,
  type Sso,
  startSso,
} from '../../contract-tests/fixtures/sso/sso-fixture.ts';
import { approvedCode, refresh, signIn } from '../../contract-tests/fixtures/sso/owner-sign-in.ts';
import { useStarted } from '../../contract-tests/fixtures/use-started.ts';
import { newKey } from '../../contract-tests/fixtures/protocol/keys.ts';

const database = useStarted(() => createTestDatabase({ area: 'sso', migrations: ssoMigrations }));
let db: Kysely<SsoDatabase>;
let sso: Sso;
beforeAll(async () => {
  db = database.as<SsoDatabase>();
  sso = await startSso();
});

afterAll(() => sso.close());

const at = new Date('2026-03-01T00:00:00Z');
const id = '019ca8b2-05a8-7e02-a1c4-93d7e0b15f20';
const key = { bucket: 0xe02, hash: 'h' };

const sessionNodes: readonly SessionNode[] = [
  { kind: 'owner', sub: 'o' },
  { kind: 'browsers', sub: 'o' },
  { kind: 'browser', sub: 'o', id },
  { kind: 'authenticator', sub: 'o', id: 'device:j', approved: true },
  { kind: 'client', address: 'c', sub: 'o' },
  { kind: 'helpers', address: 'c' },
  { kind: 'session', id, sub: 'o' },
  { kind: 'key', jkt: 'j', sub: 'o' },
  { kind: 'request', id, sub: 'o' },
];

/** Every statement of requests and of the deletion of expired rows. */
const hot: readonly (readonly [string, (db: Kysely<SsoDatabase>) => Promise<unknown>])[] = [
  ['a poll', (db) => createAuthorizationRequestStore(db).byPollingCode(key)],
  ['a link', (db) => createAuthorizationRequestStore(db).byLink(key)],
  ['a link with its application', (db) => createAuthorizationRequestStore(db).withClientByLink(key)],
  ['a code', (db) => createAuthorizationRequestStore(db).byCode(key)],
  ['a code challenge', (db) => createAuthorizationRequestStore(db).challengeSeen('h')],
  [
    'a decision',
    (db) =>
      createAuthorizationRequestStore(db).decide({
        id,
        clientAddress: 'c',
        decision: 'rejected',
        ownerSub: 'o',
        amr: ['pop'],
        authenticator: 'device:j',
        browserSession: 'h',
        at,
        codeExpiresAt: at,
        decided: { event: 'sign_in_rejected', at, requestId: 'req-1' },
      }),
  ],
  ['deleting expired sign-ins', (db) => createAuthorizationRequestStore(db).deleteExpired(at, 10)],
  ['deleting expired code challenges', (db) => createAuthorizationRequestStore(db).deleteExpiredChallenges(at, 10)],
  [
    'a redemption',
    (db) =>
      createSessionStore(db).redeem({
        requestId: id,
        ownerSub: 'o',
        browserSessionId: null,
        pairwiseSub: null,
        sessionId: id,
        statusIndex: 0,
        reach: 'platform',
        jkt: null,
        publicJwk: null,
        refreshTokenHash: 'h',
        at,
        expiresAt: at,
        endsAt: at,
        place: { ip: '127.0.0.1', userAgent: null },
        issued: { event: 'tokens_issued', at, requestId: 'req-1' },
      }),
  ],
  ['a code with its application', (db) => createGrantStore(db).ofCode(key)],
  ['a refresh token with its session and application', (db) => createGrantStore(db).ofRefreshToken(key)],
  ['a refresh token', (db) => createSessionStore(db).byRefreshToken(key)],
  [
    'a rotation',
    (db) =>
      createSessionStore(db).rotate({
        sessionId: id,
        ownerSub: 'o',
        tokenHash: 'h',
        successorHash: 'i',
        at,
        expiresAt: at,
        place: { ip: '127.0.0.1', userAgent: null },
        reused: { event: 'refresh_token_reused', at, requestId: 'req-1' },
      }),
  ],
  ['an access token', (db) => createSessionStore(db).ownerOfAccessToken({ sessionId: id, statusIndex: 0, at })],
  ["an owner's sessions", (db) => createConnectionStore(db).list({ ownerSub: 'o', at, limit: 10, after: { at, id } })],
  ['a revoked access token', (db) => createSessionStore(db).endAccessTokens({ sessionId: id, statusIndex: 0, at })],
  ...sessionNodes.map(
    (node) =>
      [`ending ${node.kind}`, (db: Kysely<SsoDatabase>) => createSessionTreeStore(db).preview(node, 'o', at)] as const,
  ),
  ['deleting expired sessions', (db) => createSessionStore(db).deleteExpired(at, 10)],
  ['deleting expired refresh tokens', (db) => createSessionStore(db).deleteExpiredRefreshTokens(at, 10)],
  ['a status list', (db) => createSessionRevocationStore(db).list({ from: 0, length: 8, after: at })],
  ['deleting expired marks', (db) => createSessionRevocationStore(db).deleteExpired(at, 10)],
  [
    'a browser session',
    (db) => createBrowserSessionStore(db).use({ ownerSub: 'o', hash: 'h' }, at, { ip: '127.0.0.1', userAgent: null }),
  ],
  [
    "an owner's browser sessions",
    (db) => createBrowserSessionStore(db).list({ sub: 'o', at, limit: 10, after: { at, id } }),
  ],
  ["an owner's activity", (db) => createOwnerActivityStore(db).list({ sub: 'o', limit: 10, after: { at, id: '1' } })],
  ['a request of an agent', (db) => createApprovalStore(db).byLink('h')],
  [
    'an inbox',
    (db) => createApprovalStore(db).list({ ownerSub: 'o', state: 'pending', at, limit: 10, after: { at, id } }),
  ],
  ['a recovery code', (db) => createRecoveryCodeStore(db).ownerOf('h')],
  ["an owner's recovery codes", (db) => createRecoveryCodeStore(db).state('o')],
  ['the link of a device', (db) => createDeviceLinkStore(db).ownerOf('h', at)],
  ['the state of a link', (db) => createDeviceLinkStore(db).get('o', id)],
  ['deleting expired links', (db) => createDeviceLinkStore(db).deleteExpired(at, 10)],
  ['a preflight request', (db) => createClientOriginStore(db).anyAllows('http://localhost:3000')],
];

test.each(hot)('sso: %s reads by index, independent of the number of rows', async (_what, run) => {
  const { plugin, executed } = recordStatements();
  await run(db.withPlugin(plugin));
  expect(executed.length).toBeGreaterThan(0);
  for (const statement of executed) expect(await plan(statement)).not.toMatch(/Seq Scan/);
});

const nodesOfOwners = sessionNodes.filter((node) => node.kind !== 'owner' && 'sub' in node);

// Sessions and browsers live with their owner: the statement leads to their node, wherever it names a table.
test.each(nodesOfOwners)('sso: what ends $kind names the owner of every session and browser', async (node) => {
  const { plugin, executed } = recordStatements();
  const event = { event: 'session_revoked', at, requestId: 'req-1' } as const;
  await createSessionTreeStore(db.withPlugin(plugin)).endSession({ node, reason: 'owner', at, event });
  const statements = executed.map((each) => db.getExecutor().compileQuery(each, { queryId: 'ended' }).sql);
  const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const ofOwners = statements.filter((text) => /"?sso"?\."?(?:sessions|browser_sessions|device_links)\b/.test(text));
  expect(ofOwners.length).toBeGreaterThan(0);
  for (const text of ofOwners)
    expect(count(text, /\bowner_sub"? = \$/g), text).toBe(
      count(text, /"?sso"?\."?(?:sessions|browser_sessions|device_links)\b/g),
    );
});

test('sso: the statement that reads a request of an agent can be prepared', () => {
  const { sql: text, parameters } = selectApprovals(db).where('request.id', '=', id).compile();
  expect(createStatementNames()(text, parameters)).toBe('statement_1');
});

test('token requests: those of one turn read their grants and applications by one statement', async () => {
  const { plugin, executed } = recordStatements();
  const grants = createGrantStore(db.withPlugin(plugin));
  expect(await Promise.all(['h', 'i', 'j'].map((hash) => grants.ofRefreshToken({ ...key, hash })))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(executed).toHaveLength(1);
  expect(await Promise.all(['h', 'i', 'j'].map((hash) => grants.ofCode({ ...key, hash })))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(executed).toHaveLength(2);
});

/** Returns the plan with sequential scans disabled, as with many rows: the planner scans only without a usable index. */
function plan(statement: RootOperationNode): Promise<string> {
  return db.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    const compiled = trx.getExecutor().compileQuery(statement, { queryId: 'plan' });
    const { rows } = await trx.executeQuery<Record<string, string>>({ ...compiled, sql: `explain ${compiled.sql}` });
    return rows.map((row) => Object.values(row).join('')).join('\n');
  });
}

const tables = [
  'sso.authorization_requests',
  'sso.code_challenges',
  'sso.sessions',
  'sso.refresh_tokens',
  'sso.session_revocations',
  'sso.dpop_proofs',
  'sso.audit_events',
] as const;

async function counts(): Promise<number[]> {
  const rows = [];
  for (const table of tables) {
    const row = await sso.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('rows'))
      .executeTakeFirst();
    rows.push(Number(row?.rows));
  }
  return rows;
}

/** Runs the deletions that the service repeats every minute. */
async function deleteExpired(): Promise<void> {
  const { expirations } = createSsoContext({
    database: sso.database,
    masterKey: createMasterKey(new Uint8Array(32).fill(7)),
    environment: {
      rateLimit: undefined,
      metrics: createProcessMetrics(() => ({ total: 1, idle: 1, waiting: 0 })).service('sso'),
    },
    settings: { issuer, adminKey: undefined, lifetimes: defaultLifetimes, dpopNonce: false, registration: 'open' },
    now: sso.now,
    randomBytes,
    newId: () => crypto.randomUUID(),
  });
  for (const round of expirations) await deleteInBatches(round, 2);
}

test('sso: expired rows are deleted in small batches, rows that are still read stay', async () => {
  const key = newKey();
  for (let index = 0; index < 3; index += 1) await authorize(sso, flow().query);
  const { grant } = await approvedCode(sso, { dpop_jkt: key.jkt });
  await form(sso, '/oauth/token', grant, { dpop: await dpop(sso, key) });
  const { refresh_token, access_token } = await signIn(sso);
  await refresh(sso, refresh_token);
  await form(sso, '/oauth/revoke', { token: access_token, client_id: grant['client_id'] ?? '' });
  const before = await counts();
  expect(before.every((rows) => rows > 0)).toBe(true);
  await deleteExpired();
  expect(await counts()).toEqual(before);

  // A used proof outlives its freshness by five minutes, for clocks that differ.
  sso.advance(5 * 60);
  await deleteExpired();
  expect(await counts()).toEqual(before);
  sso.advance(2 * 60);
  await deleteExpired();
  expect(await counts()).toEqual(before.with(tables.indexOf('sso.dpop_proofs'), 0));

  // Requests and marks of revoked access tokens have expired; sessions and challenges have not.
  sso.advance(2 * 86_400);
  await deleteExpired();
  expect(await counts()).toEqual([0, before[1], before[2], before[3], 0, 0, before[6]]);

  sso.advance(32 * 86_400);
  await deleteExpired();
  expect(await counts()).toEqual([0, before[1], 0, 0, 0, 0, before[6]]);

  sso.advance(400 * 86_400);
  await deleteExpired();
  expect(await counts()).toEqual([0, 0, 0, 0, 0, 0, before[6]]);
});
