import type { NotificationsHandler } from '../handler.ts';

/** The VAPID public key that browsers subscribe with; the same for everybody. */
export const getPushKey: NotificationsHandler<'getPushKey'> = ({ pushKey, respond }) =>
  respond(200, { publicKey: pushKey }, { 'cache-control': 'public, max-age=300' });
