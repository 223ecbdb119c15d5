import { decodeBase64url } from './base64url.ts';
import type { Bytes } from './bytes.ts';
import type { JsonObject } from './json-object.ts';
import { parseJsonObject } from './json-object.ts';

/** A parsed, unverified JWS in compact serialization (RFC 7515 §7.1). */
interface CompactJws {
  /** The JOSE header (RFC 7515 §4). */
  readonly header: JsonObject;
  readonly payload: Bytes;
  /** Signed ASCII text: encoded header, a dot, encoded payload. */
  readonly signingInput: string;
  readonly signature: Bytes;
}

/** A compact JWS with a JSON object as payload: a JWT (RFC 7519 §3). */
export interface CompactJwt extends CompactJws {
  readonly claims: JsonObject;
}

export class MalformedJwsError extends Error {
  readonly code = 'malformed_jws';

  constructor(message: string) {
    super(message);
    this.name = 'MalformedJwsError';
  }
}

/** Default maximum length of a compact JWS in characters, the header limit of HTTP servers. */
const maxHeaderLength = 16_384;

const notBase64url = 'A segment of the JWS is not canonical base64url.';

/**
 * Parses a compact JWS strictly: exactly three segments of canonical base64url, a JOSE header that is a JSON object
 * without repeated member names, and no `crit`, since no extension is supported (RFC 7515 §4.1.11).
 *
 * @param maxLength characters
 * @param read replaces {@link readHeader}; throws as it does
 * @throws MalformedJwsError for any invalid input, and no other error.
 */
export function parseCompactJws(jws: unknown, maxLength = maxHeaderLength, read = readHeader): CompactJws {
  if (typeof jws !== 'string') throw new MalformedJwsError('The JWS is not a string.');
  if (jws.length > maxLength) throw new MalformedJwsError(`The JWS is longer than ${maxLength} characters.`);
  const [encodedHeader, encodedPayload, encodedSignature, ...more] = jws.split('.', 4);
  if (
    encodedHeader === undefined ||
    encodedPayload === undefined ||
    encodedSignature === undefined ||
    more.length > 0
  ) {
    throw new MalformedJwsError('The JWS does not have exactly three segments.');
  }
  const payload = decodeBase64url(encodedPayload);
  const signature = decodeBase64url(encodedSignature);
  if (payload === undefined || signature === undefined) throw new MalformedJwsError(notBase64url);
  const header = read(encodedHeader);
  return { header, payload, signingInput: `${encodedHeader}.${encodedPayload}`, signature };
}

/**
 * Reads an encoded header.
 *
 * @throws MalformedJwsError
 */
export function readHeader(encoded: string): JsonObject {
  const bytes = decodeBase64url(encoded);
  if (bytes === undefined) throw new MalformedJwsError(notBase64url);
  const header = parseJsonObject(bytes);
  if (header === undefined)
    throw new MalformedJwsError('The JOSE header is not a JSON object with distinct member names.');
  if (Object.hasOwn(header, 'crit')) {
    throw new MalformedJwsError('The JOSE header has crit: no extensions are supported.');
  }
  return header;
}

/**
 * Parses a compact JWS with a payload that is a JSON object without repeated member names (RFC 7519 §7.2).
 *
 * @param maxLength characters
 * @param read replaces {@link readHeader}; throws as it does
 * @throws MalformedJwsError for any invalid input, and no other error.
 */
export function parseCompactJwt(jwt: unknown, maxLength = maxHeaderLength, read = readHeader): CompactJwt {
  const jws = parseCompactJws(jwt, maxLength, read);
  const claims = parseJsonObject(jws.payload);
  if (claims === undefined) throw new MalformedJwsError('The payload is not a JSON object with distinct member names.');
  return { ...jws, claims };
}
