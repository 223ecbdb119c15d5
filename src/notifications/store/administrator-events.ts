import type { Kysely } from 'kysely';
import { type AdministratorEvent, administratorEventRow } from '../../runtime/administrator-event.ts';
import type { AdministratorEventName, NotificationsDatabase } from '../database.ts';

/** Append-only: the database refuses changes and deletions (migration 0013). */
export function createAdministratorEventStore(db: Kysely<NotificationsDatabase>) {
  return {
    /** Records what an administrator did. Called in the transaction of the action. */
    async record(event: AdministratorEvent<AdministratorEventName, Readonly<Record<string, number>>>): Promise<void> {
      await db.insertInto('notifications.administrator_events').values(administratorEventRow(event)).execute();
    },
  };
}
