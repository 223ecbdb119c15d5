import type { NotificationsHandler } from '../handler.ts';
import { notificationId } from '../notification-id.ts';
import { bodyHash, checkPayload, payloadHash } from '../payload.ts';
import { testScenario } from '../test-scenario.ts';

/** Accepts one push, or says in the order of the contract why not. */
export const sendNotification: NotificationsHandler<'sendNotification'> = async ({
  app,
  body,
  headers,
  store,
  newId,
  signals,
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
  signals.emit(scenario ? 'deliveries' : 'notifications', undefined);
  return respond(202, { notificationId: accepted, status: 'queued' });
};
