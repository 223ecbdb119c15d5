import { UsageError } from '../print.ts';
import type { AuthorizationRequest } from '../../../generated/sso/types.ts';

/** Reads `<base>/approve/<requestId>`, which may name the languages of its page. @throws UsageError for any other text */
export function parseDeepLink(text: string) {
  const [, baseUrl, requestId] =
    /^(https?:\/\/[^\s?#]+)\/approve\/([A-Za-z0-9_-]{43})(?:\?ui_locales=[^\s&#]*)?$/.exec(text.trim()) ?? [];
  if (baseUrl === undefined || requestId === undefined || !URL.canParse(baseUrl))
    throw new UsageError(
      `${text || 'Nothing'} is not a deep link of a sign-in: expected <provider>/approve/<43 characters>.`,
    );
  return { baseUrl, requestId };
}

/** Reads `<base>/link/<secret>`. @throws UsageError for any other text */
export function parseDeviceLink(text: string) {
  const [, baseUrl, link] = /^(https?:\/\/[^\s?#]+)\/link\/([A-Za-z0-9_-]{43})$/.exec(text.trim()) ?? [];
  if (baseUrl === undefined || link === undefined || !URL.canParse(baseUrl))
    throw new UsageError(
      `${text || 'Nothing'} is not a link of your account: expected <provider>/link/<43 characters>.`,
    );
  return { baseUrl, link };
}

const deviceLink = /^https?:\/\/[^\s?#]+\/device\?user_code=[A-Za-z-]{8,16}$/;

/**
 * Returns the deep link behind a `verification_uri_complete` (RFC 8628 §3.3.1); every other text unchanged.
 *
 * @throws UsageError when no device waits with its code
 */
export async function followDeviceLink(link: string): Promise<string> {
  const text = link.trim();
  if (!deviceLink.test(text) || !URL.canParse(text)) return link;
  const { status, headers } = await fetch(text, { redirect: 'manual' });
  const location = headers.get('location');
  if (status === 303 && location !== null && new URL(location).origin === new URL(text).origin) return location;
  throw new UsageError(`No device waits under ${text}: its code is wrong or has expired. Start again on the device.`);
}

/** Formats what an approver must see before deciding (RFC 10027) as lines for a terminal. */
export function describeRequest(request: AuthorizationRequest): string {
  const { comparisonCode, bindingMessage, permissions = [] } = request;
  // Only a backchannel request (CIBA) has a binding message, which can be null; it starts no session.
  const signsIn = bindingMessage === undefined;
  const rows: readonly (readonly [string, string])[] = [
    ['Application', `${request.applicationName} (${request.clientId})`],
    ...(request.agentName === null ? [] : [['Calls itself', `${request.agentName} (its own words)`] as const]),
    ...(bindingMessage ? [['Says', `${bindingMessage} (its own words)`] as const] : []),
    ...permissions.map((permission) => ['Approved, it can', permission] as const),
    ...(comparisonCode === null
      ? []
      : [['Compare', `${comparisonCode}   must equal the code on the requesting screen`] as const]),
    ...(request.differentNetwork ? [['Warning', 'the request came from another network than yours'] as const] : []),
    ['Key', request.keyFingerprint ?? 'none: the tokens will not be bound to a key'],
    [
      'Asks from',
      `${request.place.ipAddress}${request.place.userAgent === null ? '' : `, ${request.place.userAgent}`}`,
    ],
    ['Asked at', request.requestedAt],
    ...(signsIn
      ? [['Stays signed in', `${Math.round(request.sessionSeconds / 86_400)} days after its last use`] as const]
      : []),
    ...(request.redirectUri === null ? [] : [['Returns to', request.redirectUri] as const]),
    ['Status', request.status],
  ];
  return rows.map(([name, value]) => `${name.padEnd(16)} ${printable(value)}`).join('\n');
}

/** Replaces control characters, because the requesting side chose some of these texts. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '?');
}
