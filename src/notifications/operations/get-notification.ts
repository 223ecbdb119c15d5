import { sendNotFound } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';
import { requireKeyScope } from '../require-key-scope.ts';
import { sentNotificationResponse } from '../responses.ts';

/** Returns one send of the app with its statuses. */
export const getNotification: NotificationsHandler<'getNotification'> = async ({ app, path, store, respond }) => {
  requireKeyScope(app, 'read');
  const notification = await store.sentNotifications.find(app.id, path.notificationId);
  if (!notification || (app.environment === 'test' && !notification.test)) throw sendNotFound();
  return respond(200, sentNotificationResponse(notification));
};
