import { auditFilter } from '../audit/audit-filter.ts';
import { createAuditLines } from '../audit/audit-lines.ts';
import type { SsoHandler } from '../handler.ts';

/** Streams audit events as JSON lines, the oldest first, and records the export. */
export const getAuditExport: SsoHandler<'getAuditExport'> = async ({
  query,
  administrator,
  audit,
  pseudonymOf,
  now,
  request,
  respond,
}) => {
  const at = now();
  const requestedFilter = auditFilter(query, pseudonymOf);
  // Events of later requests are left out, so that the export ends.
  const filter = {
    ...requestedFilter,
    to: requestedFilter.to !== undefined && requestedFilter.to < at ? requestedFilter.to : at,
  };
  const lines = await createAuditLines((after, limit) => audit.list({ filter, order: 'asc', limit, after }));
  await audit.record({
    event: 'audit_exported',
    at,
    requestId: request.id,
    ip: request.ip,
    administrator,
    // Without the session address, which an erasure would have to remove.
    details: { event: query.event, administrator: query.administrator, from: query.from, to: query.to },
  });
  return respond(200, lines, {
    'content-type': 'application/x-ndjson; charset=utf-8',
    'content-disposition': `attachment; filename="audit-${at.toISOString().slice(0, 10)}.jsonl"`,
  });
};
