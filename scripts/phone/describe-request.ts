import type { AuthorizationRequest } from '../../generated/sso/types.ts';

/** Formats what an approver must see before deciding (RFC 10027) as lines for a terminal. */
export function describeRequest(request: AuthorizationRequest): string {
  const rows: readonly (readonly [string, string])[] = [
    ['Application', `${request.applicationName} (${request.clientId})`],
    ...(request.agentName === null ? [] : [['Calls itself', `${request.agentName} (its own words)`] as const]),
    ['Compare', `${request.comparisonCode}   must equal the code on the requesting screen`],
    ...(request.differentNetwork ? [['Warning', 'the request came from another network than yours'] as const] : []),
    ['Key', request.keyFingerprint ?? 'none: the tokens will not be bound to a key'],
    [
      'Asks from',
      `${request.place.ipAddress}${request.place.userAgent === null ? '' : `, ${request.place.userAgent}`}`,
    ],
    ['Asked at', request.requestedAt],
    ['Stays signed in', `${Math.round(request.sessionSeconds / 86_400)} days after its last use`],
    ...(request.redirectUri === null ? [] : [['Returns to', request.redirectUri] as const]),
    ['Status', request.status],
  ];
  return rows.map(([name, value]) => `${name.padEnd(16)} ${printable(value)}`).join('\n');
}

/** Replaces control characters, because the requesting side chose some of these texts. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '?');
}
