import { base32crockford } from '@scure/base';
import { parse } from 'uuid';
import { sha256Base64url } from '#sha256';
import { canonicalJson } from '../../protocol/canonical-json.ts';
import { utf8 } from '../../protocol/bytes.ts';
import { invalidField, tooLong } from '../errors.ts';

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

/** Body of a send that the contract accepts. */
interface SendPayload {
  readonly sessionAddress: string;
  readonly body: string;
  readonly startParam?: string;
  readonly test?: string;
}

/** Maximum length of startParam, bytes in UTF-8. */
const maxStartParamBytes = 256;

/**
 * Checks rules that JSON Schema cannot express: texts are well-formed Unicode, and startParam is limited in bytes.
 *
 * @throws DomainError 1001 or 413
 */
export function checkPayload({ sessionAddress, body, startParam, test }: SendPayload): void {
  for (const [field, text] of Object.entries({ sessionAddress, body, startParam, test })) {
    if (text?.isWellFormed() === false) {
      throw invalidField(field, 'unicode', `${field} contains a lone surrogate; send well-formed Unicode.`);
    }
  }
  const bytes = startParam === undefined ? 0 : utf8(startParam).length;
  if (bytes > maxStartParamBytes) {
    throw tooLong('startParam', `startParam has ${bytes} bytes in UTF-8; at most ${maxStartParamBytes} are allowed.`);
  }
}

/** Hash of the canonical JSON (RFC 8785): whitespace and the order of members do not matter. */
export const payloadHash = (payload: SendPayload): string => sha256Base64url(canonicalJson(payload));

/** Hash that identifies duplicate bodies: equal code points. */
export const bodyHash = (body: string): string => sha256Base64url(body);

/** Parses the start of a range. @throws DomainError 400 for a time that no clock shows, such as a leap second */
export function parseSince(since: string): Date {
  const time = new Date(since);
  if (Number.isNaN(time.getTime())) {
    throw invalidField('since', 'format', `since is not a time that can be compared: ${since}.`);
  }
  // Nothing is older than the Unix epoch, and PostgreSQL has no year 0.
  return time.getTime() < 0 ? new Date(0) : time;
}

/** The platform's own app, of which people are told about changes that they did not make. The migrations create it. */
export const systemApp = { id: '00000000-0000-4000-8000-000000000001', name: 'Platform' } as const;
