import type { Kysely } from 'kysely';
import type { BackendAuditEvent, BackendDatabase } from '../database.ts';

export interface NewBackendAuditEvent {
  readonly id: string;
  readonly at: Date;
  readonly event: BackendAuditEvent;
  readonly requestId: string;
  readonly ip: string;
  readonly administrator: { readonly id: string | null; readonly name: string };
  /** Contradiction, or pseudonym of a person. */
  readonly subject: string;
  readonly details: Readonly<Record<string, unknown>>;
}

export function createBackendAuditStore(db: Kysely<BackendDatabase>) {
  return {
    /** Records what an administrator did. Called in the transaction of the act. */
    record: async (event: NewBackendAuditEvent): Promise<void> => {
      const { requestId, administrator, details, ...columns } = event;
      await db
        .insertInto('backend.audit_events')
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
