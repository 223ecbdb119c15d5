import { createPage, decodePageCursor } from '../../runtime/page.ts';
import { auditEventResponse } from '../audit/audit-event-response.ts';
import { auditFilter } from '../audit/audit-filter.ts';
import { unknownListCursor } from '../errors/oauth-errors.ts';
import type { SsoHandler } from '../handler.ts';

/** Form of the id of an event. */
const eventId = /^[1-9]\d{0,15}$/;

/** Lists audit events, the newest first. */
export const listAuditEvents: SsoHandler<'listAuditEvents'> = async ({
  query: { limit = 20, cursor, ...parameters },
  audit,
  pseudonymOf,
  respond,
}) => {
  const after = decodePageCursor(cursor, eventId, unknownListCursor);
  const found = await audit.list({
    filter: auditFilter(parameters, pseudonymOf),
    order: 'desc',
    limit: limit + 1,
    after: after && { at: after.at, id: Number(after.id) },
  });
  const { items, nextCursor } = createPage(found, limit, ({ at, id }) => ({ at, id: String(id) }));
  return respond(200, { events: items.map(auditEventResponse), hasMore: nextCursor !== null, nextCursor });
};
