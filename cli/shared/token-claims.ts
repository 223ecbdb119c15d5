import { isJsonObject, type JsonObject } from '../../src/protocol/json-object.ts';
import { parseObject } from './json.ts';

/**
 * Claims of a token, unverified: of one that this toolkit verified before it stored it, or to learn whom to ask
 * about it. Undefined when it is no JWT.
 */
export function tokenClaims(jwt: string): JsonObject | undefined {
  const [, payload, signature, ...more] = jwt.split('.', 4);
  if (payload === undefined || signature === undefined || more.length > 0) return undefined;
  return parseObject(Buffer.from(payload, 'base64url').toString('utf8'));
}

/** The key that a token is bound to: cnf.jkt (RFC 7800, RFC 9449 §6.1). */
export function boundKey(jwt: string): string | undefined {
  const cnf = tokenClaims(jwt)?.['cnf'];
  const jkt = isJsonObject(cnf) ? cnf['jkt'] : undefined;
  return typeof jkt === 'string' ? jkt : undefined;
}
