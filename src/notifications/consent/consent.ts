import { readPage, type NotificationsHandler, requireKeyScope } from '../handler.ts';
import { hostAppNotFound } from '../errors.ts';

/** Returns the recorded consent; `prompt` when there is none. */
export const getConsent: NotificationsHandler<'getConsent'> = async ({ app, query, store, respond }) => {
  requireKeyScope(app, 'send', 'read');
  const { sessionAddress } = query;
  const status = await store.consents.find({ appId: app.id, sessionAddress });
  return respond(200, { sessionAddress, status: status ?? 'prompt' });
};

/** Lists the person's consents, latest change first. */
export const listConsents: NotificationsHandler<'listConsents'> = async ({ query, caller, store, respond }) => {
  const { items, nextCursor } = await readPage(
    query,
    (page) => store.consents.list({ sessionAddress: caller.sub, ...page }),
    ({ appId, updatedAt }) => ({ id: appId, at: updatedAt }),
  );
  const consents = items.map((consent) => ({ ...consent, updatedAt: consent.updatedAt.toISOString() }));
  return respond(200, { consents, nextCursor });
};

/** Records the person's consent, from a prompt or from the settings. `denied` drops waiting pushes. */
export const setConsent: NotificationsHandler<'setConsent'> = async (input) => {
  const { path, body, caller, store, eventBus, respond } = input;
  const app = await store.apps.find(path.appId);
  if (!app) throw hostAppNotFound();
  const { status } = body;
  const updatedAt = await store.consents.set({ appId: app.id, sessionAddress: caller.sub, status });
  if (status === 'denied') eventBus.emit('deliveries', undefined);
  return respond(200, { appId: app.id, appName: app.name, status, updatedAt: updatedAt.toISOString() });
};

/** Returns `granted` when consent is granted, `prompt` while the prompt budget lasts, and `rate_limited` afterwards. */
export const requestPermission: NotificationsHandler<'requestPermission'> = async (input) => {
  const { path, caller, store, respond } = input;
  const app = await store.apps.find(path.appId);
  if (!app) throw hostAppNotFound();
  const result = await store.consents.requestPrompt({ appId: app.id, sessionAddress: caller.sub });
  return respond(200, {
    appId: app.id,
    appName: app.name,
    status: result.status,
    nextPromptAt: result.status === 'rate_limited' ? result.nextPromptAt.toISOString() : null,
  });
};
