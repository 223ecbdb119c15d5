import { accessSync, constants } from 'node:fs';

/** Modes of libpq, and `no-verify` of the driver: TLS without a check of the certificate. */
const sslModes = ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full'];
const files = ['sslrootcert', 'sslcert', 'sslkey'];

const expected =
  'a URL like postgres://user:password@host:5432/database, or postgres:///database?host=/run/postgresql for a socket';

/**
 * Returns what a URL of PostgreSQL should be; undefined when it can be used. Certificates are files, which must be readable.
 */
export function postgresUrlViolation(value: string): string | undefined {
  const url = /^postgres(ql)?:\/\//.test(value) ? URL.parse(value) : null;
  if (url === null) return expected;
  const mode = url.searchParams.get('sslmode');
  if (mode !== null && !sslModes.includes(mode))
    return `a URL with a known sslmode: ${mode} is not one of ${sslModes.join(', ')}`;
  const unreadable = files.flatMap((name) => {
    const file = url.searchParams.get(name);
    return file === null || readable(file) ? [] : [`${name} is ${file}, which cannot be read`];
  });
  return unreadable.length === 0 ? undefined : `a URL with readable certificates: ${unreadable.join(', ')}`;
}

/** Whether the connection stays on this machine: a socket or a loopback address. */
export function isLocalPostgres(value: string): boolean {
  const url = new URL(value);
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname);
  return host === '' || host.startsWith('/') || ['localhost', '127.0.0.1', '[::1]', '::1'].includes(host);
}

function readable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
