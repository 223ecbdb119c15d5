import type { components } from '../../generated/notifications/types.ts';
import type { StoredPersonData } from './store/person-data.ts';

/** Everything that is stored about a person, as the contract names it. Encrypted subscriptions are left out. */
export const personDataResponse = (data: StoredPersonData): components['schemas']['PersonData'] => ({
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
