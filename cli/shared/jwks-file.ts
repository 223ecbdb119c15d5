import { isJsonObject } from '../../src/protocol/json-object.ts';
import type { KeyResolver } from '../../src/protocol/signed-jwt.ts';
import { Failure } from './failure.ts';
import { readInputFile } from './input-file.ts';
import { parseObject } from './json.ts';

/**
 * Reads the RSA keys of a JWKS file named by a flag.
 * @throws Failure unreadable_file, bad_jwks
 */
export function keysFromFile(flag: string, path: string, cwd: string): KeyResolver {
  const keys = parseObject(readInputFile(flag, path, cwd).toString('utf8'))?.['keys'];
  if (!Array.isArray(keys)) throw new Failure('bad_jwks', `${path} is not a JWKS: it has no member keys.`);
  return async (kid) => {
    const key: unknown = keys.find((one: unknown) => isJsonObject(one) && one['kid'] === kid);
    if (!isJsonObject(key)) return undefined;
    const { kty, n, e } = key;
    return kty === 'RSA' && typeof n === 'string' && typeof e === 'string' ? { kty, n, e } : undefined;
  };
}
