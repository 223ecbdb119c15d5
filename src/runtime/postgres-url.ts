import { parse } from 'pg-connection-string';

/** Modes of libpq, and `no-verify` of the driver: TLS without a check of the certificate. */
const sslModes = ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full'];
const expected =
  'a URL like postgres://user:password@host:5432/database, or postgres:///database?host=/run/postgresql for a socket';

/**
 * Returns what a URL of PostgreSQL should be; undefined when it can be used. The forms of libpq's URLs are accepted, such as
 * a socket in `host` beside a user. Certificates are files, which must be readable.
 */
export function postgresUrlViolation(value: string): string | undefined {
  if (!/^postgres(ql)?:\/\//.test(value)) return expected;
  try {
    const { host, sslmode } = parse(value);
    if (host?.includes(',') === true) return `a URL with one host, not ${host}`;
    if (typeof sslmode !== 'string' || sslModes.includes(sslmode)) return undefined;
    return `a URL with a known sslmode: ${sslmode} is not one of ${sslModes.join(', ')}`;
  } catch (error) {
    const path = error instanceof Error && 'path' in error ? error.path : undefined;
    const [parameter] =
      [...new URLSearchParams(value.slice(value.indexOf('?') + 1))].find(([, file]) => file === path) ?? [];
    if (parameter === undefined) return expected;
    return `a URL with readable certificates: ${parameter} is ${String(path)}, which cannot be read`;
  }
}

/** Whether the connection stays on this machine: a socket or a loopback address. */
export function isLocalPostgres(value: string): boolean {
  const { host } = parse(value);
  return !host || host.startsWith('/') || ['localhost', '127.0.0.1', '::1'].includes(host);
}
