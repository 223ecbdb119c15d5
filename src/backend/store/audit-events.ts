import type { Kysely } from 'kysely';
import { type AdministratorEvent, administratorEventRow } from '../../runtime/administrator-event.ts';
import type { BackendAuditEvent, BackendDatabase } from '../database.ts';

export function createBackendAuditStore(db: Kysely<BackendDatabase>) {
  return {
    /** Records what an administrator did. Called in the transaction of the action. */
    async record(event: AdministratorEvent<BackendAuditEvent, Readonly<Record<string, unknown>>>): Promise<void> {
      await db.insertInto('backend.audit_events').values(administratorEventRow(event)).execute();
    },
  };
}
