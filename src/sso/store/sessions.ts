import { type Kysely, type Selectable, type Transaction, sql } from 'kysely';
import { inTransaction } from '../../runtime/in-transaction.ts';
import type { PagePosition } from '../../runtime/page.ts';
import { isForeignKeyViolation } from '../../runtime/database-errors.ts';
import type { SessionTable, SsoDatabase } from '../database.ts';
import { judgeRefresh, type RefreshVerdict } from '../refresh-family.ts';
import type { Session, SessionEnd } from '../session.ts';
import { type AuditEvent, auditRow } from './audit-events.ts';

export interface Redemption {
  readonly requestId: string;
  readonly ownerSub: string;
  readonly sessionId: string;
  readonly jkt: string | null;
  readonly refreshTokenHash: string;
  readonly at: Date;
  readonly expiresAt: Date;
  /** Put on record with the session. */
  readonly issued: AuditEvent;
}

export interface Rotation {
  readonly sessionId: string;
  readonly tokenHash: string;
  readonly successorHash: string;
  readonly at: Date;
  /** When the successor, and with it the session, ends if it is not used. */
  readonly expiresAt: Date;
  /** Put on record when the family ends because of it. */
  readonly reused: AuditEvent;
}

export interface ConnectedSession extends Session {
  readonly applicationName: string;
}

export type SessionStore = ReturnType<typeof createSessionStore>;

