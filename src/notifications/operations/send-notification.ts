import type { NotificationsHandler } from '../handler.ts';
import { notificationId } from '../notification-id.ts';
import { bodyHash, checkPayload, payloadHash } from '../send-payload.ts';
import { testScenario } from '../test-scenario.ts';

/** Accepts one push. Checks run in the order that the contract documents. */
export const sendNotification: NotificationsHandler<'sendNotification'> = async ({
  app,
  body,
  headers,
  store,
  newId,
  eventBus,
  respond,
}) => {
  checkPayload(body);
  const scenario = testScenario(body.test);
  const key = headers['idempotency-key'];
  const accepted = await store.sends.accept({
    appId: app.id,
    notificationId: notificationId(newId(), scenario ? 'test' : 'real'),
    sessionAddress: body.sessionAddress,
    body: body.body,
    startParam: body.startParam,
    bodyHash: bodyHash(body.body),
    idempotency: key === undefined ? undefined : { key, payloadHash: payloadHash(body) },
    scenario,
  });
  eventBus.emit(scenario ? 'deliveries' : 'notifications', undefined);
  return respond(202, { notificationId: accepted, status: 'queued' });
};
