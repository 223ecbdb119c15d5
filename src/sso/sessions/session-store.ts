import { type Kysely, type Selectable, sql } from 'kysely';
import type { SsoDatabase } from '../database.ts';
import type { Reach } from '../settings.ts';
import { type AgentAction, lastActionOf, type ConnectedSessionRecord, type RefreshDecision } from './session.ts';
import { bucketOf, bucketOfId, bucketsOfIds } from '../../runtime/database/bucket.ts';
import type { SecretKey } from '../tokens/grant-secrets.ts';
import { retryOnConflict } from '../../runtime/database/database-errors.ts';
import type { KeyRefusal } from '../sign-in/authorization-request.ts';
import { marked } from '../tokens/status-list-store.ts';
import { redeemCode, type Redemption, rotateRefreshToken, type Rotation } from '../tokens/token-store.ts';
import { newestFirst, inTransaction } from '../../runtime/database/queries.ts';
import { deleteFound } from '../../runtime/database/delete-found.ts';
import type { PagePosition } from '../../runtime/http/page.ts';

/** Selects the sessions that are neither revoked nor expired, of enabled applications. */
export function liveSessions(db: Kysely<SsoDatabase>, at: Date) {
  return db
    .selectFrom('sso.sessions as session')
    .innerJoin('sso.clients as client', 'client.address', 'session.client_address')
    .where('client.disabled_at', 'is', null)
    .where('session.revoked_at', 'is', null)
    .where('session.expires_at', '>', at);
}

/** Selects the live sessions that their owner has not paused: only they get tokens, and only their tokens are valid. */
export const activeSessions = (db: Kysely<SsoDatabase>, at: Date) =>
  liveSessions(db, at).where('session.paused_at', 'is', null);

/** Maps a row joined with its application, whose restriction restricts the session. */
export function reachedSession(
  row: Selectable<SsoDatabase['sso.sessions']> & { readonly clientReach: Reach },
): ConnectedSessionRecord {
  return { ...sessionOf(row), ...(row.clientReach === 'sign-in' && { reach: row.clientReach }) };
}

function sessionOf(row: Selectable<SsoDatabase['sso.sessions']>): ConnectedSessionRecord {
  return {
    id: row.id,
    statusIndex: row.status_index,
    clientAddress: row.client_address,
    ownerSub: row.owner_sub,
    scope: row.scope,
    reach: row.reach,
    resource: row.resource,
    jkt: row.jkt,
    authTime: row.auth_time,
    amr: row.amr,
    acr: row.acr,
    agentName: row.agent_name,
    name: row.name,
    lastPlace: row.last_ip === null ? null : { ip: row.last_ip, userAgent: row.last_user_agent },
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    endsAt: row.ends_at,
    pausedAt: row.paused_at,
    revokedAt: row.revoked_at,
    browserSessionId: row.browser_session_id,
    parentId: row.parent_id,
    chain: row.chain,
  };
}

/** Sessions that one statement gives another index. */
const indexesAtOnce = 1000;

/** Numbers of the status lists that a process takes at once: a statement for each session would cost a fifth of a token request. */
const reservedAtOnce = 16;

/** Takes numbers of the status lists for sessions. */
async function takeStatusIndexes(db: Kysely<SsoDatabase>, count: number): Promise<readonly number[]> {
  const { rows } = await sql<{ index: number }>`
    select nextval('sso.status_indexes') as index from generate_series(1, ${count}::integer)`.execute(db);
  return rows.map(({ index }) => index);
}

/** Gives each session another index. */
export async function renewStatusIndexes(db: Kysely<SsoDatabase>, ids: readonly string[]): Promise<void> {
  const indexes = await takeStatusIndexes(db, ids.length);
  for (let from = 0; from < ids.length; from += indexesAtOnce) {
    const some = ids.slice(from, from + indexesAtOnce);
    const fresh = some.map(
      (id, place) => sql`(${bucketOfId(id)}::smallint, ${id}::uuid, ${indexes[from + place]}::bigint)`,
    );
    await sql`
      update sso.sessions as session set status_index = fresh.index from (values ${sql.join(fresh)}) as fresh (bucket, id, index)
      where session.bucket = any(${bucketsOfIds(some)}::smallint[])
        and session.bucket = fresh.bucket and session.id = fresh.id`.execute(db);
  }
}

