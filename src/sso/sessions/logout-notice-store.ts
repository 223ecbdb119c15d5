import { type Kysely, sql } from 'kysely';
import type { SsoDatabase } from '../database.ts';
import { bucketOfId } from '../../runtime/database/bucket.ts';
import { claimRows } from '../../runtime/jobs/lease.ts';
import { deleteFound } from '../../runtime/database/delete-found.ts';

/** A logout token to send to an application (OpenID Connect Back-Channel Logout 1.0 §2.5). */
export interface LogoutNotice {
  /** `jti` of its logout tokens, so that an application recognises a repeated one. */
  readonly id: string;
  readonly clientAddress: string;
  readonly ownerSub: string;
  /** Sector of the application; null with public subjects. */
  readonly pairwiseSector: string | null;
  readonly sessionId: string;
  readonly uri: string;
  /** Number of this attempt, from 1. */
  readonly attempt: number;
}

/** A notice with its distribution key. */
type NoticeKey = Pick<LogoutNotice, 'id' | 'sessionId'>;

interface NoticeClaim {
  readonly at: Date;
  readonly limit: number;
  /** Maximum number of notices of one application. */
  readonly perClient: number;
  /** Applications that are left out. */
  readonly busyClients: readonly string[];
  /** When another process may claim them, unless this one finishes before. */
  readonly leaseUntil: Date;
}

export function createLogoutNoticeStore(db: Kysely<SsoDatabase>) {
  return {
    /** Claims notices that are due; no other process gets them until the lease ends. */
    claim: (claim: NoticeClaim): Promise<readonly LogoutNotice[]> =>
      claimRows(
        () => findDue(db, claim),
        (found) => lease(db, claim, found),
      ),

    /** Deletes a notice that was delivered, or is given up. */
    async delete({ id, sessionId }: NoticeKey): Promise<void> {
      await db
        .deleteFrom('sso.logout_notices')
        .where('bucket', '=', bucketOfId(sessionId))
        .where('session_id', '=', sessionId)
        .where('id', '=', id)
        .execute();
    },

    async postpone({ id, sessionId }: NoticeKey, until: Date): Promise<void> {
      await db
        .updateTable('sso.logout_notices')
        .set({ next_attempt_at: until })
        .where('bucket', '=', bucketOfId(sessionId))
        .where('session_id', '=', sessionId)
        .where('id', '=', id)
        .execute();
    },

    /** Deletes notices that no process claims any more, such as those of an application without an address. */
    deleteExpired: (before: Date, limit: number): Promise<number> =>
      deleteFound(db, {
        table: 'sso.logout_notices',
        key: ['bucket', 'id'],
        condition: sql`next_attempt_at < ${before}`,
        limit,
      }),
  };
}

async function findDue(
  db: Kysely<SsoDatabase>,
  { at, limit, perClient, busyClients }: NoticeClaim,
): Promise<readonly LogoutNotice[]> {
  const { rows } = await sql<LogoutNotice>`
    select notice.id, notice.client_address as "clientAddress", notice.owner_sub as "ownerSub",
      application.pairwise_sector as "pairwiseSector", notice.session_id as "sessionId",
      application.backchannel_logout_uri as uri, notice.attempts + 1 as attempt
    from (
      select id, client_address, owner_sub, session_id, attempts, next_attempt_at,
        row_number() over (partition by client_address order by next_attempt_at) as turn
      from sso.logout_notices
      where next_attempt_at <= ${at} and client_address <> all(${busyClients}::text[])
    ) as notice
    join sso.clients as application
      on application.address = notice.client_address and application.backchannel_logout_uri is not null
    where notice.turn <= ${perClient} order by notice.next_attempt_at limit ${limit}`.execute(db);
  return rows;
}

/** Leases what was found and is due still. */
async function lease(
  db: Kysely<SsoDatabase>,
  { at, leaseUntil }: NoticeClaim,
  found: readonly LogoutNotice[],
): Promise<readonly LogoutNotice[]> {
  const keys = found.map(({ sessionId, id }) => ({ bucket: bucketOfId(sessionId), sessionId, id }));
  const { rows } = await sql<{ id: string }>`
    update sso.logout_notices as notice set attempts = notice.attempts + 1, next_attempt_at = ${leaseUntil}
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as found (bucket smallint, "sessionId" uuid, id uuid)
    where notice.bucket = found.bucket and notice.session_id = found."sessionId" and notice.id = found.id and notice.next_attempt_at <= ${at}
    returning notice.id`.execute(db);
  const leased = new Set(rows.map(({ id }) => id));
  return found.filter(({ id }) => leased.has(id));
}
