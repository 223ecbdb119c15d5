import { hostAppNotFound } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';

/** Granted at once when it is granted; else a prompt, as long as the pair's budget has one left. */
export const requestPermission: NotificationsHandler<'requestPermission'> = async ({
  path,
  caller,
  store,
  respond,
}) => {
  const app = await store.apps.find(path.appId);
  if (!app) throw hostAppNotFound();
  const answer = await store.consents.requestPrompt({ appId: app.id, sessionAddress: caller.sub });
  return respond(200, {
    appId: app.id,
    appName: app.name,
    status: answer.status,
    nextPromptAt: answer.status === 'rate_limited' ? answer.nextPromptAt.toISOString() : null,
  });
};
