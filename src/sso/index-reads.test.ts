import { type Kysely, type KyselyPlugin, type RootOperationNode, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../contract-tests/fixtures/runtime/test-database.ts';
import type { SsoDatabase } from './database.ts';
import { ssoMigrations } from './migrations/index.ts';
import { createApprovalStore } from './approvals/approval-store.ts';
import { createAuthorizationRequestStore } from './sign-in/authorization-request-store.ts';
import { createBrowserSessionStore } from './sessions/browser-session-store.ts';
import { createClientOriginStore } from './clients/client-store.ts';
import { createDeviceLinkStore } from './owners/device-link-store.ts';
import { createOwnerActivityStore } from './activity/activity-store.ts';
import { createRecoveryCodeStore } from './recovery/recovery-code-store.ts';
import { createSessionRevocationStore } from './tokens/status-list-store.ts';
import { createSessionTreeStore, type SessionNode } from './sessions/session-tree-store.ts';
import { createConnectionStore, createSessionStore } from './sessions/session-store.ts';

let database: TestDatabase;
let db: Kysely<SsoDatabase>;
beforeAll(async () => {
  database = await createTestDatabase({ area: 'sso', migrations: ssoMigrations });
  db = database.as<SsoDatabase>();
});
afterAll(() => database.close());

const at = new Date('2026-03-01T00:00:00Z');
const id = '019ca8b2-05a8-7e02-a1c4-93d7e0b15f20';

const sessionNodes: readonly SessionNode[] = [
  { kind: 'owner', sub: 'o' },
  { kind: 'browsers', sub: 'o' },
  { kind: 'browser', sub: 'o', id },
  { kind: 'authenticator', sub: 'o', id: 'device:j', approved: true },
  { kind: 'client', address: 'c', sub: 'o' },
  { kind: 'helpers', address: 'c' },
  { kind: 'session', id, sub: 'o' },
  { kind: 'key', jkt: 'j' },
  { kind: 'request', id },
];

/** Every statement of requests and of the deletion of expired rows. */
const hot: readonly (readonly [string, (db: Kysely<SsoDatabase>) => Promise<unknown>])[] = [
  ['a poll', (db) => createAuthorizationRequestStore(db).byPollingCode('h')],
  ['a link', (db) => createAuthorizationRequestStore(db).byLink('h')],
  ['a code', (db) => createAuthorizationRequestStore(db).byCode('h')],
  ['a code challenge', (db) => createAuthorizationRequestStore(db).challengeSeen('h')],
  [
    'a decision',
    (db) =>
      createAuthorizationRequestStore(db).decide({
        id,
        decision: 'rejected',
        ownerSub: 'o',
        amr: ['pop'],
        authenticator: 'device:j',
        browserSession: 'h',
        at,
        codeExpiresAt: at,
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
  ['a code', (db) => createAuthorizationRequestStore(db).byCode('h')],
  ['a refresh token', (db) => createSessionStore(db).byRefreshToken('h')],
  [
    'a rotation',
    (db) =>
      createSessionStore(db).rotate({
        sessionId: id,
        tokenHash: 'h',
        successorHash: 'i',
        at,
        expiresAt: at,
        place: { ip: '127.0.0.1', userAgent: null },
        publicJwk: null,
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
  ['a browser session', (db) => createBrowserSessionStore(db).use('h', at, { ip: '127.0.0.1', userAgent: null })],
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
  const statements: RootOperationNode[] = [];
  const watch: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements.push(node);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  await run(db.withPlugin(watch));
  expect(statements.length).toBeGreaterThan(0);
  for (const statement of statements) expect(await plan(statement)).not.toMatch(/Seq Scan/);
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
