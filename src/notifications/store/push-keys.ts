import type { Kysely } from 'kysely';
import type { NotificationsDatabase } from '../database.ts';

export interface StoredPushKey {
  readonly publicKey: string;
  readonly sealedPrivateKey: string;
}

/** There is one key pair: a browser's subscription belongs to the key that it was made with. */
const theOne = 'vapid';

export type PushKeyStore = ReturnType<typeof createPushKeyStore>;

export function createPushKeyStore(db: Kysely<NotificationsDatabase>) {
  return {
    /** @returns the service's key pair: the offered one when there was none yet, in any process. */
    async keep(offered: StoredPushKey, createdAt: Date): Promise<StoredPushKey> {
      await db
        .insertInto('notifications.push_keys')
        .values({
          id: theOne,
          public_key: offered.publicKey,
          sealed_private_key: offered.sealedPrivateKey,
          created_at: createdAt,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return db
        .selectFrom('notifications.push_keys')
        .select(['public_key as publicKey', 'sealed_private_key as sealedPrivateKey'])
        .where('id', '=', theOne)
        .executeTakeFirstOrThrow();
    },
  };
}