export function createSessionStore(db: Kysely<SsoDatabase>) {
  const reserved: number[] = [];
  return {
    /** Reserves the index of a session in the status lists. Those of this process that no session uses stay unused. */
    async reserveStatusIndex(): Promise<number> {
      if (reserved.length === 0) reserved.push(...(await takeStatusIndexes(db, reservedAtOnce)));
      const index = reserved.shift();
      return index ?? Promise.reject(new Error('The sequence sso.status_indexes returned no value.'));
    },

    /** Repeated after a deadlock with the deletion of the owner. */
    redeem: (redemption: Redemption): Promise<boolean | KeyRefusal> =>
      retryOnConflict(() => redeemCode(db, redemption)),

    /** Returns the session of a refresh token, live or not; undefined when its application is disabled. */
    async byRefreshToken({ bucket, hash }: SecretKey): Promise<ConnectedSessionRecord | undefined> {
      const row = await db
        .selectFrom('sso.refresh_tokens as token')
        .innerJoin('sso.sessions as session', (join) =>
          join.onRef('session.id', '=', 'token.session_id').onRef('session.bucket', '=', 'token.bucket'),
        )
        .innerJoin('sso.clients as client', 'client.address', 'session.client_address')
        .selectAll('session')
        .select('client.reach as clientReach')
        .where('token.bucket', '=', bucket)
        .where('token.token_hash', '=', hash)
        .where('client.disabled_at', 'is', null)
        .executeTakeFirst();
      // An administrator who restricts an application restricts its sessions; one who raises it waits for approval.
      return row && reachedSession(row);
    },

    /** Returns when a refresh token expires; undefined unless it is unspent and its session active. */
    async refreshTokenExpiry({ bucket, hash }: SecretKey, at: Date): Promise<Date | undefined> {
      const row = await activeSessions(db, at)
        .innerJoin('sso.refresh_tokens as token', (join) =>
          join.onRef('token.session_id', '=', 'session.id').onRef('token.bucket', '=', 'session.bucket'),
        )
        .select('token.expires_at')
        .where('token.bucket', '=', bucket)
        .where('token.token_hash', '=', hash)
        .where('token.spent_at', 'is', null)
        .where('token.expires_at', '>', at)
        .executeTakeFirst();
      return row?.expires_at;
    },

    rotate: (rotation: Rotation): Promise<RefreshDecision> => rotateRefreshToken(db, rotation),

    /** Returns the owner of a live access token: its session is active, and has its index still. */
    async ownerOfAccessToken({ sessionId, statusIndex, at }: LiveAccessToken): Promise<string | undefined> {
      const row = await activeSessions(db, at)
        .select('session.owner_sub')
        .where('session.bucket', '=', bucketOfId(sessionId))
        .where('session.id', '=', sessionId)
        .where('session.status_index', '=', statusIndex)
        .executeTakeFirst();
      return row?.owner_sub;
    },

    /**
     * Gives a session another index and marks the former one, so that its access tokens end everywhere and its refresh
     * token lives on.
     *
     * @returns its owner; undefined unless the session is active and has the former index
     */
    async endAccessTokens({ sessionId, statusIndex, at }: LiveAccessToken): Promise<string | undefined> {
      const [index] = await takeStatusIndexes(db, 1);
      const { rows } = await sql<{ ownerSub: string }>`
        with changed as (
          update sso.sessions set status_index = ${index}
          where bucket = ${bucketOfId(sessionId)} and id = ${sessionId} and status_index = ${statusIndex} and revoked_at is null and expires_at > ${at}
            and paused_at is null
          returning owner_sub, ${statusIndex}::bigint as status_index
        ), marked as (${marked(sql`changed`, at)})
        select owner_sub as "ownerSub" from changed left join marked using (status_index)`.execute(db);
      return rows[0]?.ownerSub;
    },

    /**
     * Restricts an application to its own backend: codes that it has not redeemed, and the access tokens of its sessions,
     * whose refresh tokens live on.
     */
    async restrict(clientAddress: string, at: Date): Promise<void> {
      await db
        .updateTable('sso.authorization_requests')
        .set({ reach: 'sign-in' })
        .where('client_address', '=', clientAddress)
        .where('redeemed_at', 'is', null)
        .execute();
      await inTransaction(db, async (trx) => {
        // Locks the sessions of many owners, as a select of one node only could.
        const former = await trx
          .updateTable('sso.sessions')
          .set((eb) => ({ status_index: eb.ref('status_index') }))
          .where('client_address', '=', clientAddress)
          .where('revoked_at', 'is', null)
          .where('expires_at', '>', at)
          // The index of a paused one is marked, and its resumption gives it another.
          .where('paused_at', 'is', null)
          .returning(['id', 'status_index'])
          .execute();
        await renewStatusIndexes(
          trx,
          former.map(({ id }) => id),
        );
        for (let from = 0; from < former.length; from += indexesAtOnce) {
          const sessions = former.slice(from, from + indexesAtOnce);
          await trx
            .insertInto('sso.session_revocations')
            .values(
              sessions
                .toSorted((a, b) => a.status_index - b.status_index)
                .map(({ status_index }) => ({ status_index, revoked_at: at })),
            )
            .execute();
        }
      });
    },

    /** Deletes up to `limit` sessions, with their refresh tokens, that expired before the day (UTC) of `before`. */
    deleteExpired: (before: Date, limit: number): Promise<number> =>
      deleteFound(db, {
        table: 'sso.sessions',
        key: ['bucket', 'id'],
        condition: sql`expiry_day < (${before}::timestamptz at time zone 'UTC')::date`,
        limit,
      }),

    /** Deletes up to `limit` refresh tokens that expired before `before`, which keeps chains of live sessions short. */
    deleteExpiredRefreshTokens: (before: Date, limit: number): Promise<number> =>
      deleteFound(db, {
        table: 'sso.refresh_tokens',
        key: ['bucket', 'token_hash'],
        condition: sql`expires_at < ${before}`,
        limit,
      }),
  };
}

