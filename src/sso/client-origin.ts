const loopback = /^(https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])):[1-9]\d{0,4}$/;

/** What may be registered so that pages of an origin are let in: itself or, on a loopback host, any port. */
export function originsThatAllow(origin: string): readonly string[] {
  const anyPort = loopback.exec(origin)?.[1];
  return anyPort === undefined ? [origin] : [origin, anyPort];
}

export function isAllowedOrigin(allowedOrigins: readonly string[], origin: string): boolean {
  return originsThatAllow(origin).some((allowing) => allowedOrigins.includes(allowing));
}
