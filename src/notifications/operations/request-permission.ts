import { hostAppNotFound } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';

/** Returns `granted` when consent is granted, `prompt` while the prompt budget lasts, and `rate_limited` afterwards. */
export const requestPermission: NotificationsHandler<'requestPermission'> = async ({
  path,
  caller,
  store,
  respond,
}) => {
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
