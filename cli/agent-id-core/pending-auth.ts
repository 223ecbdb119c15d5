import type { JsonObject } from '../../src/protocol/json-object.ts';
import { damagedState, noPendingAuth } from '../shared/failures.ts';
import { parseObject, toJsonText } from '../shared/json.ts';
import type { StateDir } from '../shared/state-dir.ts';
import { readStateFile, removeStateFile, writeStateFile } from '../shared/state-file.ts';

export const pendingAuthFileName = 'pending-auth.json';

const textMembers = [
  'issuer',
  'ssoBaseUrl',
  'providerAddress',
  'origin',
  'deepLink',
  'pollingCode',
  'codeVerifier',
  'state',
  'nonce',
  'jkt',
] as const;

/** A pending sign-in. Times are Unix seconds. */
export interface PendingAuth extends Readonly<Record<(typeof textMembers)[number], string>> {
  readonly expiredAt: number;
  readonly createdAt: number;
  /** Code shown on both screens; undefined when the provider sends none. */
  readonly comparisonCode?: string | undefined;
}

/**
 * Reads the pending sign-in. Returns undefined when there is none.
 * @throws Failure damaged_state
 */
export function readPendingAuth(dir: StateDir): PendingAuth | undefined {
  const text = readStateFile(dir, pendingAuthFileName);
  if (text === undefined) return undefined;
  const fields = parseObject(text);
  if (fields?.['version'] !== 1) throw damagedState(pendingAuthFileName, 'it is not a JSON object of version 1');
  if (!isPendingAuth(fields)) throw damagedState(pendingAuthFileName, 'a member is missing or has another type');
  return fields;
}

function isPendingAuth(fields: JsonObject): fields is JsonObject & PendingAuth {
  return (
    textMembers.every((name) => typeof fields[name] === 'string') &&
    typeof fields['expiredAt'] === 'number' &&
    typeof fields['createdAt'] === 'number' &&
    (fields['comparisonCode'] === undefined || typeof fields['comparisonCode'] === 'string')
  );
}

/** The caller holds the lock. */
export function writePendingAuth(dir: StateDir, pending: PendingAuth): void {
  writeStateFile(dir, pendingAuthFileName, toJsonText({ version: 1, ...pending }));
}

/** Deletes the pending sign-in; the caller holds the lock. */
export function removePendingAuth(dir: StateDir): void {
  removeStateFile(dir, pendingAuthFileName);
}

/** Like readPendingAuth. @throws Failure no_pending_auth */
export function requirePendingAuth(dir: StateDir): PendingAuth {
  const pending = readPendingAuth(dir);
  if (!pending) throw noPendingAuth();
  return pending;
}
