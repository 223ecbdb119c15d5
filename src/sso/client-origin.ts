const loopback = /^(https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])):[1-9]\d{0,4}$/;

/** What may be registered so that pages of an origin are let in: itself or, on a loopback host, any port. */
export function originsThatAllow(origin: string): readonly string[] {
  const anyPort = loopback.exec(origin)?.[1];
  return anyPort === undefined ? [origin] : [origin, anyPort];
}

/**
 * @returns what to register instead of the first origin that no browser would ever send, because browsers write it in
 *   one way only (RFC 6454 §6.2); undefined when every origin can match
 */
export function originFault(origins: readonly string[]): string | undefined {
  for (const [index, origin] of origins.entries()) {
    const sent = URL.parse(origin)?.origin;
    if (sent === undefined) return `allowedOrigins.${index} is no address that a browser could open: ${origin}`;
    if (sent !== origin) return `allowedOrigins.${index} must be written as browsers send it: ${sent}, not ${origin}`;
  }
  return undefined;
}

export function isAllowedOrigin(allowedOrigins: readonly string[], origin: string): boolean {
  return originsThatAllow(origin).some((allowing) => allowedOrigins.includes(allowing));
}
