import type { Kysely } from 'kysely';
import { inTransaction } from '../../runtime/database/queries.ts';
import type { SsoDatabase } from '../database.ts';
import { lockOwner } from '../owners/lock-owner-store.ts';

export interface RecoveryCodeState {
  readonly remaining: number;
  /** When the codes were created; null when the owner has none. */
  readonly createdAt: Date | null;
}

export interface RecoveryCodeStore {
  /** Replaces all codes of an owner. @returns false when the owner was deleted */
  replace(sub: string, codeHashes: readonly string[], at: Date): Promise<boolean>;
  state(sub: string): Promise<RecoveryCodeState>;
  /** @returns the owner of a code that was not used yet */
  ownerOf(codeHash: string): Promise<string | undefined>;
  /**
   * Consumes a code and records the recovery of its owner, whom the transaction has locked. Of concurrent calls with one
   * code, one succeeds.
   */
  use(sub: string, codeHash: string, at: Date): Promise<boolean>;
  /** Deletes the record of a recovery. */
  confirm(sub: string): Promise<void>;
}

export function createRecoveryCodeStore(db: Kysely<SsoDatabase>): RecoveryCodeStore {
  return {
    replace: (sub, codeHashes, at) =>
      inTransaction(db, async (trx) => {
        if (!(await lockOwner(trx, sub))) return false;
        await trx.deleteFrom('sso.recovery_codes').where('owner_sub', '=', sub).execute();
        await trx
          .insertInto('sso.recovery_codes')
          .values(codeHashes.map((code_hash) => ({ code_hash, owner_sub: sub, created_at: at })))
          .execute();
        return true;
      }),

    state: async (sub) => {
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

    ownerOf: async (codeHash) => {
      const row = await db
        .selectFrom('sso.recovery_codes')
        .select('owner_sub')
        .where('code_hash', '=', codeHash)
        .where('used_at', 'is', null)
        .executeTakeFirst();
      return row?.owner_sub;
    },

    use: async (sub, codeHash, at) => {
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

    confirm: async (sub) => {
      await db.updateTable('sso.owners').set({ recovered_at: null }).where('sub', '=', sub).execute();
    },
  };
}
