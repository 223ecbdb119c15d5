import type { CallingApp, NotificationsHandler } from '../handler.ts';
import { notificationId } from '../notification-id.ts';
import { bodyHash, checkPayload, payloadHash } from '../send-payload.ts';
import { sendRatePolicy } from '../send-limits.ts';
import { requireKeyScope } from '../require-key-scope.ts';
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
  requireKeyScope(app, 'send');
  checkPayload(body);
  const isTestKey = app.environment === 'test';
  const scenario = testScenario(body.test) ?? (isTestKey ? testScenario('delivered') : undefined);
  const key = headers['idempotency-key'];
  const { notificationId: accepted, remaining } = await store.sends.accept({
    appId: app.id,
    notificationId: notificationId(newId(), scenario ? 'test' : 'real'),
    sessionAddress: body.sessionAddress,
    body: body.body,
    startParam: body.startParam,
    bodyHash: bodyHash(body.body),
    limited: true,
    idempotency: key === undefined ? undefined : { key: storedKey(key, app), payloadHash: payloadHash(body) },
    scenario,
  });
  eventBus.emit(scenario ? 'deliveries' : 'notifications', undefined);
  return respond(
    202,
    { notificationId: accepted, status: 'queued' },
    remaining === undefined ? {} : { ratelimit: remaining, 'ratelimit-policy': sendRatePolicy },
  );
};

/** Keys of both environments are kept apart; a key of a request contains no space. */
const storedKey = (key: string, { environment }: CallingApp): string => (environment === 'test' ? `test ${key}` : key);
