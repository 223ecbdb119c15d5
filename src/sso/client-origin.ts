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
