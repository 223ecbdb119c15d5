import type { NotificationsHandler } from '../handler.ts';
import { requireKeyScope } from '../require-key-scope.ts';

/** Returns the recorded consent; `prompt` when there is none. */
export const getConsent: NotificationsHandler<'getConsent'> = async ({ app, query, store, respond }) => {
  requireKeyScope(app, 'send', 'read');
  const { sessionAddress } = query;
  const status = await store.consents.find({ appId: app.id, sessionAddress });
  return respond(200, { sessionAddress, status: status ?? 'prompt' });
};
