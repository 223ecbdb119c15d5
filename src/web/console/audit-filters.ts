/** Filters of the audit as they are typed; an empty text does not filter. */
export interface AuditFilters {
  readonly event: string;
  readonly sub: string;
  readonly administrator: string;
  /** Local date and time, as a `datetime-local` input has it. */
  readonly from: string;
  readonly to: string;
}

export const noAuditFilters: AuditFilters = { event: '', sub: '', administrator: '', from: '', to: '' };

/** Returns the query of the audit operations. Times are in the browser's time zone. */
export function auditQuery({ event, sub, administrator, from, to }: AuditFilters) {
  const [first, last] = [isoTime(from), isoTime(to)];
  return {
    ...(event.trim() !== '' && { event: event.trim() }),
    ...(sub.trim() !== '' && { sub: sub.trim() }),
    ...(administrator.trim() !== '' && { administrator: administrator.trim() }),
    ...(first !== undefined && { from: first }),
    ...(last !== undefined && { to: last }),
  };
}

function isoTime(local: string): string | undefined {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
