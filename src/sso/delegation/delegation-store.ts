import { type Kysely, type Selectable, sql } from 'kysely';
import { bucketOfId, bucketsOfIds } from '../../runtime/database/bucket.ts';
import { newestFirst, withRollback } from '../../runtime/database/queries.ts';
import { deleteFound } from '../../runtime/database/delete-found.ts';
import type { PagePosition } from '../../runtime/http/page.ts';
import type { Thumbprint } from '../../protocol/jwk-thumbprint.ts';
import type { SsoDatabase } from '../database.ts';
import type { KeyRefusal } from '../sign-in/authorization-request.ts';
import { bindingKey, keyIsBound, refusalOfKey } from '../keys/session-key-store.ts';
import type { Place } from '../sessions/place.ts';
import type { Reach } from '../settings.ts';
import type { ConnectedSessionRecord } from '../sessions/session.ts';
import { recorded, type SsoAuditEvent } from '../administration/audit-store.ts';
import { lockActiveOwner } from '../owners/lock-owner-store.ts';
import { liveSessions, reachedSession } from '../sessions/session-store.ts';

/** Helpers that an agent can have at a time. */
const maxHelpers = 100;

/** A delegation that the provider has seen. */
interface SeenDelegation {
  /** Undefined when it was revoked before a helper used it. */
  readonly tokenHash: string | undefined;
  readonly revokedAt: Date | null;
  readonly session: ConnectedSessionRecord | undefined;
  /** Scopes of the sessions above the helper's, as they are now. */
  readonly agentScopes: readonly string[];
}

interface DelegationKey {
  readonly parentJkt: Thumbprint;
  readonly jti: string;
}

interface AcceptedDelegation extends DelegationKey {
  readonly parentId: string;
  readonly ownerSub: string;
  readonly tokenHash: string;
  /** In the bucket of `parentId`. */
  readonly sessionId: string;
  readonly statusIndex: number;
  readonly scope: string;
  readonly resource: string | null;
  readonly reach: Reach;
  readonly chain: readonly Thumbprint[];
  readonly at: Date;
  readonly expiresAt: Date;
  /** Expiry of the delegation, at or after that of the session. */
  readonly delegationExpiresAt: Date;
  readonly place: Place;
  /** Recorded with the session. */
  readonly accepted: SsoAuditEvent;
}

/** `seen`: the delegation was accepted or revoked concurrently. `ended`, `paused`: the agent's session was. */
export type Acceptance = 'accepted' | 'seen' | 'ended' | 'paused' | 'too_many';

export interface ListedDelegation {
  readonly jti: string;
  /** When it was first seen. */
  readonly createdAt: Date;
  readonly jkt: string | undefined;
  readonly scope: string | undefined;
  readonly resource: string | null;
  readonly revoked: boolean;
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date;
}

