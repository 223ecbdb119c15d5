import { parseFilterTime } from '../../runtime/filter-time.ts';
import { uuidPattern } from '../../runtime/ids.ts';
import { decodePageCursor, createPage } from '../../runtime/page.ts';
import { invalidField, invalidListCursor } from '../errors.ts';
import type { NotificationsHandler } from '../handler.ts';
import { requireApp } from '../require-app.ts';
import { deliveryResponse } from '../responses.ts';
import type { ResponseFilter } from '../store/deliveries.ts';

/** Lists the app's webhook deliveries, newest first. */
export const listDeliveries: NotificationsHandler<'listDeliveries'> = async ({
  path,
  query,
  caller,
  store,
  respond,
}) => {
  const { id: appId } = await requireApp(store, path.appId, caller);
  const { state, notificationId, status, response, limit = 50 } = query;
  const after = decodePageCursor(query.cursor, uuidPattern, invalidListCursor)?.id;
  const listed = await store.deliveries.list({
    appId,
    state,
    notificationId,
    status,
    response: response === undefined ? undefined : responseFilter(response),
    from: parseTime('from', query.from),
    to: parseTime('to', query.to),
    after,
    limit: limit + 1,
  });
  const { items, nextCursor } = createPage(listed, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
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
