import { type Kysely, sql } from 'kysely';
import type { SsoDatabase } from '../database.ts';
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

export interface NoticeClaim {
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
    async claim({ at, limit, perClient, busyClients, leaseUntil }: NoticeClaim): Promise<readonly LogoutNotice[]> {
      const { rows } = await sql<LogoutNotice>`
        with due as (
          select claimed.id, claimed.session_id from (
            select distinct client_address from sso.logout_notices
            where next_attempt_at <= ${at} and client_address <> all(${busyClients}::text[])
          ) as client
          cross join lateral (
            select id, session_id from sso.logout_notices
            where client_address = client.client_address and next_attempt_at <= ${at}
            order by next_attempt_at limit ${perClient} for update skip locked
          ) as claimed
          limit ${limit}
        )
        update sso.logout_notices as notice
        set attempts = notice.attempts + 1, next_attempt_at = ${leaseUntil}
        from due, sso.clients as client
        where notice.session_id = due.session_id and notice.id = due.id and client.address = notice.client_address
          and client.backchannel_logout_uri is not null
        returning notice.id, notice.client_address as "clientAddress", notice.owner_sub as "ownerSub",
          client.pairwise_sector as "pairwiseSector",
          notice.session_id as "sessionId", client.backchannel_logout_uri as uri, notice.attempts as attempt`.execute(
        db,
      );
      return rows;
    },

    /** Deletes a notice that was delivered, or is given up. */
    async delete({ id, sessionId }: NoticeKey): Promise<void> {
      await db.deleteFrom('sso.logout_notices').where('session_id', '=', sessionId).where('id', '=', id).execute();
    },

    async postpone({ id, sessionId }: NoticeKey, until: Date): Promise<void> {
      await db
        .updateTable('sso.logout_notices')
        .set({ next_attempt_at: until })
        .where('session_id', '=', sessionId)
        .where('id', '=', id)
        .execute();
    },

    /** Deletes notices that no process claims any more, such as those of an application without an address. */
    deleteExpired: (before: Date, limit: number): Promise<number> =>
      deleteFound(db, { table: 'sso.logout_notices', key: ['id'], condition: sql`next_attempt_at < ${before}`, limit }),
  };
}
