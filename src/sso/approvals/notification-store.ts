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

export interface NotificationClaim {
  readonly at: Date;
  readonly limit: number;
  /** When another process may claim them, unless this one finishes before. */
  readonly leaseUntil: Date;
}

export function createDecisionNotificationStore(db: Kysely<SsoDatabase>) {
  const setNext = async (id: string, next: Date | null): Promise<void> => {
    await db.updateTable('sso.approval_requests').set({ next_notification_at: next }).where('id', '=', id).execute();
  };
  return {
    /** Claims notifications that are due; no other process gets them until the lease ends. */
    async claim({ at, limit, leaseUntil }: NotificationClaim): Promise<readonly DecisionNotification[]> {
      const { rows } = await sql<DecisionNotification>`
        with due as (
          select id from sso.approval_requests where next_notification_at <= ${at}
          order by next_notification_at limit ${limit} for update skip locked
        )
        update sso.approval_requests as request
        set notifications = request.notifications + 1, next_notification_at = ${leaseUntil}
        from due, sso.clients as client
        where request.id = due.id and client.address = request.client_address
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
