import { type Kysely, sql, type Transaction } from 'kysely';
import type { Ed25519Jwk } from '../../protocol/jwk-thumbprint.ts';
import { inTransaction } from '../../runtime/in-transaction.ts';
import type { SsoDatabase } from '../database.ts';
import type { Place } from '../place.ts';
import { decideRefresh, type RefreshDecision } from '../refresh-family.ts';
import type { SsoAuditEvent } from './audit-events.ts';
import { endSession } from './session-tree.ts';

export interface Rotation {
  readonly sessionId: string;
  readonly tokenHash: string;
  readonly successorHash: string;
  readonly at: Date;
  /** Expiry of the successor and of the session, unless the session ends before. */
  readonly expiresAt: Date;
  readonly place: Place;
  /** The key of the proof, stored for the directory of the agent; null without one. */
  readonly publicJwk: Ed25519Jwk | null;
  /** Recorded when reuse revokes the family. */
  readonly reused: SsoAuditEvent;
}

/**
 * Decides on a refresh token and applies the decision. An unspent token of a live session needs one statement, and exactly
 * one of several concurrent calls spends it; every other token is decided under a lock on its session.
 */
export async function rotateRefreshToken(db: Kysely<SsoDatabase>, rotation: Rotation): Promise<RefreshDecision> {
  return (await replaceToken(db, rotation)) ? 'rotate' : inTransaction(db, (trx) => decideLocked(trx, rotation));
}

async function decideLocked(trx: Transaction<SsoDatabase>, rotation: Rotation): Promise<RefreshDecision> {
  const { sessionId, tokenHash, successorHash, at, reused } = rotation;
  const session = await trx
    .selectFrom('sso.sessions')
    .select(['expires_at as expiresAt', 'revoked_at as revokedAt', 'jkt'])
    .where('id', '=', sessionId)
    .forUpdate()
    .executeTakeFirst();
  // Read after the lock, so that a token spent by a concurrent call is seen.
  const token = await refreshToken(trx, tokenHash);
  if (!session || !token) return 'ended';
  const successor = token.spentAt === null ? undefined : await refreshToken(trx, successorHash);
  const decision = decideRefresh({ session, token, successor }, at);
  if (decision === 'rotate') await replaceToken(trx, rotation);
  if (decision === 'reuse') {
    await endSession(trx, { node: { kind: 'session', id: sessionId }, reason: 'reuse', at, event: reused });
  }
  return decision;
}

function refreshToken(trx: Transaction<SsoDatabase>, tokenHash: string) {
  return trx
    .selectFrom('sso.refresh_tokens')
    .select(['expires_at as expiresAt', 'spent_at as spentAt'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
}

/**
 * Spends an unspent token of a live session, stores its successor and the key of the proof, and extends the session.
 *
 * @returns false when the token was spent or has expired, or its session has ended
 */
async function replaceToken(
  db: Kysely<SsoDatabase>,
  { sessionId, tokenHash, successorHash, at, expiresAt, place, publicJwk }: Rotation,
): Promise<boolean> {
  const jwk = publicJwk && JSON.stringify(publicJwk);
  const { rows } = await sql`
    with live as (
      -- Locks the session before the token: the same order as deleting a session.
      update sso.sessions
      set last_used_at = ${at}, expires_at = least(${expiresAt}::timestamptz, ends_at), last_ip = ${place.ip}, last_user_agent = ${place.userAgent}
      where id = ${sessionId} and revoked_at is null and expires_at > ${at} and exists (
        select from sso.refresh_tokens
        where token_hash = ${tokenHash} and session_id = ${sessionId} and spent_at is null and expires_at > ${at}
      )
      returning id, jkt, expires_at
    ), spent as (
      -- Checked again, because a concurrent call can have spent the token while this one waited for the lock.
      update sso.refresh_tokens set spent_at = ${at}
      where token_hash = ${tokenHash} and session_id = (select id from live) and spent_at is null
      returning session_id
    ), remembered as (
      update sso.agent_keys set public_jwk = ${jwk}::jsonb
      where ${jwk}::jsonb is not null and jkt = (select jkt from live) and public_jwk is null
    )
    insert into sso.refresh_tokens (token_hash, session_id, created_at, expires_at)
    select ${successorHash}::text, session_id, ${at}::timestamptz, live.expires_at from spent join live on live.id = spent.session_id
    returning session_id`.execute(db);
  return rows.length === 1;
}