export function createSessionStore(db: Kysely<SsoDatabase>) {
  const live = (at: Date) =>
    db
      .selectFrom('sso.sessions as session')
      .innerJoin('sso.clients as client', 'client.address', 'session.client_address')
      .where('client.disabled_at', 'is', null)
      .where('session.revoked_at', 'is', null)
      .where('session.expires_at', '>', at);
  const revoke = (at: Date, reason: SessionEnd) =>
    db
      .updateTable('sso.sessions')
      .set({ revoked_at: at, revoked_reason: reason })
      .where('revoked_at', 'is', null)
      .returningAll();

  return {
    /**
     * Redeems the code of a request, starts its session and puts that on record, in one statement: of any number at
     * once, one wins.
     *
     * @returns false when the code was redeemed before, has expired, or its owner is gone
     */
    async redeem({
      requestId,
      ownerSub,
      sessionId,
      jkt,
      refreshTokenHash,
      at,
      expiresAt,
      issued,
    }: Redemption): Promise<boolean> {
      const event = auditRow(issued);
      try {
        const { rows } = await sql`
          with owner as (
            -- Before the request, in the order in which a deleted owner takes their rows along.
            select sub from sso.owners where sub = ${ownerSub} for key share
          ), redeemed as (
            update sso.authorization_requests set redeemed_at = ${at}
            where id = ${requestId} and status = 'approved' and redeemed_at is null and code_expires_at > ${at}
              and exists (select from owner)
            returning id, client_address, owner_sub, scope, decided_at
          ), started as (
            insert into sso.sessions
              (id, request_id, client_address, owner_sub, scope, jkt, auth_time, created_at, last_used_at, expires_at)
            select ${sessionId}::uuid, id, client_address, owner_sub, scope, ${jkt}::text, decided_at,
              ${at}::timestamptz, ${at}::timestamptz, ${expiresAt}::timestamptz
            from redeemed returning id
          ), recorded as (
            insert into sso.audit_events (at, event, request_id, owner_sub, client_address, ip, details)
            select ${event.at}::timestamptz, ${event.event}::text, ${event.request_id}::text, ${event.owner_sub}::text,
              ${event.client_address}::text, ${event.ip}::text, ${event.details}::jsonb
            from started
          )
          insert into sso.refresh_tokens (token_hash, session_id, created_at, expires_at)
          select ${refreshTokenHash}::text, id, ${at}::timestamptz, ${expiresAt}::timestamptz from started
          returning session_id`.execute(db);
        return rows.length === 1;
      } catch (error) {
        // The owner was deleted in this very moment, and the approval with them.
        if (isForeignKeyViolation(error)) return false;
        throw error;
      }
    },

    /** The session that a refresh token belongs to, whatever became of both; undefined when its application is disabled. */
    async byRefreshToken(tokenHash: string): Promise<Session | undefined> {
      const row = await db
        .selectFrom('sso.refresh_tokens as token')
        .innerJoin('sso.sessions as session', 'session.id', 'token.session_id')
        .innerJoin('sso.clients as client', 'client.address', 'session.client_address')
        .selectAll('session')
        .where('token.token_hash', '=', tokenHash)
        .where('client.disabled_at', 'is', null)
        .executeTakeFirst();
      return row && sessionOf(row);
    },

    /** Judges a refresh token and carries the verdict out; the lock on the session puts concurrent calls in order. */
    rotate(rotation: Rotation): Promise<RefreshVerdict> {
      return inTransaction(db, async (trx) => {
        const { sessionId, tokenHash, successorHash, at, reused } = rotation;
        const session = await trx
          .selectFrom('sso.sessions')
          .select(['expires_at as expiresAt', 'revoked_at as revokedAt'])
          .where('id', '=', sessionId)
          .forUpdate()
          .executeTakeFirst();
        // Read after the lock: what another call has just spent shows.
        const token = await refreshToken(trx, tokenHash);
        if (!session || !token) return 'over';
        const successor = token.spentAt === null ? undefined : await refreshToken(trx, successorHash);
        const verdict = judgeRefresh({ session, token, successor }, at);
        if (verdict === 'rotate') await replace(trx, rotation);
        if (verdict === 'reuse') {
          await trx
            .updateTable('sso.sessions')
            .set({ revoked_at: at, revoked_reason: 'reuse' })
            .where('id', '=', sessionId)
            .execute();
          await trx.insertInto('sso.audit_events').values(auditRow(reused)).execute();
        }
        return verdict;
      });
    },

    /** Whether an access token still counts: its session is live and it was not revoked by itself. */
    async accessTokenLive({ sessionId, jti, at }: { sessionId: string; jti: string; at: Date }): Promise<boolean> {
      const row = await live(at)
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

    /** Live sessions of an owner, the most recently created first. `after` is the last one of the page before. */
    async list({ ownerSub, at, limit, after }: ListedSessions): Promise<readonly ConnectedSession[]> {
      const rows = await live(at)
        .selectAll('session')
        .select('client.name as applicationName')
        .where('session.owner_sub', '=', ownerSub)
        .$if(after !== undefined, (query) =>
          query.where((eb) =>
            eb(
              eb.refTuple('session.created_at', 'session.id'),
              '<',
              eb.tuple(after?.at ?? new Date(0), after?.id ?? ''),
            ),
          ),
        )
        .orderBy('session.created_at', 'desc')
        .orderBy('session.id', 'desc')
        .limit(limit)
        .execute();
      return rows.map((row) => ({ ...sessionOf(row), applicationName: row.applicationName }));
    },

    /** Ends one session. @returns it, or undefined when no such live session exists (of this owner, if one is named). */
    async revoke({ id, ownerSub, at, reason }: RevokedSession): Promise<Session | undefined> {
      const row = await revoke(at, reason)
        .where('id', '=', id)
        .where('expires_at', '>', at)
        .$if(ownerSub !== undefined, (query) => query.where('owner_sub', '=', ownerSub ?? ''))
        .executeTakeFirst();
      return row && sessionOf(row);
    },

    /** Ends the session that a code started (RFC 9700 §4.5.3). */
    async revokeByRequest({ requestId, at }: { requestId: string; at: Date }): Promise<Session | undefined> {
      const row = await revoke(at, 'code_reuse').where('request_id', '=', requestId).executeTakeFirst();
      return row && sessionOf(row);
    },

    /** Ends the live sessions of one application, with one owner or with all. @returns how many. */
    async revokeClient({ clientAddress, ownerSub, at, reason }: RevokedClient): Promise<number> {
      const rows = await revoke(at, reason)
        .where('client_address', '=', clientAddress)
        .where('expires_at', '>', at)
        .$if(ownerSub !== undefined, (query) => query.where('owner_sub', '=', ownerSub ?? ''))
        .execute();
      return rows.length;
    },

    /** Deletes up to `limit` sessions, with their refresh tokens, that ended before a moment. */
    async prune(before: Date, limit: number): Promise<number> {
      const { numAffectedRows } = await sql`
        delete from sso.sessions where id in (
          select id from sso.sessions where expires_at < ${before} limit ${limit}
        )`.execute(db);
      return Number(numAffectedRows ?? 0n);
    },

    /** Deletes up to `limit` spent refresh tokens that expired before a moment: a live session keeps its chain short. */
    async pruneRefreshTokens(before: Date, limit: number): Promise<number> {
      const { numAffectedRows } = await sql`
        delete from sso.refresh_tokens where token_hash in (
          select token_hash from sso.refresh_tokens where expires_at < ${before} limit ${limit}
        )`.execute(db);
      return Number(numAffectedRows ?? 0n);
    },

    async pruneRevokedAccessTokens(before: Date, limit: number): Promise<number> {
      const { numAffectedRows } = await sql`
        delete from sso.revoked_access_tokens where jti in (
          select jti from sso.revoked_access_tokens where expires_at < ${before} limit ${limit}
        )`.execute(db);
      return Number(numAffectedRows ?? 0n);
    },
  };
}

export interface ListedSessions {
  readonly ownerSub: string;
  readonly at: Date;
  readonly limit: number;
  readonly after?: PagePosition | undefined;
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

function refreshToken(trx: Transaction<SsoDatabase>, tokenHash: string) {
  return trx
    .selectFrom('sso.refresh_tokens')
    .select(['expires_at as expiresAt', 'spent_at as spentAt'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
}

async function replace(
  trx: Transaction<SsoDatabase>,
  { sessionId, tokenHash, successorHash, at, expiresAt }: Rotation,
): Promise<void> {
  await trx.updateTable('sso.refresh_tokens').set({ spent_at: at }).where('token_hash', '=', tokenHash).execute();
  await trx
    .insertInto('sso.refresh_tokens')
    .values({ token_hash: successorHash, session_id: sessionId, created_at: at, expires_at: expiresAt })
    .execute();
  await trx
    .updateTable('sso.sessions')
    .set({ last_used_at: at, expires_at: expiresAt })
    .where('id', '=', sessionId)
    .execute();
}

function sessionOf(row: Selectable<SessionTable>): Session {
  return {
    id: row.id,
    clientAddress: row.client_address,
    ownerSub: row.owner_sub,
    scope: row.scope,
    jkt: row.jkt,
    authTime: row.auth_time,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  };
}
