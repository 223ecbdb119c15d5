import { base32crockford } from '@scure/base';
import { parse } from 'uuid';

/** Ids of this service and of the interface document. */
export const notificationIdPattern = /^ntf_(test_)?[0-9A-Za-z]{20,40}$/;

/** Last hex digits of the app's id that its notifications repeat, and as how many characters. */
const [appDigits, appCharacters] = [5, 4];

/**
 * Returns `ntf_<id>` for real sends, `ntf_test_<id>` for test sends. The id is a ULID: it sorts like the UUID v7. Its last 20
 * bits are those of the app's id, by which the app is found among those of the recipient.
 */
export function notificationId(uuid: string, kind: 'real' | 'test', appId: string): string {
  const id = `${uuid.slice(0, -appDigits)}${appId.slice(-appDigits)}`;
  return `${kind === 'test' ? 'ntf_test_' : 'ntf_'}${ulid(id)}`;
}

/** Whether a notification with this id can be one of an app. */
export const canBeOf = (id: string, appId: string): boolean => id.endsWith(ulid(appId).slice(-appCharacters));

/** Encodes the 128 bits of a UUID as a ULID: 26 characters, of which the first carries 3 bits. */
function ulid(uuid: string): string {
  const bytes = new Uint8Array(20);
  bytes.set(parse(uuid), 4);
  // 20 bytes are 32 characters without padding; the first six encode zeros.
  return base32crockford.encode(bytes).slice(6);
}

/** Outcomes of a push. A notification has exactly one of them. */
export const notificationOutcomes = [
  'delivered',
  'suppressed_user_in_app',
  'dropped_permission_revoked',
  'dropped_device_unreachable',
] as const;

export type NotificationOutcome = (typeof notificationOutcomes)[number];

/** Statuses of a notification; `clicked` follows `delivered`. */
export type NotificationStatus = NotificationOutcome | 'clicked';
