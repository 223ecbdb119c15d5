import { type Kysely, type RawBuilder, sql } from 'kysely';
import { bucketOfId, bucketsOfIds } from '../../runtime/database/bucket.ts';
import { inTransaction } from '../../runtime/database/queries.ts';
import { retryOnConflict } from '../../runtime/database/database-errors.ts';
import type { Authenticator } from '../caller/caller.ts';
import type { SsoDatabase } from '../database.ts';
import type { SessionEnd } from './session.ts';
import { type SsoAuditEvent, auditRow } from '../administration/audit-store.ts';
import { lockOwner } from '../owners/lock-owner-store.ts';
import { marked } from '../tokens/status-list-store.ts';
import { type EndedKey, recordRevokedKeys } from '../keys/session-key-store.ts';

/** What ends, with everything that grew from it. */
export type SessionNode =
  | { readonly kind: 'owner' | 'browsers'; readonly sub: string }
  /** `approved`: the sessions that it approved on another device than its own end too. */
  | { readonly kind: 'authenticator'; readonly sub: string; readonly id: Authenticator; readonly approved: boolean }
  | { readonly kind: 'browser'; readonly sub: string; readonly id: string }
  | { readonly kind: 'client'; readonly address: string; readonly sub?: string | undefined }
  /** The helpers of all agents of an application. */
  | { readonly kind: 'helpers'; readonly address: string }
  | { readonly kind: 'session'; readonly id: string; readonly sub: string }
  /** Every session that has a key, which belongs to one owner. */
  | { readonly kind: 'key'; readonly jkt: string; readonly sub: string }
  /** The session that the code of an authorization request started. */
  | { readonly kind: 'request'; readonly id: string; readonly sub: string };

export interface SessionEnding {
  readonly node: SessionNode;
  /** Of what the node names; what grew from an application's session ends with `parent_ended`. */
  readonly reason: SessionEnd;
  readonly at: Date;
  /** The audit row. Its details get the reason and the numbers. */
  readonly event: SsoAuditEvent;
}

/** Numbers of live nodes below and including a node. */
interface SessionCounts {
  readonly browserSessions: number;
  readonly applications: number;
  readonly agents: number;
  readonly helpers: number;
}

interface EndedSessions extends SessionCounts {
  /** Applications, agents and helpers. */
  readonly sessions: number;
  /** Application of the first session that ended as the node itself, not below it. */
  readonly client: string | undefined;
}

export function createSessionTreeStore(db: Kysely<SsoDatabase>) {
  return {
    /**
     * Ends a node and everything below it: browsers are signed out, refresh tokens refused, status lists marked, logout
     * tokens sent, and one audit row says so. A trigger of the sessions sends; helpers and the records of keys are ended here.
     * Repeated after a deadlock: two endings can meet at the keys of their sessions in different orders.
     *
     * @returns undefined when the node names an owner that does not exist, or a session that is not live
     */
    endSession: (ending: SessionEnding): Promise<EndedSessions | undefined> =>
      db.isTransaction
        ? endSession(db, ending)
        : retryOnConflict(() => inTransaction(db, (trx) => endSession(trx, ending))),

    /** Counts what `endSession` would end, and the agents of the owner that would stay. */
    async preview(
      node: SessionNode,
      sub: string,
      at: Date,
    ): Promise<SessionCounts & { readonly remainingAgents: number }> {
      const browsers = await browsersOf(db, node, at);
      const select = async (condition: RawBuilder<unknown>) => {
        const { rows } = await sql<ListedSession>`
          select id, ${kindColumn} as kind from sso.sessions session where ${condition}`.execute(db);
        return rows;
      };
      const roots = await select(live(node, browsers, at));
      const counts = countsOf(browsers, await withHelpers(roots, (ids) => select(helpersOf(ids, node))));
      const all = await sql<{ count: number }>`
        select count(*)::int as count from sso.sessions session
        where owner_sub = ${sub} and revoked_at is null and expires_at > ${at} and ${kindColumn} = 'agent'`.execute(db);
      return { ...counts, remainingAgents: (all.rows[0]?.count ?? 0) - counts.agents };
    },
  };
}

