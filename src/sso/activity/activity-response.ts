import type { OwnerActivityEvent } from '../../../generated/sso/types.ts';
import { placeResponse } from '../place.ts';
import type { ActivityRecord } from '../store/owner-activity.ts';

/** Maximum length of a detail, characters. */
const longestDetail = 512;

/** Maps an event on record to the `OwnerActivityEvent` schema. */
export function activityResponse({ id, at, event, client, ip, details }: ActivityRecord): OwnerActivityEvent {
  const { userAgent, ...further } = details;
  return {
    eventId: id,
    at: at.toISOString(),
    event,
    ...(client && { application: { clientId: client.address, name: client.name } }),
    ...(ip !== null && {
      place: placeResponse({ ip, userAgent: typeof userAgent === 'string' ? userAgent : null }),
    }),
    details: Object.fromEntries(Object.entries(further).flatMap(([name, value]) => textDetail(name, value))),
  };
}

/** Details are shown as text; lists and objects are for operators. */
function textDetail(name: string, value: unknown): readonly (readonly [string, string])[] {
  const isShown = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isShown ? [[name, String(value).slice(0, longestDetail)]] : [];
}