/** Reads and writes delegations and the sessions of helpers. */
export function createDelegationStore(db: Kysely<SsoDatabase>) {
  return {
    /** Lists the live sessions of an agent's key, those that the owner approved first, then the most recent. */
    async delegating({
      jkt,
      ownerSub,
      clientAddress,
      at,
    }: {
      readonly jkt: Thumbprint;
      readonly ownerSub: string;
      readonly clientAddress: string;
      readonly at: Date;
    }): Promise<readonly ConnectedSessionRecord[]> {
      const rows = await liveSessions(db, at)
        .selectAll('session')
        .select('client.reach as clientReach')
        .where('session.jkt', '=', jkt)
        .where('session.owner_sub', '=', ownerSub)
        .where('session.client_address', '=', clientAddress)
        .orderBy(sql`session.parent_id is not null`)
        .orderBy('session.created_at', 'desc')
        .limit(20)
        .execute();
      return rows.map(reachedSession);
    },

    async find({ parentJkt, jti }: DelegationKey): Promise<SeenDelegation | undefined> {
      const row = await db
        .selectFrom('sso.delegations')
        .selectAll()
        .where('parent_jkt', '=', parentJkt)
        .where('jti', '=', jti)
        .executeTakeFirst();
      if (!row) return undefined;
      const session =
        row.session_id === null
          ? undefined
          : await db
              .selectFrom('sso.sessions as session')
              .innerJoin('sso.clients as client', 'client.address', 'session.client_address')
              .selectAll('session')
              .select('client.reach as clientReach')
              .where('session.bucket', '=', bucketOfId(row.session_id))
              .where('session.id', '=', row.session_id)
              .executeTakeFirst();
      return {
        tokenHash: row.token_hash ?? undefined,
        revokedAt: row.revoked_at,
        session: session && reachedSession(session),
        agentScopes: session?.parent_id ? await scopesAbove(db, session.parent_id) : [],
      };
    },

    /** Starts the session of a helper. The locks make a revocation or pause of the agent wait, and then see the helper. */
    accept(accepted: AcceptedDelegation): Promise<Acceptance | KeyRefusal> {
      return withRollback<SsoDatabase, Acceptance | KeyRefusal>(db, async (trx, rollBack) => {
        const { parentId, ownerSub, parentJkt, jti, sessionId, at } = accepted;
        if (!(await lockActiveOwner(trx, ownerSub))) return 'ended';
        const parent = await liveSessions(trx, at)
          .selectAll('session')
          .select('client.reach as clientReach')
          .where('session.bucket', '=', bucketOfId(parentId))
          .where('session.id', '=', parentId)
          .where('session.owner_sub', '=', ownerSub)
          .forShare('session')
          .executeTakeFirst();
        // Without the right that the tokens will have, when the application was restricted meanwhile.
        if (!parent || reachedSession(parent).reach !== accepted.reach) return 'ended';
        if (parent.paused_at !== null) return 'paused';
        const { count } = await trx
          .selectFrom('sso.sessions')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('bucket', '=', bucketOfId(parentId))
          .where('parent_id', '=', parentId)
          .where('owner_sub', '=', ownerSub)
          .where('revoked_at', 'is', null)
          .where('expires_at', '>', at)
          .executeTakeFirstOrThrow();
        if (count >= maxHelpers) return 'too_many';
        const fresh = await trx
          .insertInto('sso.delegations')
          .values({
            parent_jkt: parentJkt,
            jti,
            owner_sub: ownerSub,
            token_hash: accepted.tokenHash,
            session_id: sessionId,
            session_bucket: bucketOfId(sessionId),
            created_at: at,
            expires_at: accepted.delegationExpiresAt,
          })
          .onConflict((conflict) => conflict.doNothing())
          .returning('jti')
          .executeTakeFirst();
        if (!fresh) return 'seen';
        const refusal = await startHelper(trx, accepted, parent);
        return refusal === undefined ? 'accepted' : rollBack(refusal);
      });
    },

    /**
     * Records another exchange of a helper, whose session lasts as long as delegation and agent.
     *
     * @returns undefined when the helper or its agent was revoked or paused, or the agent's session expired
     */
    async use({
      sessionId,
      at,
      delegationExpiresAt,
      place,
    }: {
      readonly sessionId: string;
      readonly at: Date;
      readonly delegationExpiresAt: Date;
      readonly place: Place;
    }): Promise<Date | undefined> {
      const { rows } = await sql<{ expires_at: Date }>`
        update sso.sessions helper
        set last_used_at = ${at}, last_ip = ${place.ip}, last_user_agent = ${place.userAgent},
          expires_at = least(${delegationExpiresAt}::timestamptz, agent.expires_at)
        from sso.sessions agent join sso.clients client on client.address = agent.client_address
        where helper.bucket = ${bucketOfId(sessionId)} and helper.id = ${sessionId}
          and agent.bucket = helper.bucket and agent.bucket = ${bucketOfId(sessionId)} and helper.parent_id = agent.id and helper.revoked_at is null
          and agent.revoked_at is null and agent.expires_at > ${at} and client.disabled_at is null
          and helper.paused_at is null and agent.paused_at is null
        returning helper.expires_at`.execute(db);
      return rows[0]?.expires_at;
    },

    /**
     * Revokes a delegation, known or not yet.
     *
     * @returns the helper's session, null without one; undefined when the owner was deleted concurrently
     */
    async revoke({
      parentJkt,
      jti,
      ownerSub,
      at,
      expiresAt,
    }: DelegationKey & {
      readonly ownerSub: string;
      readonly at: Date;
      /** When a delegation that was not used yet has expired at the latest. */
      readonly expiresAt: Date;
    }): Promise<{ readonly sessionId: string | null } | undefined> {
      const owner = await db
        .selectFrom('sso.owners')
        .select('sub')
        .where('sub', '=', ownerSub)
        .forKeyShare()
        .executeTakeFirst();
      if (!owner) return undefined;
      const row = await db
        .insertInto('sso.delegations')
        .values({
          parent_jkt: parentJkt,
          jti,
          owner_sub: ownerSub,
          created_at: at,
          expires_at: expiresAt,
          revoked_at: at,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['parent_jkt', 'jti'])
            .doUpdateSet({ revoked_at: (eb) => eb.fn.coalesce('sso.delegations.revoked_at', eb.val(at)) })
            .where('sso.delegations.owner_sub', '=', ownerSub),
        )
        .returning('session_id')
        .executeTakeFirst();
      return { sessionId: row?.session_id ?? null };
    },

    /** Lists the delegations of a key that have not expired, the most recent first. */
    async list({
      parentJkt,
      ownerSub,
      at,
      limit,
      after,
    }: {
      readonly parentJkt: Thumbprint;
      readonly ownerSub: string;
      readonly at: Date;
      readonly limit: number;
      /** Last delegation of the previous page. */
      readonly after?: PagePosition | undefined;
    }): Promise<readonly ListedDelegation[]> {
      const rows = await db
        .selectFrom('sso.delegations as delegation')
        .select(['jti', 'session_id', 'created_at', 'expires_at', 'revoked_at'])
        .where('delegation.parent_jkt', '=', parentJkt)
        .where('delegation.owner_sub', '=', ownerSub)
        .where('delegation.expires_at', '>', at)
        .$call(newestFirst('delegation.created_at', 'delegation.jti', { limit, after }))
        .execute();
      const sessions = await helperSessions(
        db,
        rows.flatMap(({ session_id: id }) => id ?? []),
      );
      return rows.map((row) => {
        const session = sessions?.get(row.session_id ?? '');
        return {
          jti: row.jti,
          createdAt: row.created_at,
          jkt: session?.jkt ?? undefined,
          scope: session?.scope,
          resource: session?.resource ?? null,
          revoked: row.revoked_at !== null || (session?.revoked_at ?? null) !== null,
          lastUsedAt: session?.last_used_at ?? null,
          expiresAt: row.expires_at,
        };
      });
    },

    /** Deletes up to `limit` delegations that expired before `before`. */
    deleteExpired: (before: Date, limit: number): Promise<number> =>
      deleteFound(db, {
        table: 'sso.delegations',
        key: ['parent_jkt', 'jti'],
        condition: sql`expires_at < ${before}`,
        limit,
      }),
  };
}

