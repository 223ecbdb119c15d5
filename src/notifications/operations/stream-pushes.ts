import { deviceNotFound } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';

/**
 * Streams pushes as server-sent events until the device is deleted, a newer stream opens, or the token expires or is
 * revoked.
 */
export const streamPushes: NotificationsHandler<'streamPushes'> = async ({ query, caller, streams, respond }) => {
  const { sub: sessionAddress, expiresAt, status } = caller;
  const stream = await streams.open({ sessionAddress, deviceId: query.deviceId, expiresAt, status });
  if (!stream) throw deviceNotFound();
  return respond(200, stream, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Tells reverse proxies not to buffer events.
    'x-accel-buffering': 'no',
  });
};
