import { encodeBase64url } from '../../protocol/base64url.ts';
import { personNotFound } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';
import { personDataResponse } from '../person-data-response.ts';

/** Exports everything that is stored about a person, and records the export. */
export const getPersonData: NotificationsHandler<'getPersonData'> = async (input) => {
  const { path, store, administrator, request, newId, randomBytes, now, respond } = input;
  const data = await store.personData.export(path.sub);
  if (data === undefined) throw personNotFound();
  await store.administratorEvents.record({
    id: newId(),
    at: now(),
    event: 'person_exported',
    requestId: request.id,
    ip: request.ip,
    administrator,
    // Never the session address, which an erasure would have to remove from a record that nobody can change.
    subject: `exported:${encodeBase64url(randomBytes(16))}`,
    details: Object.fromEntries(Object.entries(data).map(([name, rows]) => [name, rows.length])),
  });
  return respond(200, personDataResponse(data), { 'cache-control': 'no-store' });
};