/** Returns sessions by their id. Read apart, because delegations have nodes of their own. */
async function helperSessions(db: Kysely<SsoDatabase>, ids: readonly string[]) {
  if (ids.length === 0) return undefined;
  const rows = await db
    .selectFrom('sso.sessions')
    .select(['id', 'jkt', 'scope', 'resource', 'last_used_at', 'revoked_at'])
    .where('bucket', '=', sql<number>`any(${bucketsOfIds(ids)}::smallint[])`)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the scopes of an agent and of those above it, which are in its bucket. */
async function scopesAbove(db: Kysely<SsoDatabase>, agentId: string): Promise<readonly string[]> {
  const bucket = bucketOfId(agentId);
  const { rows } = await sql<{ readonly scope: string }>`
    with recursive above (parent_id, scope) as (
      select parent_id, scope from sso.sessions where bucket = ${bucket} and id = ${agentId}
      union all
      select agent.parent_id, agent.scope from sso.sessions agent join above on agent.bucket = ${bucket} and agent.id = above.parent_id
    ) select scope from above`.execute(db);
  return rows.map(({ scope }) => scope);
}

/** Starts the session of a helper. @returns why its key cannot be bound to the owner; undefined when it is */
async function startHelper(
  trx: Kysely<SsoDatabase>,
  { sessionId, parentId, ownerSub, chain, at, place, ...accepted }: AcceptedDelegation,
  parent: Selectable<SsoDatabase['sso.sessions']>,
): Promise<KeyRefusal | undefined> {
  const [jkt = null] = chain;
  const key = { jkt, publicJwk: null, at };
  const { rows } = await sql`
    with approved as (select ${ownerSub}::text as owner_sub), ${bindingKey(key, sql`approved`)}, started as (
      insert into sso.sessions
        (bucket, id, parent_id, chain, client_address, owner_sub, scope, resource, reach, jkt, auth_time, amr, status_index,
         last_ip, last_user_agent, created_at, last_used_at, expires_at, ends_at)
      select ${bucketOfId(sessionId)}::smallint, ${sessionId}::uuid, ${parentId}::uuid, ${[...chain]}::text[], ${parent.client_address}::text, owner_sub,
        ${accepted.scope}::text, ${accepted.resource}::text, ${parent.reach}::text, ${jkt}::text,
        ${parent.auth_time}::timestamptz, ${parent.amr}::text[], ${accepted.statusIndex}::bigint, ${place.ip}::text,
        ${place.userAgent}::text, ${at}::timestamptz, ${at}::timestamptz, ${accepted.expiresAt}::timestamptz,
        ${accepted.delegationExpiresAt}::timestamptz
      from approved where ${keyIsBound(key)} returning id
    )
    ${recorded(sql`started`, accepted.accepted)}`.execute(trx);
  if (rows.length === 1) return undefined;
  const refusal = await refusalOfKey(trx, jkt, ownerSub);
  if (refusal === undefined) throw new Error('The session of a helper was not stored.');
  return refusal;
}
