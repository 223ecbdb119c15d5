import { type CallingApp, type NotificationsHandler, readPage, requireKeyScope } from '../handler.ts';
import {
  notificationId,
  notificationIdPattern,
  bodyHash,
  checkPayload,
  parseSince,
  payloadHash,
  systemApp,
} from './notification.ts';
import { accepted, testScenario } from './test-scenario.ts';
import { sendRatePolicy } from './send-limits.ts';
import { sendNotFound } from '../errors.ts';
import { sentNotificationResponse } from '../responses.ts';

/** Accepts one push. Checks run in the order that the contract documents. */
export const sendNotification: NotificationsHandler<'sendNotification'> = async (input) => {
  const { app, body, headers, store, newId, eventBus, respond } = input;
  requireKeyScope(app, 'send');
  checkPayload(body);
  const isTestKey = app.environment === 'test';
  const scenario = testScenario(body.test) ?? (isTestKey ? testScenario('delivered') : undefined);
  const key = headers['idempotency-key'];
  const { notificationId: id, remaining } = accepted(
    await store.sends.accept({
      appId: app.id,
      notificationId: notificationId(newId(), scenario ? 'test' : 'real', app.id),
      sessionAddress: body.sessionAddress,
      body: body.body,
      startParam: body.startParam,
      bodyHash: bodyHash(body.body),
      idempotency: key === undefined ? undefined : { key: storedKey(key, app), payloadHash: payloadHash(body) },
      scenario,
    }),
  );
  eventBus.emit(scenario ? 'deliveries' : 'notifications', undefined);
  return respond(
    202,
    { notificationId: id, status: 'queued' },
    remaining === undefined ? {} : { ratelimit: remaining, 'ratelimit-policy': sendRatePolicy },
  );
};

/** Keys of both environments are kept apart; a key of a request contains no space. */
const storedKey = (key: string, { environment }: CallingApp): string => (environment === 'test' ? `test ${key}` : key);

/** Returns one send of the app with its statuses. */
export const getNotification: NotificationsHandler<'getNotification'> = async ({ app, path, store, respond }) => {
  requireKeyScope(app, 'read');
  const notification = await store.sentNotifications.find(app.id, path.notificationId);
  if (!notification || (app.environment === 'test' && !notification.test)) throw sendNotFound();
  return respond(200, sentNotificationResponse(notification));
};

/** Lists the sends of the app, oldest first. */
export const listNotifications: NotificationsHandler<'listNotifications'> = async ({ app, query, store, respond }) => {
  requireKeyScope(app, 'read');
  const { status } = query;
  const since = query.since === undefined ? undefined : parseSince(query.since);
  const test = query.test === true || app.environment === 'test';
  const { items, nextCursor } = await readPage(
    query,
    (page) => store.sentNotifications.list({ appId: app.id, test, since, status, ...page }),
    ({ sentAt, id }) => ({ at: sentAt, id }),
    notificationIdPattern,
  );
  return respond(200, { notifications: items.map(sentNotificationResponse), nextCursor });
};

/** Ids of positions: a notification and a status. */
const positionPattern = /^ntf_(test_)?[0-9A-Za-z]{20,40} [a-z][a-z0-9_]{0,63}$/;

/** Lists the status events of the app, oldest first. */
export const listEvents: NotificationsHandler<'listEvents'> = async ({ app, query, store, respond }) => {
  requireKeyScope(app, 'read');
  const since = parseSince(query.since);
  const { items, nextCursor } = await readPage(
    query,
    (page) => store.statusEvents.list({ appId: app.id, environment: app.environment, since, ...page }),
    ({ recordedAt, id }) => ({ at: recordedAt, id }),
    positionPattern,
  );
  const events = items.map(({ notificationId, status, sessionAddress, test, recordedAt }) => ({
    notificationId,
    status,
    sessionAddress,
    test,
    recordedAt: recordedAt.toISOString(),
  }));
  return respond(200, { events, nextCursor });
};

/** Accepts a push of the platform itself, for a person who allows them. */
export const createSystemPush: NotificationsHandler<'createSystemPush'> = async (input) => {
  const { body, headers, store, newId, eventBus, pushIntake, respond } = input;
  checkPayload(body);
  const key = headers['idempotency-key'];
  const push = {
    appId: systemApp.id,
    notificationId: notificationId(newId(), 'real', systemApp.id),
    sessionAddress: body.sessionAddress,
    body: body.body,
    startParam: body.startParam,
    bodyHash: bodyHash(body.body),
    idempotency: key === undefined ? undefined : { key, payloadHash: payloadHash(body) },
  };
  const lease = pushIntake.lease(systemApp.id);
  const { notificationId: id, claimed } = accepted(await store.systemPushes.accept(push, lease));
  if (claimed) pushIntake.take(claimed);
  else eventBus.emit('notifications', undefined);
  return respond(202, { notificationId: id, status: 'queued' });
};
