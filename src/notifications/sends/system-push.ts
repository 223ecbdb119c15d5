import type { NotificationsHandler } from '../handler.ts';
import { accepted } from './test-scenario.ts';
import { notificationId } from './notification.ts';
import { bodyHash, checkPayload, payloadHash } from './send-payload.ts';
import { systemApp } from '../apps/system-app.ts';

/** Accepts a push of the platform itself, for a person who allows them. */
export const createSystemPush: NotificationsHandler<'createSystemPush'> = async ({
  body,
  headers,
  store,
  newId,
  eventBus,
  respond,
}) => {
  checkPayload(body);
  const key = headers['idempotency-key'];
  const { notificationId: id } = accepted(
    await store.sends.accept({
      appId: systemApp.id,
      notificationId: notificationId(newId(), 'real'),
      sessionAddress: body.sessionAddress,
      body: body.body,
      startParam: undefined,
      bodyHash: bodyHash(body.body),
      limited: false,
      idempotency: key === undefined ? undefined : { key, payloadHash: payloadHash(body) },
      scenario: undefined,
    }),
  );
  eventBus.emit('notifications', undefined);
  return respond(202, { notificationId: id, status: 'queued' });
};