/** An access token, by what its claims name. */
interface LiveAccessToken {
  readonly sessionId: string;
  /** Index in the status lists. */
  readonly statusIndex: number;
  readonly at: Date;
}

export interface ConnectedSession extends ConnectedSessionRecord {
  readonly applicationName: string;
  readonly lastAction: AgentAction;
  /** Null without an icon. */
  readonly iconVersion: string | null;
}

const selectConnections = (db: Kysely<SsoDatabase>, at: Date) =>
  liveSessions(db, at)
    .selectAll('session')
    .select(['client.name as applicationName', 'client.icon_version as iconVersion']);

type ConnectionRow = Selectable<SsoDatabase['sso.sessions']> &
  Pick<ConnectedSession, 'applicationName' | 'iconVersion'>;

interface RecordedAction {
  readonly sessionId: string;
  readonly event: string;
  readonly at: Date;
  readonly ofApproval: boolean;
}

/**
 * Adds the newest audit event of each session of an owner: one look-up in its index a session. Read apart, because events
 * and sessions have nodes of their own.
 */
async function withActions(
  db: Kysely<SsoDatabase>,
  ownerSub: string,
  rows: readonly ConnectionRow[],
): Promise<readonly ConnectedSession[]> {
  if (rows.length === 0) return [];
  const { rows: actions } = await sql<RecordedAction>`
    select agent.id as "sessionId", action.* from unnest(${rows.map(({ id }) => id)}::text[]) as agent (id)
    cross join lateral (
      select event.event, event.at, coalesce(event.details ? 'approvalRequest', false) as "ofApproval"
      from sso.audit_events as event
      where event.bucket = ${bucketOf(ownerSub)} and event.owner_sub = ${ownerSub} and event.details->>'agentSessionId' = agent.id
      order by event.at desc, event.id desc limit 1
    ) as action`.execute(db);
  const bySession = new Map(actions.map((action) => [action.sessionId, action]));
  return rows.map(({ applicationName, iconVersion, ...row }) => {
    const session = sessionOf(row);
    return { ...session, applicationName, iconVersion, lastAction: lastActionOf(session, bySession.get(row.id)) };
  });
}

interface ListedSessions {
  readonly ownerSub: string;
  readonly at: Date;
  readonly limit: number;
  readonly after?: PagePosition | undefined;
}

interface FoundSession {
  readonly id: string;
  readonly ownerSub: string;
  readonly at: Date;
}

interface RenamedSession extends FoundSession {
  readonly name: string | null;
}

/** Reads and names live sessions as their owner sees them. */
export function createConnectionStore(db: Kysely<SsoDatabase>) {
  const find = async ({ id, ownerSub, at }: FoundSession): Promise<ConnectedSession | undefined> => {
    const row = await selectConnections(db, at)
      .where('session.bucket', '=', bucketOfId(id))
      .where('session.id', '=', id)
      .where('session.owner_sub', '=', ownerSub)
      .executeTakeFirst();
    return row && (await withActions(db, ownerSub, [row]))[0];
  };

  return {
    /** @returns a live session; undefined when the owner has no such one */
    find,

    /** Lists live sessions of an owner, the most recently created first. `after` is the last one of the previous page. */
    async list({ ownerSub, at, limit, after }: ListedSessions): Promise<readonly ConnectedSession[]> {
      const rows = await selectConnections(db, at)
        .where('session.owner_sub', '=', ownerSub)
        // Without those of approvals, which end within minutes.
        .where((eb) => eb.or([eb('session.parent_id', 'is', null), eb(sql`cardinality(session.chain)`, '>', 0)]))
        .$call(newestFirst('session.created_at', 'session.id', { limit, after }))
        .execute();
      return withActions(db, ownerSub, rows);
    },

    /** Renames a live session; null returns to the names that are known. @returns undefined when the owner has no such one */
    async rename({ id, ownerSub, name, at }: RenamedSession): Promise<ConnectedSession | undefined> {
      const renamed = await db
        .updateTable('sso.sessions')
        .set({ name })
        .where('bucket', '=', bucketOfId(id))
        .where('id', '=', id)
        .where('owner_sub', '=', ownerSub)
        .where('revoked_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      return renamed && find({ id, ownerSub, at });
    },
  };
}
