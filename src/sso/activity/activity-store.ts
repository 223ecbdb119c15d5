import { type Kysely, type RawBuilder, sql } from 'kysely';
import { bucketOf } from '../../runtime/database/bucket.ts';
import { newestFirst } from '../../runtime/database/queries.ts';
import { deleteFound } from '../../runtime/database/delete-found.ts';
import type { PagePosition, PageRequest } from '../../runtime/http/page.ts';
import type { SsoDatabase } from '../database.ts';
import type { SsoSecurityEvent } from '../administration/audit-store.ts';

/** Events that an owner sees. Others concern operators, or name an administrator. */
const ownerEvents: readonly SsoSecurityEvent[] = [
  'browser_signed_in',
  'browser_signed_out',
  'sign_in_approved',
  'sign_in_rejected',
  'tokens_issued',
  'session_revoked',
  'key_compromised',
  'session_renamed',
  'agent_paused',
  'agent_resumed',
  'approval_requested',
  'approval_granted',
  'approval_rejected',
  'mandate_revoked',
  'delegation_accepted',
  'delegation_revoked',
  'access_token_revoked',
  'code_reused',
  'refresh_token_reused',
  'passkey_registered',
  'passkey_renamed',
  'passkey_removed',
  'passkey_refused',
  'device_enrolled',
  'device_renamed',
  'device_removed',
  'device_link_created',
  'profile_updated',
  'recovery_codes_created',
  'recovery_confirmed',
  'owner_recovered',
  'console_scopes_set',
  'console_opened',
  'provider_created',
  'provider_updated',
  'client_secret_created',
  'client_secret_revoked',
  'application_deleted',
  'application_invite_created',
  'application_invite_revoked',
  'application_joined',
  'application_member_set',
  'application_member_removed',
  'reach_requested',
  'detail_type_added',
  'detail_type_removed',
  'resource_added',
  'resource_removed',
];

/** Events of which an owner is told until they have seen them: they open or close a way to act for the owner. */
export const noticedEvents = [
  'key_compromised',
  'passkey_registered',
  'passkey_removed',
  'device_enrolled',
  'device_removed',
  'recovery_codes_created',
  'console_scopes_set',
  'console_opened',
] as const satisfies readonly SsoSecurityEvent[];

/** Largest number of notices at once. */
const mostNotices = 20;

