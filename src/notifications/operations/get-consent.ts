import type { NotificationsHandler } from '../handler.ts';

/** Returns the recorded consent; `prompt` when there is none. */
export const getConsent: NotificationsHandler<'getConsent'> = async ({ app, query, store, respond }) => {
  const { sessionAddress } = query;
  const status = await store.consents.find({ appId: app.id, sessionAddress });
  return respond(200, { sessionAddress, status: status ?? 'prompt' });
};
