import { type Kysely, sql } from 'kysely';
import { retryOnConflict } from '../../runtime/database-errors.ts';
import type { SsoDatabase } from '../database.ts';
import type { KeyRefusal } from '../key-refusal.ts';
import type { RefreshDecision } from '../refresh-family.ts';
import type { ConnectedSessionRecord } from '../session.ts';
import { type Redemption, redeemCode } from './redeem-code.ts';
import { type Rotation, rotateRefreshToken } from './rotate-refresh-token.ts';
import { liveSessions, reachedSession } from './session-rows.ts';

export type SessionStore = ReturnType<typeof createSessionStore>;

export function createSessionStore(db: Kysely<SsoDatabase>) {
  return {
    /** Reserves the index of a session in the status lists. */
    async reserveStatusIndex(): Promise<number> {
      const { rows } = await sql<{ index: number }>`select nextval('sso.status_indexes') as index`.execute(db);
      return rows[0]?.index ?? Promise.reject(new Error('The sequence sso.status_indexes returned no value.'));
    },

    /** Repeated after a deadlock with the deletion of the owner. */
    redeem: (redemption: Redemption): Promise<boolean | KeyRefusal> =>
      retryOnConflict(() => redeemCode(db, redemption)),

    /** Returns the session of a refresh token, live or not; undefined when its application is disabled. */
    async byRefreshToken(tokenHash: string): Promise<ConnectedSessionRecord | undefined> {
      const row = await db
        .selectFrom('sso.refresh_tokens as token')
        .innerJoin('sso.sessions as session', 'session.id', 'token.session_id')
        .innerJoin('sso.clients as client', 'client.address', 'session.client_address')
        .selectAll('session')
        .select('client.reach as clientReach')
        .where('token.token_hash', '=', tokenHash)
        .where('client.disabled_at', 'is', null)
        .executeTakeFirst();
      // An administrator who restricts an application restricts its sessions; one who raises it waits for approval.
      return row && reachedSession(row);
    },

    /** Returns when a refresh token expires; undefined unless it is unspent and its session live. */
    async refreshTokenExpiry(tokenHash: string, at: Date): Promise<Date | undefined> {
      const row = await liveSessions(db, at)
        .innerJoin('sso.refresh_tokens as token', 'token.session_id', 'session.id')
        .select('token.expires_at')
        .where('token.token_hash', '=', tokenHash)
        .where('token.spent_at', 'is', null)
        .where('token.expires_at', '>', at)
        .executeTakeFirst();
      return row?.expires_at;
    },

    rotate: (rotation: Rotation): Promise<RefreshDecision> => rotateRefreshToken(db, rotation),

    /** Returns the owner of a live access token: its session is live, and has its index still. */
    async ownerOfAccessToken({ sessionId, statusIndex, at }: LiveAccessToken): Promise<string | undefined> {
      const row = await liveSessions(db, at)
        .select('session.owner_sub')
        .where('session.id', '=', sessionId)
        .where('session.status_index', '=', statusIndex)
        .executeTakeFirst();
      return row?.owner_sub;
    },

    /**
     * Gives a session another index and marks the former one, so that its access tokens end everywhere and its refresh
     * token lives on.
     *
     * @returns its owner; undefined unless the session is live and has the former index
     */
    async endAccessTokens({ sessionId, statusIndex, at }: LiveAccessToken): Promise<string | undefined> {
      const { rows } = await sql<{ ownerSub: string }>`
        with changed as (
          update sso.sessions set status_index = nextval('sso.status_indexes')
          where id = ${sessionId} and status_index = ${statusIndex} and revoked_at is null and expires_at > ${at}
          returning owner_sub
        ), revoked as (
        insert into sso.session_revocations (status_index, revoked_at)
        select ${statusIndex}::bigint, ${at}::timestamptz from changed
        )
        select owner_sub as "ownerSub" from changed`.execute(db);
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
      await sql`
        with former as (
          select id, status_index from sso.sessions
          where client_address = ${clientAddress} and revoked_at is null and expires_at > ${at}
          order by id for update
        ), changed as (
          update sso.sessions as session set status_index = nextval('sso.status_indexes')
          from former where session.id = former.id
        )
        insert into sso.session_revocations (status_index, revoked_at)
        select status_index, ${at}::timestamptz from former order by status_index`.execute(db);
    },

    /** Deletes up to `limit` sessions, with their refresh tokens, that expired before `before`. */
    async deleteExpired(before: Date, limit: number): Promise<number> {
      const { numAffectedRows } = await sql`
        delete from sso.sessions where id in (
          select id from sso.sessions where expires_at < ${before} limit ${limit}
        )`.execute(db);
      return Number(numAffectedRows ?? 0n);
    },

    /** Deletes up to `limit` refresh tokens that expired before `before`, which keeps chains of live sessions short. */
    async deleteExpiredRefreshTokens(before: Date, limit: number): Promise<number> {
      const { numAffectedRows } = await sql`
        delete from sso.refresh_tokens where token_hash in (
          select token_hash from sso.refresh_tokens where expires_at < ${before} limit ${limit}
        )`.execute(db);
      return Number(numAffectedRows ?? 0n);
    },
  };
}

/** An access token, by what its claims name. */
export interface LiveAccessToken {
  readonly sessionId: string;
  /** Index in the status lists. */
  readonly statusIndex: number;
  readonly at: Date;
}
