import type { OutboundHttp } from '../../runtime/outbound/outbound-http.ts';

/** An http URL on a loopback host: origin without port, port, remainder. */
const loopbackUri = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::([1-9]\d{0,4}))?((?:[/?].*)?)$/s;

/**
 * Returns whether a redirect URI is registered. The comparison is exact, except for the port of a loopback address
 * (RFC 8252 §7.3).
 */
export function isRegisteredRedirect(registered: readonly string[], redirectUri: string): boolean {
  if (hasUserInformation(redirectUri)) return false;
  return registered.some((known) => known === redirectUri || equalExceptPort(known, redirectUri));
}

/** Returns whether a URI has a user name or password, which shows people another host than the one that it leads to. */
function hasUserInformation(uri: string): boolean {
  const { username = '', password = '' } = URL.parse(uri) ?? {};
  return username !== '' || password !== '';
}

/** Returns what a person sees of a redirect URI: its host, or the scheme of an app. */
export function redirectHost(redirectUri: string): string {
  const url = URL.parse(redirectUri);
  return url?.host || url?.protocol || redirectUri;
}

function equalExceptPort(known: string, redirectUri: string): boolean {
  const left = loopbackUri.exec(known);
  const right = loopbackUri.exec(redirectUri);
  if (!left || !right || Number(right[2] ?? 0) > 65_535) return false;
  return left[1] === right[1] && left[3] === right[3];
}

const loopbackOrigin = /^(https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])):[1-9]\d{0,4}$/;

/** Returns the registered values that allow `origin`: the origin itself and, on a loopback host, the origin without port. */
export function originsThatAllow(origin: string): readonly string[] {
  const anyPort = loopbackOrigin.exec(origin)?.[1];
  return anyPort === undefined ? [origin] : [origin, anyPort];
}

/**
 * Finds the first origin that is not in the serialisation browsers send (RFC 6454 §6.2) and so could never match.
 *
 * @returns the violation with the origin to register instead; undefined when every origin can match
 */
export function originViolation(origins: readonly string[]): string | undefined {
  for (const [index, origin] of origins.entries()) {
    const sent = URL.parse(origin)?.origin;
    if (sent === undefined) return `allowedOrigins.${index} is not a URL: ${origin}`;
    if (sent !== origin) return `allowedOrigins.${index} must be written as browsers send it: ${sent}, not ${origin}`;
  }
  return undefined;
}

export function isAllowedOrigin(allowedOrigins: readonly string[], origin: string): boolean {
  return originsThatAllow(origin).some((allowing) => allowedOrigins.includes(allowing));
}

/** Returns what is wrong with an address for logout tokens (OpenID Connect Back-Channel Logout 1.0 §2.2). */
export async function logoutUriViolation(
  uri: string | null | undefined,
  { checkUrl }: Pick<OutboundHttp, 'checkUrl'>,
): Promise<string | undefined> {
  if (uri === null || uri === undefined) return undefined;
  const refusal = await checkUrl(uri);
  return refusal && `The address for logout tokens ${refusal.message}.`;
}

/**
 * Returns what is wrong with the address at which an application publishes its keys (RFC 7591 §2, `jwks_uri`).
 *
 * @param name of the member that has the address
 */
export async function fetchedUriViolation(
  uri: string | null,
  { checkUrl }: Pick<OutboundHttp, 'checkUrl'>,
  name: 'jwks_uri' | 'jwksUri' | 'backchannelClientNotificationEndpoint' = 'jwks_uri',
): Promise<string | undefined> {
  const refusal = uri === null ? undefined : await checkUrl(uri);
  return refusal && `${name} ${refusal.message}.`;
}

/** Longest client_id that is a URL, characters; it is stored, shown and part of every token. */
const longest = 256;

/** Returns whether a client_id has the form of a URL, which no other client_id has. */
export const isClientIdUrl = (clientId: string): boolean => /^https?:\/\//.test(clientId);

/**
 * Returns what is wrong with a Client Identifier URL (draft-ietf-oauth-client-id-metadata-document-03 §3). http passes
 * here and is refused when it is fetched, unless a development setting allows its host.
 */
export function clientIdUrlViolation(clientId: string): string | undefined {
  const url = URL.parse(clientId);
  if (clientId.length > longest) return `has ${clientId.length} characters: use at most ${longest}`;
  // The URL is compared as text, so that it must be in the form that a request would send.
  if (url?.href !== clientId) return 'is not a URL in its normal form';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (clientId.includes('#')) return 'must not contain a fragment';
  return undefined;
}
