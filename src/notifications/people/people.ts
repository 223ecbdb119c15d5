import { encodeBase64url } from '../../protocol/base64url.ts';
import { personNotFound } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';
import { createAdministratorEventStore, type StoredPersonData } from './person-store.ts';
import type { components } from '../../../generated/notifications/types.ts';

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

/** Everything that is stored about a person, as the contract names it. Encrypted subscriptions are left out. */
const personDataResponse = (data: StoredPersonData): components['schemas']['PersonData'] => ({
  names: data.names,
  consents: data.consents.map(({ updatedAt, ...consent }) => ({ ...consent, updatedAt: updatedAt.toISOString() })),
  prompts: data.prompts.flatMap(({ appId, shown }) =>
    shown.map((at) => ({ appId, shownAt: new Date(at).toISOString() })),
  ),
  devices: data.devices.map(({ id, transport, createdAt, seenAt }) => ({
    deviceId: id,
    transport,
    createdAt: createdAt.toISOString(),
    seenAt: seenAt.toISOString(),
  })),
  presence: data.presence.map(({ appId, deviceId, expiresAt }) => ({
    appId,
    deviceId: deviceId === '' ? null : deviceId,
    expiresAt: expiresAt.toISOString(),
  })),
  notifications: data.notifications.map(({ id, sentAt, outcome, ...notification }) => ({
    ...notification,
    notificationId: id,
    sentAt: sentAt.toISOString(),
    status: outcome ?? 'queued',
  })),
  events: data.events.map(({ createdAt, ...event }) => ({ ...event, createdAt: createdAt.toISOString() })),
  apps: data.apps.map(({ id, since, ...app }) => ({ ...app, appId: id, since: since.toISOString() })),
  actions: data.actions.map(({ at, ...action }) => ({ ...action, at: at.toISOString() })),
});
