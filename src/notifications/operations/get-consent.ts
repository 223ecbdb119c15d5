import type { NotificationsHandler } from '../handler.ts';

/** What is recorded for the pair; `prompt` for anybody without a record. */
export const getConsent: NotificationsHandler<'getConsent'> = async ({ app, query, store, respond }) => {
  const { sessionAddress } = query;
  const status = await store.consents.find({ appId: app.id, sessionAddress });
  return respond(200, { sessionAddress, status: status ?? 'prompt' });
};
