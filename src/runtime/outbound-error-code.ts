import { AddressNotPublicError, NameNotResolvedError } from './outbound-target.ts';

const errorCodes: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_lost',
  EPIPE: 'connection_lost',
  UND_ERR_SOCKET: 'connection_lost',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
};

/** OpenSSL's verification results and Node's TLS errors. */
const tlsCodes =
  /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_|HOSTNAME_MISMATCH)/;

/** Returns a stable code for a request without a response; delivery logs show it to the receiver's owner. */
export function errorCode(error: unknown): string {
  if (error instanceof AddressNotPublicError) return 'address_not_public';
  if (error instanceof NameNotResolvedError) return 'name_not_resolved';
  if (!(error instanceof Error)) return 'request_failed';
  if (error.name === 'TimeoutError') return 'timeout';
  if (error instanceof AggregateError && error.errors.length > 0) return errorCode(error.errors[0]);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (tlsCodes.test(code)) return 'tls_failed';
  if (code.startsWith('HPE_')) return 'invalid_answer';
  return errorCodes[code] ?? 'request_failed';
}
