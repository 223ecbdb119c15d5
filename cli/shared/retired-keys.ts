import { isJsonObject } from '../../src/protocol/json-object.ts';
import { jwkThumbprint, type Ed25519Jwk, type Thumbprint } from '../../src/protocol/jwk-thumbprint.ts';
import { damagedState } from './failures.ts';
import { parseObject, toJsonText } from './json.ts';
import { readPublicJwk } from './public-jwk.ts';
import type { StateDir } from './state-dir.ts';
import { readStateFile } from './state-file.ts';

export const retiredKeysFileName = 'keys/retired.json';

/** Public half of a key that was rotated, kept for verification. */
export interface RetiredKey {
  readonly jwk: Ed25519Jwk;
  readonly jkt: Thumbprint;
  /** Unix seconds. */
  readonly retiredAt: number;
}

function parseRetiredKey(value: unknown): RetiredKey {
  const { jwk: publicHalf, retiredAt } = isJsonObject(value) ? value : {};
  const jwk = readPublicJwk(publicHalf);
  if (!jwk || typeof retiredAt !== 'number')
    throw damagedState(retiredKeysFileName, 'a key has no jwk of an Ed25519 key, or no retiredAt');
  return { jwk, jkt: jwkThumbprint(jwk), retiredAt };
}

/** Reads the keys that were rotated, oldest first. @throws Failure damaged_state */
export function readRetiredKeys(dir: StateDir): readonly RetiredKey[] {
  const text = readStateFile(dir, retiredKeysFileName);
  if (text === undefined) return [];
  const keys = parseObject(text)?.['keys'];
  if (!Array.isArray(keys)) throw damagedState(retiredKeysFileName, 'it has no list of keys');
  return keys.map(parseRetiredKey);
}

/** Content of the file with another retired key. */
export const retiredKeysText = (keys: readonly RetiredKey[]): string => toJsonText({ version: 1, keys });
