import type { NotificationsHandler } from '../handler.ts';

/** Returns the VAPID public key that browsers subscribe with. */
export const getPushKey: NotificationsHandler<'getPushKey'> = ({ pushKey, respond }) =>
  respond(200, { publicKey: pushKey }, { 'cache-control': 'public, max-age=300' });
