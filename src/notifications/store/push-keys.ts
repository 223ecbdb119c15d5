import type { Kysely } from 'kysely';
import type { NotificationsDatabase } from '../database.ts';

export interface StoredPushKey {
  readonly publicKey: string;
  readonly sealedPrivateKey: string;
}

/** Id of the only row. The key pair never changes, because a browser's subscription is bound to it. */
const rowId = 'vapid';

export type PushKeyStore = ReturnType<typeof createPushKeyStore>;

export function createPushKeyStore(db: Kysely<NotificationsDatabase>) {
  return {
    /** Stores the key pair unless one exists. @returns the stored key pair */
    async findOrCreate(created: StoredPushKey, createdAt: Date): Promise<StoredPushKey> {
      await db
        .insertInto('notifications.push_keys')
        .values({
          id: rowId,
          public_key: created.publicKey,
          sealed_private_key: created.sealedPrivateKey,
          created_at: createdAt,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return db
        .selectFrom('notifications.push_keys')
        .select(['public_key as publicKey', 'sealed_private_key as sealedPrivateKey'])
        .where('id', '=', rowId)
        .executeTakeFirstOrThrow();
    },
  };
}
