import { parseFilterTime, byCreation, type PageRequest } from '../../runtime/http/page.ts';
import {
  deliveryNotFound,
  deliveryPending,
  invalidField,
  noWebhook,
  webhookNotFound,
  webhookPaused,
} from '../errors.ts';
import { readPage, type NotificationsHandler, requireApp } from '../handler.ts';
import { deliveryResponse } from '../responses.ts';
import type { ResponseFilter } from './delivery-store.ts';
import { parseSince } from '../sends/notification.ts';

/** Lists the app's webhook deliveries, newest first. */
export const listDeliveries: NotificationsHandler<'listDeliveries'> = async (input) => {
  const { path, query, caller, store, respond } = input;
  const { id: appId } = await requireApp(store, path.appId, caller);
  const { state, notificationId, status, test, response } = query;
  const list = ({ after, limit }: PageRequest) =>
    store.deliveries.list({
      appId,
      state,
      notificationId,
      status,
      test,
      response: response === undefined ? undefined : responseFilter(response),
      from: parseTime('from', query.from),
      to: parseTime('to', query.to),
      after: after?.id,
      limit,
    });
  const { items, nextCursor } = await readPage(query, list, byCreation);
  return respond(200, { deliveries: items.map(deliveryResponse), nextCursor });
};

/** @param response a status, a class of statuses such as 5xx, or none */
function responseFilter(response: string): ResponseFilter {
  if (response === 'none') return null;
  const lowest = Number(response.replace('xx', '00'));
  return { from: lowest, to: response.endsWith('xx') ? lowest + 99 : lowest };
}

function parseTime(field: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const time = parseFilterTime(text);
  if (time === undefined) throw invalidField(field, 'format', `${field} is not a time that can be compared: ${text}.`);
  return time;
}

/** Counts the sends and webhook deliveries of the last 24 hours. */
export const getDeliveryStatistics: NotificationsHandler<'getDeliveryStatistics'> = async (request) => {
  const { path, caller, store, now, respond } = request;
  const { id: appId } = await requireApp(store, path.appId, caller);
  return respond(200, await store.deliveryStatistics.read({ appId, now: now() }));
};

export const getDelivery: NotificationsHandler<'getDelivery'> = async ({ path, caller, store, respond }) => {
  const { id: appId } = await requireApp(store, path.appId, caller);
  const delivery = await store.deliveries.find({ appId, deliveryId: path.deliveryId });
  if (!delivery) throw deliveryNotFound();
  return respond(200, deliveryResponse(delivery));
};

const refusals = {
  not_found: deliveryNotFound,
  delivery_pending: deliveryPending,
  webhook_paused: webhookPaused,
  no_webhook: noWebhook,
};

/** Queues a settled delivery again with a full set of attempts. Its attempt log continues. */
export const redeliver: NotificationsHandler<'redeliver'> = async ({ path, caller, store, eventBus, respond }) => {
  const { id: appId } = await requireApp(store, path.appId, caller);
  const key = { appId, deliveryId: path.deliveryId };
  const result = await store.deliveries.redeliver(key);
  if (result !== 'requeued') throw refusals[result]();
  const delivery = await store.deliveries.find(key);
  if (!delivery) throw deliveryNotFound();
  eventBus.emit('deliveries', undefined);
  return respond(202, deliveryResponse(delivery));
};

/** Queues the settled ones of the selected deliveries again. */
export const redeliverSelected: NotificationsHandler<'redeliverSelected'> = async (input) => {
  const { path, body, caller, store, eventBus, respond } = input;
  const { id: appId } = await requireApp(store, path.appId, caller);
  const result = await store.recovery.redeliverSelected({ appId, deliveryIds: body.deliveryIds });
  if (result === 'no_webhook') throw webhookNotFound();
  if (result === 'webhook_paused') throw webhookPaused();
  eventBus.emit('deliveries', undefined);
  return respond(202, { redelivered: [...result] });
};

/** Maximum number of deliveries of one call: they are due at once, and other apps share the workers. */
const maxRecovered = 1000;

/** Queues again what was dropped since a time, oldest first. */
export const recoverDeliveries: NotificationsHandler<'recoverDeliveries'> = async (input) => {
  const { path, body, caller, store, eventBus, respond } = input;
  const { id: appId } = await requireApp(store, path.appId, caller);
  const result = await store.recovery.recover({
    appId,
    since: parseSince(body.since),
    status: body.status,
    limit: maxRecovered,
  });
  if (result === 'no_webhook') throw webhookNotFound();
  if (result === 'webhook_paused') throw webhookPaused();
  eventBus.emit('deliveries', undefined);
  return respond(202, result);
};
