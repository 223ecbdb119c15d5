import { type Kysely, sql, type Transaction } from 'kysely';
import type { Ed25519Jwk } from '../../protocol/jwk-thumbprint.ts';
import { inTransaction } from '../../runtime/database/queries.ts';
import { compiledOnce, type ValueOf } from '../../runtime/database/compile-once.ts';
import { isForeignKeyViolation } from '../../runtime/database/database-errors.ts';
import type { SsoDatabase } from '../database.ts';
import type { KeyRefusal } from '../sign-in/authorization-request.ts';
import { bindingKey, keyIsBound, refusalOfKey } from '../keys/session-key-store.ts';
import type { Reach } from '../settings.ts';
import type { Place } from '../sessions/place.ts';
import { auditRow, recordedRow, type SsoAuditEvent } from '../administration/audit-store.ts';
import type { SecretKey } from './grant-secrets.ts';
import { bucketOfId } from '../../runtime/database/bucket.ts';
import { decideRefresh, type RefreshDecision } from '../sessions/session.ts';
import { endSession } from '../sessions/session-tree-store.ts';

export interface Redemption {
  readonly requestId: string;
  readonly ownerSub: string;
  /** In which the request was approved; null on another device. */
  readonly browserSessionId: string | null;
  /** The `sub` of an application with pairwise subjects; null with public ones. */
  readonly pairwiseSub: string | null;
  readonly sessionId: string;
  readonly statusIndex: number;
  /** That of the signed tokens; the code is refused when an administrator restricted the application meanwhile. */
  readonly reach: Reach;
  readonly jkt: string | null;
  /** The key of `jkt`, kept for the directory of the agent; null without one. */
  readonly publicJwk: Ed25519Jwk | null;
  readonly refreshTokenHash: string;
  readonly at: Date;
  readonly expiresAt: Date;
  /** No refresh moves it. */
  readonly endsAt: Date;
  readonly place: Place;
  /** Recorded with the session. */
  readonly issued: SsoAuditEvent;
}

/**
 * Redeems the code of a request, starts its session and records the event in one statement, so exactly one of
 * several concurrent calls succeeds.
 *
 * @returns false when the code was redeemed before or has expired, its owner was deleted, or its browser signed out;
 *   the refusal of the key
 */
export async function redeemCode(db: Kysely<SsoDatabase>, redemption: Redemption): Promise<boolean | KeyRefusal> {
  const redeemed = await redeemOnce(db, redemption);
  if (redeemed !== false) return redeemed;
  // A newer session of the same browser can have taken the request over since it was read.
  const request = await db
    .selectFrom('sso.authorization_requests')
    .select('browser_session_id as browserSessionId')
    .where('bucket', '=', bucketOfId(redemption.requestId))
    .where('id', '=', redemption.requestId)
    .where('redeemed_at', 'is', null)
    .executeTakeFirst();
  if (!request || request.browserSessionId === redemption.browserSessionId) return false;
  return redeemOnce(db, { ...redemption, ...request });
}

/** No session has it. Citus refuses a statement with a part that compares a column with null. */
const noBrowserSession = '00000000-0000-0000-0000-000000000000';

/** The values of a redemption, with the row of its event. */
function valuesOf({ requestId, sessionId, browserSessionId, publicJwk, place, issued, ...redemption }: Redemption) {
  return {
    ...redemption,
    ...auditRow(issued),
    requestId,
    requestBucket: bucketOfId(requestId),
    sessionId,
    sessionBucket: bucketOfId(sessionId),
    browserSessionId,
    lockedBrowser: browserSessionId ?? noBrowserSession,
    publicJwk: publicJwk && JSON.stringify(publicJwk),
    redeemedAt: redemption.at,
    lastIp: place.ip,
    lastUserAgent: place.userAgent,
  };
}

const redeemedSessions = compiledOnce((_db: Kysely<SsoDatabase>, value: ValueOf<ReturnType<typeof valuesOf>>) => {
  const at = value('redeemedAt');
  const key = { jkt: value('jkt'), publicJwk: value('publicJwk'), at };
  const event = {
    bucket: value('bucket'),
    at: value('at'),
    event: value('event'),
    request_id: value('request_id'),
    owner_sub: value('owner_sub'),
    client_address: value('client_address'),
    ip: value('ip'),
    details: value('details'),
  };
  return sql<{ readonly sessionId: string | null }>`
    with owner as (
      -- Locks the owner before the request: the same order as deleting an owner.
      select sub from sso.owners where sub = ${value('ownerSub')} and suspended_at is null for key share
    ), browser as (
      -- Ending a browser waits for the redemptions of its requests, and later ones find no browser.
      select id from sso.browser_sessions
      where id = ${value('lockedBrowser')} and owner_sub = ${value('ownerSub')} for key share
    ), approved as (
      select id, owner_sub from sso.authorization_requests
      where bucket = ${value('requestBucket')} and id = ${value('requestId')} and status = 'approved' and redeemed_at is null
        and code_expires_at > ${at} and reach = ${value('reach')}
        and exists (select from owner)
        and browser_session_id is not distinct from ${value('browserSessionId')}::uuid
        and (browser_session_id is null or exists (select from browser))
      for update
    ), ${bindingKey(key, sql`approved`)}, redeemed as (
      update sso.authorization_requests set redeemed_at = ${at}
      where bucket = ${value('requestBucket')} and id = ${value('requestId')} and exists (select from approved) and ${keyIsBound(key)}
      returning id, client_address, owner_sub, scope, reach, resource, coalesce(auth_time, decided_at) as auth_time, amr, acr, agent_name,
        browser_session_id, authenticator
    ), started as (
      insert into sso.sessions
        (bucket, id, request_id, client_address, owner_sub, pairwise_sub, scope, jkt, auth_time, amr, acr, agent_name, last_ip, last_user_agent,
         created_at, last_used_at, expires_at, ends_at, status_index, reach, resource, browser_session_id, authenticator)
      select ${value('sessionBucket')}::smallint, ${value('sessionId')}::uuid, id, client_address, owner_sub, ${value('pairwiseSub')}::text, scope,
        ${value('jkt')}::text, auth_time, amr, acr, agent_name, ${value('lastIp')}::text, ${value('lastUserAgent')}::text,
        ${at}::timestamptz, ${at}::timestamptz, ${value('expiresAt')}::timestamptz, ${value('endsAt')}::timestamptz,
        ${value('statusIndex')}::bigint, reach, resource, browser_session_id, authenticator
      from redeemed returning id
    ), recorded as (${recordedRow(sql`started`, event)}), issued as (
      insert into sso.refresh_tokens (bucket, token_hash, session_id, created_at, expires_at)
      select ${value('sessionBucket')}::smallint, ${value('refreshTokenHash')}::text, id, ${at}::timestamptz, ${value('expiresAt')}::timestamptz
      from started returning session_id
    )
    select issued.session_id as "sessionId" from approved left join issued on true left join recorded on true`;
});

