import type { Kysely } from 'kysely';
import type { SsoDatabase } from '../database.ts';

export interface StoredDerivedKey {
  readonly purpose: string;
  readonly sealedKey: string;
}

export function createDerivedKeyStore(db: Kysely<SsoDatabase>) {
  return {
    /** Stores the keys whose purpose has none. @returns all stored keys of these purposes */
    async findOrCreate(created: readonly StoredDerivedKey[], createdAt: Date): Promise<readonly StoredDerivedKey[]> {
      await db
        .insertInto('sso.derived_keys')
        .values(created.map(({ purpose, sealedKey }) => ({ purpose, sealed_key: sealedKey, created_at: createdAt })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const purposes = created.map(({ purpose }) => purpose);
      return db
        .selectFrom('sso.derived_keys')
        .select(['purpose', 'sealed_key as sealedKey'])
        .where('purpose', 'in', purposes)
        .execute();
    },
  };
}