/** An event on record, as its owner sees it. */
export interface ActivityRecord {
  readonly id: string;
  readonly at: Date;
  readonly event: string;
  /** The application concerned; null without one. */
  readonly client: { readonly address: string; readonly name: string } | null;
  readonly ip: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

interface ActivityQuery {
  readonly sub: string;
  readonly limit: number;
  /** Last event of the previous page. */
  readonly after?: PagePosition | undefined;
}

export function createOwnerActivityStore(db: Kysely<SsoDatabase>) {
  const eventsOf = (sub: string, events: readonly SsoSecurityEvent[], page: PageRequest) =>
    db
      .selectFrom('sso.audit_events as event')
      .leftJoin('sso.clients as client', 'client.address', 'event.client_address')
      .select([
        'event.id',
        'event.at',
        'event.event',
        'event.ip',
        'event.details',
        'event.client_address as clientAddress',
        'client.name as clientName',
      ])
      .where('event.bucket', '=', bucketOf(sub))
      .where('event.owner_sub', '=', sub)
      .where('event.event', 'in', events)
      .$call(newestFirst('event.at', 'event.id', page));

  return {
    /** Lists the events of an owner, the newest first. */
    async list({ sub, limit, after }: ActivityQuery): Promise<readonly ActivityRecord[]> {
      return (await eventsOf(sub, ownerEvents, { limit, after }).execute()).map(recordOf);
    },

    /** Lists the changes that an owner has not seen, up to 20, the newest first. */
    async notices(sub: string): Promise<readonly ActivityRecord[]> {
      // Events and owners are on different nodes: each part of the statement asks one. The first authenticator was added when the
      // owner was created.
      const rows = await eventsOf(sub, noticedEvents, { limit: mostNotices, after: undefined })
        .where(
          sql<boolean>`coalesce(
            event.id > (select notices_seen_through from sso.owners where sub = ${sub}),
            event.at > (select created_at from sso.owners where sub = ${sub}))`,
        )
        .execute();
      return rows.map(recordOf);
    },

    /** Records that an owner has seen the events up to `eventId`. @returns false when the owner has no such event */
    async markSeen(sub: string, eventId: string): Promise<boolean> {
      const id = Number(eventId);
      const { numUpdatedRows } = await db
        .updateTable('sso.owners')
        .set({ notices_seen_through: sql<number>`greatest(owners.notices_seen_through, ${id}::bigint)` })
        .where('sso.owners.sub', '=', sub)
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom('sso.audit_events as event')
              .select('event.id')
              .where('event.bucket', '=', bucketOf(sub))
              .where('event.owner_sub', '=', sub)
              .where('event.id', '=', id),
          ),
        )
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}

interface EventRow extends Pick<ActivityRecord, 'at' | 'event' | 'ip' | 'details'> {
  readonly id: number;
  readonly clientAddress: string | null;
  readonly clientName: string | null;
}

function recordOf({ id, clientAddress, clientName, ...event }: EventRow): ActivityRecord {
  const client = clientAddress === null || clientName === null ? null : { address: clientAddress, name: clientName };
  return { id: String(id), client, ...event };
}

/** A change of which an owner is told by a push of the platform. */
export interface SystemPush {
  readonly ownerSub: string;
  /** Of the audit. */
  readonly eventId: number;
  readonly event: string;
  /** The request of an agent that the event is about; null for other events. */
  readonly approvalRequest: string | null;
  /** Number of this attempt, from 1. */
  readonly attempt: number;
}

interface SystemPushClaim {
  readonly at: Date;
  readonly limit: number;
  /** When another process may claim them, unless this one finishes before. */
  readonly leaseUntil: Date;
}

type PushKey = Pick<SystemPush, 'ownerSub' | 'eventId'>;
type DuePush = PushKey & { readonly attempts: number; readonly nextAttemptAt: Date };

/** The condition of these pushes in the table `push`. */
const named = (pushes: readonly PushKey[]): RawBuilder<unknown> => {
  const keys = pushes.map(({ ownerSub, eventId }) => sql`(${bucketOf(ownerSub)}, ${ownerSub}, ${eventId})`);
  return sql`(push.bucket, push.owner_sub, push.event_id) in (${sql.join(keys)})`;
};

export type SystemPushStore = ReturnType<typeof createSystemPushStore>;

/** A trigger of the audit adds the pushes, in the bucket of their owner. */
export function createSystemPushStore(db: Kysely<SsoDatabase>) {
  const deletePushes = async (pushes: readonly PushKey[]): Promise<void> => {
    if (pushes.length > 0) await sql`delete from sso.system_pushes as push where ${named(pushes)}`.execute(db);
  };

  /** Returns the pushes of owners who do not exist any more, and those of their creation, of which nobody is told. */
  const ofNoNews = async (due: readonly DuePush[]): Promise<readonly DuePush[]> => {
    // Until the first attempt, a push is due since its event.
    const first = due.filter(({ attempts }) => attempts === 0);
    if (first.length === 0) return [];
    const owners = await db
      .selectFrom('sso.owners')
      .select(['sub', 'created_at'])
      .where('sub', 'in', [...new Set(first.map(({ ownerSub }) => ownerSub))])
      .execute();
    const created = new Map(owners.map(({ sub, created_at: createdAt }) => [sub, createdAt]));
    return first.filter(({ ownerSub, nextAttemptAt }) => !((created.get(ownerSub) ?? nextAttemptAt) < nextAttemptAt));
  };

  return {
    /** Claims pushes that are due; no other process gets them until the lease ends. */
    async claim({ at, limit, leaseUntil }: SystemPushClaim): Promise<readonly SystemPush[]> {
      const due = await db
        .selectFrom('sso.system_pushes')
        .select(['owner_sub as ownerSub', 'event_id as eventId', 'attempts', 'next_attempt_at as nextAttemptAt'])
        .where('next_attempt_at', '<=', at)
        .orderBy('next_attempt_at')
        .limit(limit)
        .execute();
      const unwanted = new Set(await ofNoNews(due));
      await deletePushes([...unwanted]);
      const wanted = due.filter((push) => !unwanted.has(push));
      if (wanted.length === 0) return [];
      // Of two processes that found the same row, the second finds it claimed.
      const { rows } = await sql<SystemPush>`
        update sso.system_pushes as push
        set attempts = push.attempts + 1, next_attempt_at = ${leaseUntil}
        where ${named(wanted)} and push.next_attempt_at <= ${at}
        returning push.owner_sub as "ownerSub", push.event_id as "eventId", push.event, push.attempts as attempt,
          push.approval_request as "approvalRequest"`.execute(db);
      return rows;
    },

    /** Deletes pushes that were accepted, are not wanted, or are given up. */
    delete: deletePushes,

    /** Records an attempt that failed. */
    async postpone({ ownerSub, eventId, attempt }: PushKey & Pick<SystemPush, 'attempt'>, until: Date): Promise<void> {
      await db
        .updateTable('sso.system_pushes')
        .set({ attempts: attempt, next_attempt_at: until })
        .where('bucket', '=', bucketOf(ownerSub))
        .where('owner_sub', '=', ownerSub)
        .where('event_id', '=', eventId)
        .execute();
    },

    /** Deletes pushes that nobody sends: what is old is no news. */
    deleteExpired: (before: Date, limit: number): Promise<number> =>
      deleteFound(db, {
        table: 'sso.system_pushes',
        key: ['bucket', 'owner_sub', 'event_id'],
        condition: sql`next_attempt_at < ${before}`,
        limit,
      }),
  };
}
