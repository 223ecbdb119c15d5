import type { NotificationsHandler } from '../handler.ts';

/** Returns the VAPID public key that browsers subscribe with. */
export const getPushKey: NotificationsHandler<'getPushKey'> = async ({ vapidKeys, respond }) =>
  respond(200, { publicKey: await vapidKeys.currentPublicKey() }, { 'cache-control': 'public, max-age=300' });
