import { keyedHash } from '../../runtime/start/master-key.ts';
import type { Kysely } from 'kysely';
import { inTransaction } from '../../runtime/database/queries.ts';
import type { SsoDatabase } from '../database.ts';
import { lockOwner } from '../owners/lock-owner-store.ts';

/** Crockford's Base32: no I, L, O and U, which people misread. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Characters of a code: 80 bits. */
const codeLength = 16;

/** Number of codes that an owner has at once. */
const recoveryCodeCount = 10;

interface RecoverySecretsDependencies {
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

interface RecoveryCodeState {
  readonly remaining: number;
  /** When the codes were created; null when the owner has none. */
  readonly createdAt: Date | null;
}

export function createRecoveryCodeStore(db: Kysely<SsoDatabase>) {
  return {
    /** Replaces all codes of an owner. @returns false when the owner was deleted */
    replace: (sub: string, codeHashes: readonly string[], at: Date): Promise<boolean> =>
      inTransaction(db, async (trx) => {
        if (!(await lockOwner(trx, sub))) return false;
        await trx.deleteFrom('sso.recovery_codes').where('owner_sub', '=', sub).execute();
        await trx
          .insertInto('sso.recovery_codes')
          .values(codeHashes.map((code_hash) => ({ code_hash, owner_sub: sub, created_at: at })))
          .execute();
        return true;
      }),

    state: async (sub: string): Promise<RecoveryCodeState> => {
      const rows = await db
        .selectFrom('sso.recovery_codes')
        .select(['created_at', 'used_at'])
        .where('owner_sub', '=', sub)
        .execute();
      return {
        remaining: rows.filter(({ used_at }) => used_at === null).length,
        createdAt: rows[0]?.created_at ?? null,
      };
    },

    /** @returns the owner of a code that was not used yet */
    ownerOf: async (codeHash: string): Promise<string | undefined> => {
      const row = await db
        .selectFrom('sso.recovery_codes')
        .select('owner_sub')
        .where('code_hash', '=', codeHash)
        .where('used_at', 'is', null)
        .executeTakeFirst();
      return row?.owner_sub;
    },

    /**
     * Consumes a code and records the recovery of its owner, whom the transaction has locked. Of concurrent calls with one
     * code, one succeeds.
     */
    use: async (sub: string, codeHash: string, at: Date): Promise<boolean> => {
      const used = await db
        .updateTable('sso.recovery_codes')
        .set({ used_at: at })
        .where('code_hash', '=', codeHash)
        .where('owner_sub', '=', sub)
        .where('used_at', 'is', null)
        .executeTakeFirstOrThrow();
      if (used.numUpdatedRows === 0n) return false;
      await db.updateTable('sso.owners').set({ recovered_at: at }).where('sub', '=', sub).execute();
      return true;
    },

    /** Deletes the record of a recovery. */
    confirm: async (sub: string): Promise<void> => {
      await db.updateTable('sso.owners').set({ recovered_at: null }).where('sub', '=', sub).execute();
    },
  };
}