/** As the function of the store, in the caller's transaction. */
export async function endSession(
  trx: Kysely<SsoDatabase>,
  { node, reason, at, event }: SessionEnding,
): Promise<EndedSessions | undefined> {
  // The lock waits for decisions and redemptions in flight, and later ones see the end.
  if (node.kind === 'owner' && !(await lockOwner(trx, node.sub))) return undefined;
  const browsers = await browsersOf(trx, node, at, sql`for update`);
  await endPending(trx, node, browsers, at);
  const end = async (condition: RawBuilder<unknown>, because: SessionEnd) => {
    const { rows } = await sql<EndedSession>`
      with ended as (
        update sso.sessions session set revoked_at = ${at}, revoked_reason = ${because} where ${condition}
        returning session.id, session.status_index, ${kindColumn} as kind, session.client_address as client, session.jkt,
          session.created_at as "createdAt", session.revoked_reason as reason
      ), marked as (${marked(sql`ended`, at)})
      select id, kind, client, jkt, "createdAt", reason from ended left join marked using (status_index)`.execute(trx);
    return rows;
  };
  const roots = await end(live(node, browsers, at), reason);
  // A helper that was accepted meanwhile is seen by the next statement, and none is accepted under the lock of its agent.
  const ended = await withHelpers(roots, (ids) => end(helpersOf(ids, node), 'parent_ended'));
  await recordRevokedKeys(trx, ended, at);
  if (browsers.length > 0 && opensBrowsers(node))
    await trx
      .deleteFrom('sso.browser_sessions')
      .where('owner_sub', '=', node.sub)
      .where('id', 'in', browsers)
      .execute();
  const counts = countsOf(browsers, ended);
  const sessions = counts.applications + counts.agents + counts.helpers;
  const single =
    node.kind === 'session' || node.kind === 'client' || node.kind === 'helpers' || node.kind === 'browser';
  if (single && sessions + browsers.length === 0) return undefined;
  await trx
    .insertInto('sso.audit_events')
    .values(
      auditRow({
        ...event,
        clientAddress: event.clientAddress ?? (node.kind === 'session' ? (roots[0]?.client ?? null) : null),
        details: { reason, ...event.details, sessions, ...(browsers.length > 0 && { browsers: browsers.length }) },
      }),
    )
    .execute();
  return { ...counts, sessions, client: roots[0]?.client };
}

type SessionKind = 'application' | 'agent' | 'helper';

interface ListedSession {
  readonly id: string;
  readonly kind: SessionKind;
}

interface EndedSession extends ListedSession, EndedKey {
  readonly client: string;
}

/** Adds the sessions that grew from others, level by level: a distributed engine takes no recursion over several nodes. */
async function withHelpers<Session extends ListedSession>(
  roots: readonly Session[],
  helpers: (parents: readonly string[]) => Promise<readonly Session[]>,
): Promise<readonly Session[]> {
  const all = new Map(roots.map((session) => [session.id, session]));
  for (let parents = roots; parents.length > 0;) {
    const found = await helpers(parents.map(({ id }) => id));
    parents = found.filter(({ id }) => !all.has(id));
    for (const session of parents) all.set(session.id, session);
  }
  return [...all.values()];
}

/** An agent has a key and was approved on another device: it belongs to the owner, never to a browser. */
const kindColumn = sql<SessionKind>`case
  when session.parent_id is not null then 'helper'
  when session.jkt is not null and session.browser_session_id is null then 'agent'
  else 'application' end`;

function countsOf(browsers: readonly string[], sessions: readonly ListedSession[]): SessionCounts {
  const count = (kind: SessionKind) => sessions.filter((session) => session.kind === kind).length;
  return {
    browserSessions: browsers.length,
    applications: count('application'),
    agents: count('agent'),
    helpers: count('helper'),
  };
}

/** Lists the live browser sessions of a node. What grew from an expired one has ends of its own. */
async function browsersOf(
  db: Kysely<SsoDatabase>,
  node: SessionNode,
  at: Date,
  lock: RawBuilder<unknown> = sql``,
): Promise<readonly string[]> {
  if (!opensBrowsers(node)) return [];
  const { rows } = await sql<{ id: string }>`
    select id from sso.browser_sessions
    where owner_sub = ${node.sub} and expires_at > ${at} and ${browserCondition(node)}
    order by id ${lock}`.execute(db);
  return rows.map(({ id }) => id);
}

