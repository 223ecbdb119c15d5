import { decodeBase64url } from './base64url.ts';
import type { Bytes } from './bytes.ts';
import type { JsonObject } from './json-object.ts';
import { parseJsonObject } from './json-object.ts';

/** A JWS in compact serialisation (RFC 7515 §7.1), taken apart but not verified. */
export interface CompactJws {
  /** The JOSE header (RFC 7515 §4). */
  readonly header: JsonObject;
  readonly payload: Bytes;
  /** ASCII text that the signature covers: encoded header, a dot, encoded payload. */
  readonly signingInput: string;
  readonly signature: Bytes;
}

/** A compact JWS whose payload is a JSON object: a JWT (RFC 7519 §3). */
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

/** Longest compact JWS that is looked at, in characters: header lines of HTTP servers end there too. */
const maxLength = 16_384;

/**
 * Splits a compact JWS and decodes it strictly: exactly three segments of canonical base64url, a
 * JOSE header that is a JSON object without repeated names, and no `crit` (RFC 7515 §4.1.11), since
 * no extension is understood here.
 *
 * @throws MalformedJwsError, and nothing else, whatever is passed.
 */
export function parseCompactJws(jws: unknown): CompactJws {
  if (typeof jws !== 'string') throw new MalformedJwsError('The JWS is not a text.');
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
  const headerBytes = decodeBase64url(encodedHeader);
  const payload = decodeBase64url(encodedPayload);
  const signature = decodeBase64url(encodedSignature);
  if (headerBytes === undefined || payload === undefined || signature === undefined) {
    throw new MalformedJwsError('A segment of the JWS is not canonical base64url without padding.');
  }
  const header = parseJsonObject(headerBytes);
  if (header === undefined) throw new MalformedJwsError('The JOSE header is not a JSON object with distinct names.');
  if (Object.hasOwn(header, 'crit')) {
    throw new MalformedJwsError('The JOSE header asks for extensions (crit), and none is supported.');
  }
  return { header, payload, signingInput: `${encodedHeader}.${encodedPayload}`, signature };
}

/**
 * parseCompactJws for a payload that must be a JSON object without repeated names (RFC 7519 §7.2).
 *
 * @throws MalformedJwsError, and nothing else, whatever is passed.
 */
export function parseCompactJwt(jwt: unknown): CompactJwt {
  const jws = parseCompactJws(jwt);
  const claims = parseJsonObject(jws.payload);
  if (claims === undefined) throw new MalformedJwsError('The payload is not a JSON object with distinct names.');
  return { ...jws, claims };
}
