import { createPage, decodePageCursor } from '../../runtime/http/page.ts';
import { unknownListCursor } from '../errors/oauth-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { requireOwner } from '../caller/caller.ts';
import { eventNotFound, ownerUnauthorized } from '../errors/owner-errors.ts';
import type { OwnerActivityEvent } from '../../../generated/sso/types.ts';
import { placeResponse } from '../sessions/place.ts';
import type { ActivityRecord } from './activity-store.ts';

/** Form of an event's id. */
const eventId = /^[0-9]{1,15}$/;

/** Lists what happened to the caller's identity, the newest first. */
export const listOwnerActivity: SsoHandler<'listOwnerActivity'> = async ({
  query: { limit = 20, cursor },
  caller,
  activity,
  respond,
}) => {
  const after = decodePageCursor(cursor, eventId, unknownListCursor);
  const found = await activity.list({ sub: requireOwner(caller), limit: limit + 1, after });
  const { items, nextCursor } = createPage(found, limit, ({ at, id }) => ({ at, id }));
  return respond(200, { events: items.map(activityResponse), hasMore: nextCursor !== null, nextCursor });
};

/** Maximum number of events in one file. */
const maxEvents = 10_000;

/** Returns the caller's profile and activity log as a file. */
export const getOwnerActivityExport: SsoHandler<'getOwnerActivityExport'> = async ({
  caller,
  activity,
  owners,
  now,
  respond,
}) => {
  const sub = requireOwner(caller);
  const profile = await owners.profile(sub);
  // The owner was deleted concurrently.
  if (!profile) throw ownerUnauthorized();
  const exportedAt = now().toISOString();
  const found = await activity.list({ sub, limit: maxEvents + 1 });
  const events = found.slice(0, maxEvents).map(activityResponse);
  return respond(
    200,
    { sub, profile: { ...profile }, exportedAt, complete: found.length <= maxEvents, events },
    { 'content-disposition': `attachment; filename="activity-${exportedAt.slice(0, 10)}.json"` },
  );
};

/** Lists changes of the caller's credentials that they have not seen. */
export const getOwnerNotices: SsoHandler<'getOwnerNotices'> = async ({ caller, activity, respond }) =>
  respond(200, { notices: (await activity.notices(requireOwner(caller))).map(activityResponse) });

/** Records which changes of their credentials the caller has seen. */
export const setOwnerNoticesSeen: SsoHandler<'setOwnerNoticesSeen'> = async ({
  body: { through },
  caller,
  activity,
  respond,
}) => {
  if (!(await activity.markSeen(requireOwner(caller), through))) throw eventNotFound(through);
  return respond(204);
};

/** Maximum length of a detail, characters. */
const longestDetail = 512;

/** Maps an event on record to the `OwnerActivityEvent` schema. */
function activityResponse({ id, at, event, client, ip, details }: ActivityRecord): OwnerActivityEvent {
  const { userAgent, ...further } = details;
  return {
    eventId: id,
    at: at.toISOString(),
    event,
    ...(client && { application: { clientId: client.address, name: client.name } }),
    ...(ip !== null && { place: placeResponse({ ip, userAgent: typeof userAgent === 'string' ? userAgent : null }) }),
    details: Object.fromEntries(Object.entries(further).flatMap(([name, value]) => textDetail(name, value))),
  };
}

/** Details are shown as text; lists and objects are for operators. */
function textDetail(name: string, value: unknown): readonly (readonly [string, string])[] {
  const isShown = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isShown ? [[name, String(value).slice(0, longestDetail)]] : [];
}
