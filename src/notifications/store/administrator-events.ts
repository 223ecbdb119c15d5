import type { Kysely } from 'kysely';
import type { AdministratorEventName, NotificationsDatabase } from '../database.ts';

export interface AdministratorEvent {
  readonly id: string;
  readonly at: Date;
  readonly event: AdministratorEventName;
  readonly requestId: string;
  readonly ip: string;
  readonly administrator: { readonly id: string | null; readonly name: string };
  /** Pseudonym of a person; never a session address. */
  readonly subject: string;
  readonly details: Readonly<Record<string, number>>;
}

/** Append-only: the database refuses changes and deletions (migration 0013). */
export function createAdministratorEventStore(db: Kysely<NotificationsDatabase>) {
  return {
    /** Records what an administrator did. Called in the transaction of the act. */
    async record({ requestId, administrator, details, ...columns }: AdministratorEvent): Promise<void> {
      await db
        .insertInto('notifications.administrator_events')
        .values({
          ...columns,
          request_id: requestId,
          administrator: administrator.name,
          administrator_id: administrator.id,
          details: JSON.stringify(details),
        })
        .execute();
    },
  };
}
