import { isJsonObject, type JsonObject } from '../../src/protocol/json-object.ts';
import { parseObject } from './json.ts';

/**
 * Decodes the claims of a JWT without verification. For tokens verified before they were stored, and to find the issuer
 * of others. Returns undefined for other text.
 */
export function tokenClaims(jwt: string): JsonObject | undefined {
  const [, payload, signature, ...more] = jwt.split('.', 4);
  if (payload === undefined || signature === undefined || more.length > 0) return undefined;
  return parseObject(Buffer.from(payload, 'base64url').toString('utf8'));
}

/** Thumbprint of the key that a token is bound to: cnf.jkt (RFC 7800, RFC 9449 §6.1). */
export function boundJkt(jwt: string): string | undefined {
  const cnf = tokenClaims(jwt)?.['cnf'];
  const jkt = isJsonObject(cnf) ? cnf['jkt'] : undefined;
  return typeof jkt === 'string' ? jkt : undefined;
}
