import { type Kysely, type RawBuilder, sql } from 'kysely';
import { bucketOfId } from '../../runtime/database/bucket.ts';
import { inTransaction } from '../../runtime/database/queries.ts';
import { recorded, type SsoAuditEvent } from '../administration/audit-store.ts';
import type { SsoDatabase } from '../database.ts';
import type { KeyRefusal } from '../sign-in/authorization-request.ts';
import { bindingKey, keyIsBound, refusalOfKey } from '../keys/session-key-store.ts';
import type { Place } from '../sessions/place.ts';
import type { Approval } from './approval.ts';
import { insertMandate, type NewMandate } from './mandate-store.ts';

export interface Decision {
  readonly id: string;
  /** Session of the agent that asks. */
  readonly parentId: string;
  readonly ownerSub: string;
  readonly decision: 'approved' | 'rejected';
  readonly amr: readonly string[];
  readonly authTime: Date;
  readonly at: Date;
  readonly redeemableUntil: Date;
  readonly quietUntil: Date | null;
  readonly mandate: NewMandate | undefined;
  readonly decided: SsoAuditEvent;
}

export interface ApprovedSession {
  readonly approval: Approval;
  /** In the bucket of the session that asked. */
  readonly sessionId: string;
  readonly statusIndex: number;
  readonly scope: string;
  readonly at: Date;
  readonly endsAt: Date;
  readonly place: Place;
  readonly issued: SsoAuditEvent;
}

interface Asking {
  readonly ownerSub: string;
  /** Session of the agent that asks. */
  readonly parentId: string;
  readonly at: Date;
}

/**
 * Returns the query `asking`: the session of an agent, which neither ends nor is paused until the transaction ends; none when
 * it is not active.
 * Its query `owner` locks the owner before, as what ends an owner does.
 */
export const asking = ({ parentId, at }: Asking, owner: RawBuilder<unknown>) => sql`
  owner as (${owner}), asking as (
    select session.id from sso.sessions as session
    join sso.clients as client on client.address = session.client_address
    where session.bucket = ${bucketOfId(parentId)} and session.id = ${parentId} and session.revoked_at is null and session.paused_at is null and session.expires_at > ${at}
      and client.disabled_at is null and exists (select from owner)
    for share of session
  )`;

/**
 * Requests and decisions of one owner run one after another. Others may write rows that reference the owner: they may hold a
 * session for which the caller waits, such as the report of a stolen key.
 */
const inTurn = ({ ownerSub }: Asking) => sql`select sub from sso.owners where sub = ${ownerSub} for no key update`;

/**
 * The query `owner` of one that asks: it counts, so that a concurrent `askWithinBudget` notices it.
 *
 * @param condition whether it may ask
 */
export const newTurn = ({ ownerSub }: Pick<Asking, 'ownerSub'>, condition: RawBuilder<unknown> = sql`true`) => sql`
  update sso.owners as owner set asks = owner.asks + 1 where owner.sub = ${ownerSub} and ${condition}
  returning owner.sub`;

/** Locks an owner and the session that asks. @returns false when there is no such owner, or the session is not active */
export async function lockAsking(trx: Kysely<SsoDatabase>, asks: Asking): Promise<boolean> {
  const { rows } = await sql`with ${asking(asks, newTurn(asks))} select id from asking`.execute(trx);
  return rows.length === 1;
}

/**
 * Records a decision with its event, and the mandate that it gives: of several decisions the first wins. The request references
 * the mandate, and a distributed engine checks that in the middle of a statement, so that the mandate is one of its own.
 */
export function recordDecision(db: Kysely<SsoDatabase>, decision: Decision): Promise<boolean> {
  const { mandate } = decision;
  if (!mandate) return decideOnce(db, decision);
  return inTransaction(db, async (trx) => {
    if (!(await decideOnce(trx, decision))) return false;
    await insertMandate(trx, mandate);
    await trx
      .updateTable('sso.approval_requests')
      .set({ mandate_id: mandate.id })
      .where('id', '=', decision.id)
      .where('owner_sub', '=', decision.ownerSub)
      .execute();
    return true;
  });
}

/** One statement. @returns whether the request was undecided, and its agent may ask */
async function decideOnce(
  db: Kysely<SsoDatabase>,
  { id, decision, at, decided, ...given }: Decision,
): Promise<boolean> {
  const asks = { ...given, at };
  const { rows } = await sql`
    with ${asking(asks, inTurn(asks))}, decided as (
      update sso.approval_requests
      set status = ${decision}, decided_by = 'person', decided_at = ${at}, amr = ${[...given.amr]}::text[],
        auth_time = ${given.authTime}, redeemable_until = ${decision === 'approved' ? given.redeemableUntil : null},
        quiet_until = ${given.quietUntil},
        next_notification_at = case when sealed_notification_token is null then null else ${at}::timestamptz end
      where id = ${id} and owner_sub = ${given.ownerSub} and status = 'pending' and expires_at > ${at} and exists (select from asking)
      returning id
    )
    ${recorded(sql`decided`, decided)}`.execute(db);
  return rows.length === 1;
}

