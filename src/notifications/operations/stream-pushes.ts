import { deviceNotFound } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';

/** Server-sent events, until the device goes, a newer stream takes over, or the token ends. */
export const streamPushes: NotificationsHandler<'streamPushes'> = async ({ query, caller, streams, respond }) => {
  const { sub: sessionAddress, expiresAt } = caller;
  const stream = await streams.open({ sessionAddress, deviceId: query.deviceId, expiresAt });
  if (!stream) throw deviceNotFound();
  return respond(200, stream, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Reverse proxies would otherwise hold events back.
    'x-accel-buffering': 'no',
  });
};
