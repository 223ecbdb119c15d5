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
