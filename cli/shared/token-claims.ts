import { MalformedJwsError, parseCompactJwt } from '../../src/protocol/compact-jws.ts';
import { isJsonObject, type JsonObject } from '../../src/protocol/json-object.ts';

/** Claims of a stored token, unverified, or undefined when it is no JWT. */
export function tokenClaims(jwt: string): JsonObject | undefined {
  try {
    return parseCompactJwt(jwt).claims;
  } catch (error) {
    if (error instanceof MalformedJwsError) return undefined;
    throw error;
  }
}

/** The key that a token is bound to: cnf.jkt (RFC 7800, RFC 9449 §6.1). */
export function boundKey(jwt: string): string | undefined {
  const cnf = tokenClaims(jwt)?.['cnf'];
  const jkt = isJsonObject(cnf) ? cnf['jkt'] : undefined;
  return typeof jkt === 'string' ? jkt : undefined;
}