async function redeemOnce(db: Kysely<SsoDatabase>, redemption: Redemption): Promise<boolean | KeyRefusal> {
  const { jkt, ownerSub } = redemption;
  try {
    const [found] = await redeemedSessions(db, valuesOf(redemption));
    if (!found) return false;
    return found.sessionId !== null || ((await refusalOfKey(db, jkt, ownerSub)) ?? false);
  } catch (error) {
    // The owner was deleted concurrently.
    if (isForeignKeyViolation(error)) return false;
    throw error;
  }
}

export interface Rotation {
  readonly sessionId: string;
  readonly ownerSub: string;
  readonly tokenHash: string;
  readonly successorHash: string;
  readonly at: Date;
  /** Expiry of the successor and of the session, unless the session ends before. */
  readonly expiresAt: Date;
  readonly place: Place;
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
  const { sessionId, ownerSub, tokenHash, successorHash, at, reused } = rotation;
  const bucket = bucketOfId(sessionId);
  const session = await trx
    .selectFrom('sso.sessions')
    .select(['expires_at as expiresAt', 'paused_at as pausedAt', 'revoked_at as revokedAt', 'jkt'])
    .where('bucket', '=', bucket)
    .where('id', '=', sessionId)
    .forUpdate()
    .executeTakeFirst();
  // Read after the lock, so that a token spent by a concurrent call is seen.
  const token = await refreshToken(trx, { bucket, hash: tokenHash });
  if (!session || !token) return 'ended';
  const successor = token.spentAt === null ? undefined : await refreshToken(trx, { bucket, hash: successorHash });
  const decision = decideRefresh({ session, token, successor }, at);
  if (decision === 'rotate') await replaceToken(trx, rotation);
  if (decision === 'reuse') {
    await endSession(trx, {
      node: { kind: 'session', id: sessionId, sub: ownerSub },
      reason: 'reuse',
      at,
      event: reused,
    });
  }
  return decision;
}

function refreshToken(trx: Transaction<SsoDatabase>, { bucket, hash }: SecretKey) {
  return trx
    .selectFrom('sso.refresh_tokens')
    .select(['expires_at as expiresAt', 'spent_at as spentAt'])
    .where('bucket', '=', bucket)
    .where('token_hash', '=', hash)
    .executeTakeFirst();
}

interface Replacement extends Pick<Rotation, 'sessionId' | 'tokenHash' | 'successorHash' | 'at' | 'expiresAt'> {
  /** That of the session and its tokens. */
  readonly bucket: number;
  readonly ip: string | null;
  readonly userAgent: string | null;
}

const replacedTokens = compiledOnce(
  (_db: Kysely<SsoDatabase>, value: ValueOf<Replacement>) => sql`
    with live as (
      -- Locks the session before the token: the same order as deleting a session.
      update sso.sessions as session
      set last_used_at = ${value('at')}, expires_at = least(${value('expiresAt')}::timestamptz, session.ends_at), last_ip = ${value('ip')},
        last_user_agent = ${value('userAgent')}
      from sso.refresh_tokens as token
      where session.bucket = ${value('bucket')} and session.id = ${value('sessionId')} and session.revoked_at is null
        and session.expires_at > ${value('at')} and session.paused_at is null
        and token.bucket = ${value('bucket')} and token.token_hash = ${value('tokenHash')} and token.session_id = session.id
        and token.spent_at is null and token.expires_at > ${value('at')}
      returning session.id, session.expires_at
    ), spent as (
      -- Checked again, because a concurrent call can have spent the token while this one waited for the lock.
      update sso.refresh_tokens set spent_at = ${value('at')}
      where bucket = ${value('bucket')} and token_hash = ${value('tokenHash')} and session_id = (select id from live) and spent_at is null
      returning session_id
    )
    insert into sso.refresh_tokens (bucket, token_hash, session_id, created_at, expires_at)
    select ${value('bucket')}::smallint, ${value('successorHash')}::text, session_id, ${value('at')}::timestamptz, live.expires_at
    from spent join live on live.id = spent.session_id
    returning session_id`,
);

/**
 * Spends an unspent token of a live session, stores its successor, and extends the session. Its key is on record since it started.
 *
 * @returns false when the token was spent or has expired, or its session has ended or is paused
 */
async function replaceToken(db: Kysely<SsoDatabase>, { place, ...rotation }: Rotation): Promise<boolean> {
  const replaced = await replacedTokens(db, { ...rotation, ...place, bucket: bucketOfId(rotation.sessionId) });
  return replaced.length === 1;
}