/** Starts the session of an approval below that of its agent and records the event in one statement. */
export async function redeemApproval(
  db: Kysely<SsoDatabase>,
  { approval, sessionId, statusIndex, scope, at, endsAt, place, issued }: ApprovedSession,
): Promise<boolean | KeyRefusal> {
  const { id, ownerSub } = approval;
  const active = sql`select sub from sso.owners where sub = ${ownerSub} and suspended_at is null for key share`;
  const key = { jkt: approval.jkt, publicJwk: null, at };
  const { rows } = await sql<{ readonly sessionId: string | null }>`
    with ${asking({ ...approval, at }, active)}, approved as (
      select id, owner_sub from sso.approval_requests
      where id = ${id} and owner_sub = ${ownerSub} and redeemed_at is null and redeemable_until > ${at} and exists (select from asking)
      for update
    ), ${bindingKey(key, sql`approved`)}, redeemed as (
      update sso.approval_requests set redeemed_at = ${at}
      where id = ${id} and owner_sub = ${ownerSub} and exists (select from approved) and ${keyIsBound(key)}
      returning parent_id, client_address, owner_sub, resource, reach, jkt, auth_time, amr, agent_name
    ), started as (
      insert into sso.sessions
        (bucket, id, parent_id, client_address, owner_sub, scope, resource, reach, jkt, auth_time, amr, agent_name, status_index,
         last_ip, last_user_agent, created_at, last_used_at, expires_at, ends_at)
      select ${bucketOfId(sessionId)}::smallint, ${sessionId}::uuid, parent_id, client_address, owner_sub, ${scope}::text, resource, reach, jkt,
        coalesce(auth_time, ${at}::timestamptz), amr, agent_name, ${statusIndex}::bigint, ${place.ip}::text,
        ${place.userAgent}::text, ${at}::timestamptz, ${at}::timestamptz, ${endsAt}::timestamptz, ${endsAt}::timestamptz
      from redeemed returning id
    ), recorded as (${recorded(sql`started`, issued)})
    select started.id as "sessionId" from approved left join started on true left join recorded on true`.execute(db);
  const [found] = rows;
  if (!found) return false;
  return found.sessionId !== null || ((await refusalOfKey(db, approval.jkt, ownerSub)) ?? false);
}

/** A notification of a decision to an application in ping mode. */
export interface DecisionNotification {
  /** Id of the approval request. */
  readonly id: string;
  readonly clientAddress: string;
  readonly uri: string;
  readonly sealedToken: string;
  /** Number of this attempt, from 1. */
  readonly attempt: number;
}

export function createDecisionNotificationStore(db: Kysely<SsoDatabase>) {
  const setNext = async (id: string, next: Date | null): Promise<void> => {
    await db.updateTable('sso.approval_requests').set({ next_notification_at: next }).where('id', '=', id).execute();
  };
  return {
    /** Claims notifications that are due; no other process gets them until the lease ends. */
    async claim(claim: {
      readonly at: Date;
      readonly limit: number;
      readonly perClient: number;
      /** Applications of which none is claimed. */
      readonly busyClients: readonly string[];
      /** When another process may claim them, unless this one finishes before. */
      readonly leaseUntil: Date;
    }): Promise<readonly DecisionNotification[]> {
      const { at, limit, perClient, busyClients, leaseUntil } = claim;
      const { rows: due } = await sql<{ readonly id: string }>`
        select id from (
          select id, next_notification_at,
            row_number() over (partition by client_address order by next_notification_at) as turn
          from sso.approval_requests
          where next_notification_at <= ${at} and client_address <> all(${busyClients}::text[])
        ) as request
        where turn <= ${perClient} order by next_notification_at limit ${limit}`.execute(db);
      if (due.length === 0) return [];
      // Of two processes that found the same row, the second finds it claimed.
      const { rows } = await sql<DecisionNotification>`
        update sso.approval_requests as request
        set notifications = request.notifications + 1, next_notification_at = ${leaseUntil}
        from sso.clients as client
        where request.id in (${sql.join(due.map(({ id }) => id))}) and request.next_notification_at <= ${at}
          and client.address = request.client_address
          and client.backchannel_client_notification_endpoint is not null
        returning request.id, request.client_address as "clientAddress",
          client.backchannel_client_notification_endpoint as uri,
          request.sealed_notification_token as "sealedToken", request.notifications as attempt`.execute(db);
      return rows;
    },
    /** Ends the notifications of a request: it was accepted, or is given up. */
    finish: (id: string) => setNext(id, null),
    postpone: (id: string, until: Date) => setNext(id, until),
  };
}
