import { hostAppNotFound } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';

/** The answer to a prompt and the switch in the settings alike; `denied` drops what still waits. */
export const setConsent: NotificationsHandler<'setConsent'> = async ({
  path,
  body,
  caller,
  store,
  signals,
  respond,
}) => {
  const app = await store.apps.find(path.appId);
  if (!app) throw hostAppNotFound();
  const { status } = body;
  const updatedAt = await store.consents.put({ appId: app.id, sessionAddress: caller.sub, status });
  if (status === 'denied') signals.emit('deliveries', undefined);
  return respond(200, { appId: app.id, appName: app.name, status, updatedAt: updatedAt.toISOString() });
};
