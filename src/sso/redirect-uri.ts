/** http on a loopback host: everything up to the port, the port, and the rest. */
const loopback = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::([1-9]\d{0,4}))?((?:[/?].*)?)$/s;

/**
 * Whether an application registered this address: character by character, but for the port of a loopback address,
 * which a native application learns only when it listens (RFC 8252 §7.3).
 */
export function isRegisteredRedirect(registered: readonly string[], given: string): boolean {
  return registered.some((known) => known === given || sameButForPort(known, given));
}

function sameButForPort(known: string, given: string): boolean {
  const left = loopback.exec(known);
  const right = loopback.exec(given);
  if (!left || !right || Number(right[2] ?? 0) > 65_535) return false;
  return left[1] === right[1] && left[3] === right[3];
}
