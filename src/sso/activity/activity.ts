import type { PageRequest } from '../../runtime/http/page.ts';
import { readPage, type SsoHandler } from '../handler.ts';
import { requireOwner } from '../caller/caller.ts';
import { eventNotFound, ownerUnauthorized, pushSubscriptionRefused } from '../errors/owner-errors.ts';
import type { OwnerActivityEvent } from '../../../generated/sso/types.ts';
import { placeResponse } from '../sessions/place.ts';
import type { ActivityRecord } from './activity-store.ts';
import { UnavailableError } from '../../protocol/unavailable-error.ts';
import type { SsoHandlerContext } from '../context.ts';

/** Form of an event's id. */
const eventId = /^[0-9]{1,15}$/;

/** Lists what happened to the caller's identity, the newest first. */
export const listOwnerActivity: SsoHandler<'listOwnerActivity'> = async ({ query, caller, activity, respond }) => {
  const list = (page: PageRequest) => activity.list({ sub: requireOwner(caller), ...page });
  const { items, ...page } = await readPage(query, list, ({ at, id }) => ({ at, id }), eventId);
  return respond(200, { events: items.map(activityResponse), ...page });
};

/** Maximum number of events in one file. */
const maxEvents = 10_000;

/** Returns the caller's profile and activity log as a file. */
export const getOwnerActivityExport: SsoHandler<'getOwnerActivityExport'> = async (input) => {
  const { caller, activity, owners, now, respond } = input;
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

const timeoutMs = 10_000;

/** Returns the key with which the owner's app subscribes to pushes. */
export const getOwnerPushKey: SsoHandler<'getOwnerPushKey'> = async ({ caller, notificationService, respond }) => {
  requireOwner(caller);
  const response = await called(notificationService, (client) =>
    client.getPushKey({ signal: AbortSignal.timeout(timeoutMs) }),
  );
  if (response.status !== 200) throw unavailable(response.status);
  return respond(200, { publicKey: response.body.publicKey });
};

/** Registers the caller's browser for pushes of the platform. */
export const createPushSubscription: SsoHandler<'createPushSubscription'> = async ({
  body: { publicKey, endpoint, p256dh, auth },
  caller,
  notificationService,
  respond,
}) => {
  const sessionAddress = requireOwner(caller);
  const response = await called(notificationService, (client) =>
    client.createSystemDevice({
      body: { sessionAddress, publicKey, subscription: { endpoint, expirationTime: null, keys: { p256dh, auth } } },
      signal: AbortSignal.timeout(timeoutMs),
    }),
  );
  if (response.status === 400) throw pushSubscriptionRefused();
  if (response.status !== 204) throw unavailable(response.status);
  return respond(204);
};

type Service = NonNullable<SsoHandlerContext['notificationService']>;

/** @throws UnavailableError when the provider has no notification service, or cannot reach it */
async function called<Response>(
  service: Service | undefined,
  call: (client: Awaited<ReturnType<Service>>) => Promise<Response>,
): Promise<Response> {
  if (service === undefined) throw unavailable('off');
  const client = await service();
  return call(client).catch((error: unknown) => Promise.reject(unavailable(error)));
}

const unavailable = (cause: unknown) => new UnavailableError('notifications', cause);
