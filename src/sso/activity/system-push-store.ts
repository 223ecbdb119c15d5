import { type Kysely, sql } from 'kysely';
import type { SsoDatabase } from '../database.ts';

/** A change of which an owner is told by a push of the platform. */
export interface SystemPush {
  readonly ownerSub: string;
  /** Of the audit. */
  readonly eventId: string;
  readonly event: string;
  /** Number of this attempt, from 1. */
  readonly attempt: number;
}

export interface SystemPushClaim {
  readonly at: Date;
  readonly limit: number;
  /** When another process may claim them, unless this one finishes before. */
  readonly leaseUntil: Date;
}

type PushKey = Pick<SystemPush, 'ownerSub' | 'eventId'>;

export type SystemPushStore = ReturnType<typeof createSystemPushStore>;

/** Triggers of the audit add the pushes. */
export function createSystemPushStore(db: Kysely<SsoDatabase>) {
  return {
    /** Claims pushes that are due; no other process gets them until the lease ends. */
    async claim({ at, limit, leaseUntil }: SystemPushClaim): Promise<readonly SystemPush[]> {
      const { rows } = await sql<SystemPush>`
        with due as (
          select owner_sub, event_id from sso.system_pushes where next_attempt_at <= ${at}
          order by next_attempt_at limit ${limit} for update skip locked
        )
        update sso.system_pushes as push
        set attempts = push.attempts + 1, next_attempt_at = ${leaseUntil}
        from due where push.owner_sub = due.owner_sub and push.event_id = due.event_id
        returning push.owner_sub as "ownerSub", push.event_id::text as "eventId", push.event,
          push.attempts as attempt`.execute(db);
      return rows;
    },

    /** Deletes a push that was accepted, is not wanted, or is given up. */
    async delete({ ownerSub, eventId }: PushKey): Promise<void> {
      await db
        .deleteFrom('sso.system_pushes')
        .where('owner_sub', '=', ownerSub)
        .where('event_id', '=', eventId)
        .execute();
    },

    async postpone({ ownerSub, eventId }: PushKey, until: Date): Promise<void> {
      await db
        .updateTable('sso.system_pushes')
        .set({ next_attempt_at: until })
        .where('owner_sub', '=', ownerSub)
        .where('event_id', '=', eventId)
        .execute();
    },

    /** Deletes pushes that nobody sends: what is old is no news. */
    async deleteExpired(before: Date, limit: number): Promise<number> {
      const { numAffectedRows } = await sql`
        delete from sso.system_pushes where (owner_sub, event_id) in (
          select owner_sub, event_id from sso.system_pushes where next_attempt_at < ${before} limit ${limit}
        )`.execute(db);
      return Number(numAffectedRows ?? 0n);
    },
  };
}
