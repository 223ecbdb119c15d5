import { type Kysely, sql } from 'kysely';
import { retryOnConflict } from '../../runtime/database-errors.ts';
import type { SsoDatabase } from '../database.ts';
import type { KeyRefusal } from '../key-refusal.ts';
import type { RefreshDecision } from '../refresh-family.ts';
import type { ConnectedSessionRecord, SessionEnd } from '../session.ts';
import { type Redemption, redeemCode } from './redeem-code.ts';
import { type Rotation, rotateRefreshToken } from './rotate-refresh-token.ts';
import { liveSessions, sessionOf } from './session-rows.ts';

export type SessionStore = ReturnType<typeof createSessionStore>;

export function createSessionStore(db: Kysely<SsoDatabase>) {
  const revoke = (at: Date, reason: SessionEnd) =>
    db
      .updateTable('sso.sessions')
      .set({ revoked_at: at, revoked_reason: reason })
      .where('revoked_at', 'is', null)
      .returningAll();

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
      return row && { ...sessionOf(row), ...(row.clientReach === 'sign-in' && { reach: row.clientReach }) };
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

    /** Returns whether an access token is live: its session is live and the token is not revoked. */
    async accessTokenLive({ sessionId, jti, at }: { sessionId: string; jti: string; at: Date }): Promise<boolean> {
      const row = await liveSessions(db, at)
        .select('session.id')
        .where('session.id', '=', sessionId)
        .where((eb) =>
          eb.not(eb.exists(eb.selectFrom('sso.revoked_access_tokens').select('jti').where('jti', '=', jti))),
        )
        .executeTakeFirst();
      return row !== undefined;
    },

    async revokeAccessToken({ jti, expiresAt }: { jti: string; expiresAt: Date }): Promise<void> {
      await db
        .insertInto('sso.revoked_access_tokens')
        .values({ jti, expires_at: expiresAt })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    /** Revokes one session. @returns it; undefined when it is not live, or not of `ownerSub` if given */
    async revoke({ id, ownerSub, at, reason }: RevokedSession): Promise<ConnectedSessionRecord | undefined> {
      const row = await revoke(at, reason)
        .where('id', '=', id)
        .where('expires_at', '>', at)
        .$if(ownerSub !== undefined, (query) => query.where('owner_sub', '=', ownerSub ?? ''))
        .executeTakeFirst();
      return row && sessionOf(row);
    },

    /** Revokes the session that a code started (RFC 9700 §4.5.3). */
    async revokeByRequest({
      requestId,
      at,
    }: {
      requestId: string;
      at: Date;
    }): Promise<ConnectedSessionRecord | undefined> {
      const row = await revoke(at, 'code_reuse').where('request_id', '=', requestId).executeTakeFirst();
      return row && sessionOf(row);
    },

    /** Revokes the live sessions of one application, of one owner or of all. @returns how many */
    async revokeClient({ clientAddress, ownerSub, at, reason }: RevokedClient): Promise<number> {
      const rows = await revoke(at, reason)
        .where('client_address', '=', clientAddress)
        .where('expires_at', '>', at)
        .$if(ownerSub !== undefined, (query) => query.where('owner_sub', '=', ownerSub ?? ''))
        .execute();
      return rows.length;
    },

    /** Revokes the live sessions of an owner. @returns how many */
    async revokeOwner({ ownerSub, at, reason }: RevokedOwner): Promise<number> {
      const rows = await revoke(at, reason).where('owner_sub', '=', ownerSub).where('expires_at', '>', at).execute();
      return rows.length;
    },

    /** Revokes the live sessions of a key. @returns how many */
    async revokeKey({ jkt, at, reason }: RevokedKey): Promise<number> {
      const rows = await revoke(at, reason).where('jkt', '=', jkt).where('expires_at', '>', at).execute();
      return rows.length;
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

    async deleteExpiredRevocations(before: Date, limit: number): Promise<number> {
      const { numAffectedRows } = await sql`
        delete from sso.revoked_access_tokens where jti in (
          select jti from sso.revoked_access_tokens where expires_at < ${before} limit ${limit}
        )`.execute(db);
      return Number(numAffectedRows ?? 0n);
    },
  };
}

export interface RevokedSession {
  readonly id: string;
  readonly ownerSub?: string | undefined;
  readonly at: Date;
  readonly reason: SessionEnd;
}

export interface RevokedClient {
  readonly clientAddress: string;
  readonly ownerSub?: string | undefined;
  readonly at: Date;
  readonly reason: SessionEnd;
}

export interface RevokedKey {
  readonly jkt: string;
  readonly at: Date;
  readonly reason: SessionEnd;
}

export interface RevokedOwner {
  readonly ownerSub: string;
  readonly at: Date;
  readonly reason: SessionEnd;
}
