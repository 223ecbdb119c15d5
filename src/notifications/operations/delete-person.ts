import { encodeBase64url } from '../../protocol/base64url.ts';
import { personNotFound } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';
import { createAdministratorEventStore } from '../store/administrator-events.ts';

/** Erases a person; a random pseudonym stays in the audit. */
export const deletePerson: NotificationsHandler<'deletePerson'> = async (input) => {
  const { path, store, administrator, request, newId, randomBytes, now, respond } = input;
  const pseudonym = `erased:${encodeBase64url(randomBytes(16))}`;
  const at = now();
  const erased = await store.personErasure.erase({ sub: path.sub, pseudonym, at }, (counts, trx) =>
    createAdministratorEventStore(trx).record({
      id: newId(),
      at,
      event: 'person_erased',
      requestId: request.id,
      ip: request.ip,
      administrator,
      subject: pseudonym,
      details: { ...counts },
    }),
  );
  if (erased === undefined) throw personNotFound();
  return respond(200, erased, { 'cache-control': 'no-store' });
};
