import { hasState } from '../../runtime/database/database-errors.ts';

/** Returns a thumbprint in groups of four characters, for people to compare; null without a key. */
export const keyFingerprint = (jkt: string | null): string | null => jkt?.match(/.{1,4}/g)?.join(' ') ?? null;

/** Why a key cannot be bound to an owner. */
export type KeyRefusal = 'key_of_another_owner' | 'key_compromised';

/** SQLSTATEs with which the database refuses a key: a distributed engine passes on the state, but no constraint's name. */
export const keyStates = { ofAnotherOwner: 'KEY01', compromised: 'KEY02' } as const;

/** Returns the refusal with which the database ended the start of a session; undefined for another error. */
export function keyRefusalOf(error: unknown): KeyRefusal | undefined {
  if (hasState(error, keyStates.ofAnotherOwner)) return 'key_of_another_owner';
  return hasState(error, keyStates.compromised) ? 'key_compromised' : undefined;
}
