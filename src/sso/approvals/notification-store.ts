import { type Kysely, sql } from 'kysely';
import type { SsoDatabase } from '../database.ts';

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
