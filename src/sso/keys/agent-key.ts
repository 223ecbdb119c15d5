/** Returns a thumbprint in groups of four characters, for people to compare; null without a key. */
export const keyFingerprint = (jkt: string | null): string | null => jkt?.match(/.{1,4}/g)?.join(' ') ?? null;

/** Why a key cannot be bound to an owner. */
export type KeyRefusal = 'key_of_another_owner' | 'key_compromised';
