import { isCheckViolation } from '../../runtime/database/database-errors.ts';

/** Returns a thumbprint in groups of four characters, for people to compare; null without a key. */
export const keyFingerprint = (jkt: string | null): string | null => jkt?.match(/.{1,4}/g)?.join(' ') ?? null;

/** Why a key cannot be bound to an owner. */
export type KeyRefusal = 'key_of_another_owner' | 'key_compromised';

/** Returns the refusal with which the database ended the start of a session; undefined for another error. */
export function keyRefusalOf(error: unknown): KeyRefusal | undefined {
  if (isCheckViolation(error, 'agent_keys_owner')) return 'key_of_another_owner';
  return isCheckViolation(error, 'agent_keys_compromised') ? 'key_compromised' : undefined;
}