type BrowserNode = Extract<SessionNode, { kind: 'owner' | 'browsers' | 'authenticator' | 'browser' }>;

const opensBrowsers = (node: SessionNode): node is BrowserNode =>
  ['owner', 'browsers', 'authenticator', 'browser'].includes(node.kind);

function browserCondition(node: BrowserNode) {
  switch (node.kind) {
    case 'owner':
    case 'browsers':
      return sql`true`;
    case 'authenticator':
      // Any passkey can have started a session whose passkey is not known.
      return sql`(authenticator = ${node.id} or (authenticator is null and ${node.id.startsWith('passkey:')}))`;
    case 'browser':
      return sql`id = ${node.id}`;
  }
}

const live = (node: SessionNode, browsers: readonly string[], at: Date) =>
  sql`revoked_at is null and expires_at > ${at} and ${sessionCondition(node, browsers)} ${ofOwner(sql`owner_sub`, node)}`;

/** Helpers of sessions, which have their owner. */
const helpersOf = (parents: readonly string[], node: SessionNode) =>
  sql`bucket = any(${bucketsOfIds(parents)}::smallint[]) and parent_id = any(${parents}::uuid[]) and revoked_at is null ${ofOwner(sql`owner_sub`, node)}`;

function sessionCondition(node: SessionNode, browsers: readonly string[]) {
  const ofBrowsers = sql`browser_session_id = any(${browsers}::uuid[])`;
  switch (node.kind) {
    case 'owner':
      return sql`true`;
    case 'browsers':
    case 'browser':
      return ofBrowsers;
    case 'authenticator':
      return node.approved ? sql`(${ofBrowsers} or authenticator = ${node.id})` : ofBrowsers;
    case 'client':
      return sql`client_address = ${node.address}`;
    case 'helpers':
      return sql`client_address = ${node.address} and parent_id is not null`;
    case 'session':
      return sql`bucket = ${bucketOfId(node.id)} and id = ${node.id}`;
    case 'key':
      return sql`jkt = ${node.jkt}`;
    case 'request':
      return sql`request_id = ${node.id}`;
  }
}

/** The condition that names the owner of a node that has one. */
const ofOwner = (column: RawBuilder<unknown>, node: SessionNode) =>
  'sub' in node && node.sub !== undefined ? sql`and ${column} = ${node.sub}` : sql``;

/** Ends what a node opened and nobody has finished: codes that were not redeemed, device links and passkey ceremonies. */
async function endPending(
  trx: Kysely<SsoDatabase>,
  node: SessionNode,
  browsers: readonly string[],
  at: Date,
): Promise<void> {
  const codes = pendingCodes(node, browsers);
  if (codes)
    await sql`
      update sso.authorization_requests set code_expires_at = ${at}
      where status = 'approved' and redeemed_at is null and code_expires_at > ${at} and ${codes}`.execute(trx);
  if (node.kind !== 'authenticator') return;
  await sql`
    delete from sso.device_links
    where owner_sub = ${node.sub} and authenticator = ${node.id} and used_at is null`.execute(trx);
  await sql`
    delete from sso.passkey_challenges
    where owner_sub = ${node.sub} and authenticator = ${node.id}`.execute(trx);
}

function pendingCodes(node: SessionNode, browsers: readonly string[]) {
  switch (node.kind) {
    case 'owner':
      return sql`owner_sub = ${node.sub}`;
    case 'browsers':
    case 'browser':
      return browsers.length > 0 ? sql`browser_session_id = any(${browsers}::uuid[])` : undefined;
    case 'authenticator':
      return sql`owner_sub = ${node.sub}
        and (authenticator = ${node.id} or browser_session_id = any(${browsers}::uuid[]))`;
    case 'client':
      return node.sub === undefined ? undefined : sql`owner_sub = ${node.sub} and client_address = ${node.address}`;
    case 'helpers':
    case 'session':
    case 'key':
    case 'request':
      return undefined;
  }
}
