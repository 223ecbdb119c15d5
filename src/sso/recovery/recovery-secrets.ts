import { keyedHash } from '../../runtime/start/master-key.ts';

/** Crockford's Base32: no I, L, O and U, which people misread. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Characters of a code: 80 bits. */
const codeLength = 16;

/** Number of codes that an owner has at once. */
const recoveryCodeCount = 10;

export interface RecoverySecretsDependencies {
  readonly key: Uint8Array;
  readonly randomBytes: (length: number) => Uint8Array;
}

export function createRecoverySecrets({ key, randomBytes }: RecoverySecretsDependencies) {
  const hash = keyedHash(key);
  const generateOne = (): string => {
    // 32 letters divide 256, so every letter is equally likely.
    const letters = [...randomBytes(codeLength)].map((byte) => alphabet[byte % alphabet.length]).join('');
    return letters.replace(/(.{4})(?=.)/g, '$1-');
  };
  return {
    /** Generates a set of codes, such as `7KQ2-M9XD-4HTB-W3NP`. */
    generate: (): readonly string[] => Array.from({ length: recoveryCodeCount }, generateOne),
    /**
     * Returns the stored form of a code: HMAC-SHA-256, base64url. The key is not in the database, so that a stolen
     * database allows no guessing. Case, spaces and hyphens do not matter, and O, I and L count as 0, 1 and 1.
     */
    hashOf: (code: string): string => hash(normalized(code)),
  };
}

export type RecoverySecrets = ReturnType<typeof createRecoverySecrets>;

const normalized = (code: string): string =>
  code.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
