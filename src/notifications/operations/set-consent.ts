import { hostAppNotFound } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';

/** Records the person's consent, from a prompt or from the settings. `denied` drops waiting pushes. */
export const setConsent: NotificationsHandler<'setConsent'> = async ({
  path,
  body,
  caller,
  store,
  eventBus,
  respond,
}) => {
  const app = await store.apps.find(path.appId);
  if (!app) throw hostAppNotFound();
  const { status } = body;
  const updatedAt = await store.consents.set({ appId: app.id, sessionAddress: caller.sub, status });
  if (status === 'denied') eventBus.emit('deliveries', undefined);
  return respond(200, { appId: app.id, appName: app.name, status, updatedAt: updatedAt.toISOString() });
};
