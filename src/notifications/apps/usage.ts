import type { NotificationsHandler } from '../handler.ts';
import { requireApp } from './require-app.ts';
import { uuidPattern } from '../../runtime/start/ids.ts';
import { createPage, decodePageCursor } from '../../runtime/http/page.ts';
import { invalidField, invalidCursor } from '../errors.ts';
import { administeredAppResponse } from '../responses.ts';
import { utcDay } from './usage-store.ts';

/** Counts real notifications per UTC day and status. */
export const getUsage: NotificationsHandler<'getUsage'> = async ({ path, query, caller, store, now, respond }) => {
  const range = usageRange(query, now());
  const { id: appId } = await requireApp(store, path.appId, caller);
  const counts = await store.usage.count({ appId, ...range });
  return respond(200, { ...range, counts });
};

/** A count up to here reads a small part of a large table. */
const most = 10_000;

/** Counts the apps of all developers. */
export const getStatistics: NotificationsHandler<'getStatistics'> = async ({ countApps, respond }) =>
  respond(200, { apps: await countApps(most) }, { 'cache-control': 'public, max-age=5' });

/** Lists the apps of all developers, newest first. */
export const listAllApps: NotificationsHandler<'listAllApps'> = async ({ query, store, respond }) => {
  const { webhook, owner, limit = 50, cursor } = query;
  const after = decodePageCursor(cursor, uuidPattern, invalidCursor)?.id;
  const listed = await store.appAdministration.list({ webhook, ownerSub: owner, after, limit: limit + 1 });
  const { items, nextCursor } = createPage(listed, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  return respond(200, { apps: items.map(administeredAppResponse), nextCursor }, { 'cache-control': 'no-store' });
};

const dayMs = 24 * 60 * 60 * 1000;
/** Maximum number of days in a range, including both ends. */
const maxDays = 92;
const defaultDays = 30;
/** Earliest day that has a four-digit year. */
const firstDay = Date.parse('0000-01-01');

interface RequestedRange {
  /** UTC days, YYYY-MM-DD. */
  readonly from?: string;
  readonly to?: string;
}

/** Returns the requested UTC days. @throws DomainError 1001 when the range is reversed or too long */
function usageRange(requested: RequestedRange, now: Date): { readonly from: string; readonly to: string } {
  const to = requested.to ?? utcDay(now);
  const from = requested.from ?? utcDay(new Date(Math.max(firstDay, Date.parse(to) - (defaultDays - 1) * dayMs)));
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (days < 1) throw invalidField('from', 'range', `from (${from}) is after to (${to}); choose an earlier from.`);
  if (days > maxDays) throw invalidField('from', 'range', `the range has ${days} days; request at most ${maxDays}.`);
  return { from, to };
}

/** Reads what the operator console shows of this service. */
export const getServiceHealth: NotificationsHandler<'getServiceHealth'> = async ({ health, respond }) =>
  respond(200, await health());
