import { parseFilterTime, type PageRequest } from '../../runtime/http/page.ts';
import { invalidOauthRequest } from '../errors/oauth-errors.ts';
import { readPage, type SsoHandler } from '../handler.ts';
import type { AuditPseudonym } from '../identity/subjects.ts';
import { ofRequest, type AuditFilter, type AuditPosition, type AuditRecord } from './audit-store.ts';
import { utf8 } from '../../protocol/bytes.ts';
import type { AuditEvent } from '../../../generated/sso/types.ts';

/** Form of the id of an event. */
const eventId = /^[1-9]\d{0,15}$/;

/** Lists audit events, the newest first. */
export const listAuditEvents: SsoHandler<'listAuditEvents'> = async ({
  query,
  audit,
  clients,
  ownerAdministration,
  pseudonymOf,
  respond,
}) => {
  const list = ({ limit, after }: PageRequest) =>
    audit.list({
      filter: auditFilter(query, pseudonymOf),
      order: 'desc',
      limit,
      after: after && { at: after.at, id: Number(after.id) },
    });
  const { items, ...page } = await readPage(query, list, ({ at, id }) => ({ at, id: String(id) }), eventId);
  const [owners, applications] = await Promise.all([
    ownerAdministration.names(items.flatMap(({ sub }) => sub ?? [])),
    clients.names(items.flatMap(({ clientId }) => clientId ?? [])),
  ]);
  const events = items.map((event) => ({
    ...auditEventResponse(event),
    ownerName: owners.get(event.sub ?? '') ?? null,
    applicationName: applications.get(event.clientId ?? '') ?? null,
  }));
  return respond(200, { events, ...page });
};

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
    ...ofRequest(request),
    administrator,
    // Without the session address, which an erasure would have to remove.
    details: { event: query.event, administrator: query.administrator, from: query.from, to: query.to },
  });
  return respond(200, lines, {
    'content-type': 'application/x-ndjson; charset=utf-8',
    'content-disposition': `attachment; filename="audit-${at.toISOString().slice(0, 10)}.jsonl"`,
  });
};

/** Filter parameters of the audit operations. */
interface AuditParameters {
  readonly event?: string | undefined;
  readonly sub?: string | undefined;
  readonly administrator?: string | undefined;
  /** RFC 3339. */
  readonly from?: string | undefined;
  /** RFC 3339. */
  readonly to?: string | undefined;
}

/** Reads the filter of a request. @throws DomainError `invalid_request` for a time that does not exist */
function auditFilter(
  { event, sub, administrator, from, to }: AuditParameters,
  pseudonymOf: AuditPseudonym,
): AuditFilter {
  return {
    event,
    // The pseudonym too, so that events of an erased owner are found by the former session address.
    subs: sub === undefined ? undefined : [sub, pseudonymOf(sub)],
    administrator,
    from: readTime('from', from),
    to: readTime('to', to),
  };
}

function readTime(name: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const time = parseFilterTime(text);
  if (time === undefined) throw invalidOauthRequest(`${name} is not a time: write it as 2026-03-01T00:00:00Z.`);
  return time;
}

/**
 * Streams audit events as JSON lines. One batch is in memory at a time, and the next one is read when the client has
 * accepted it.
 *
 * @param read returns up to `batch` events after a position, in ascending order
 * @throws the error of the first read, so that it becomes a response
 */
export async function createAuditLines(
  read: (after: AuditPosition | undefined, batch: number) => Promise<readonly AuditRecord[]>,
  batch = 500,
): Promise<ReadableStream<Uint8Array>> {
  let next = await read(undefined, batch);
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const events = next;
        const last = events.at(-1);
        if (last !== undefined)
          controller.enqueue(utf8(events.map((event) => `${JSON.stringify(auditEventResponse(event))}\n`).join('')));
        if (last === undefined || events.length < batch) return controller.close();
        next = await read(last, batch);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Maps a stored event to the `AuditEvent` schema. */
function auditEventResponse({ at, details, ...event }: AuditRecord): AuditEvent {
  return { ...event, at: at.toISOString(), details: { ...details } };
}
