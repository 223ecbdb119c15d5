import type { AuditEvent } from '../../../generated/sso/types.ts';
import type { AuditRecord } from '../store/audit-events.ts';

/** Maps a stored event to the `AuditEvent` schema. */
export function auditEventResponse({ at, details, ...event }: AuditRecord): AuditEvent {
  return { ...event, at: at.toISOString(), details: { ...details } };
}
