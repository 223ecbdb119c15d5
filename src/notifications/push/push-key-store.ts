import { type Kysely, sql } from 'kysely';
import { inTransaction } from '../../runtime/database/queries.ts';
import type { NotificationsDatabase, MobileTransport } from '../database.ts';

export interface NewPushKey {
  readonly publicKey: string;
  readonly sealedPrivateKey: string;
}

export interface StoredPushKey extends NewPushKey {
  readonly id: string;
}

/** A VAPID key and the number of browsers that subscribed with it. */
export interface PushKeyUse {
  readonly publicKey: string;
  readonly createdAt: Date;
  /** Null for the current key. */
  readonly replacedAt: Date | null;
  readonly devices: number;
}

/** Id of the key of a fresh installation. Devices without a key id subscribed with it. */
export const firstPushKeyId = 'vapid';

export type PushKeyStore = ReturnType<typeof createPushKeyStore>;

export function createPushKeyStore(db: Kysely<NotificationsDatabase>) {
  const keys = () =>
    db
      .selectFrom('notifications.push_keys')
      .select(['id', 'public_key as publicKey', 'sealed_private_key as sealedPrivateKey']);
  return {
    /** @returns the key that browsers subscribe with now; undefined before the first start */
    async current(): Promise<StoredPushKey | undefined> {
      return keys().where('replaced_at', 'is', null).executeTakeFirst();
    },

    /** @returns undefined for a key that no device uses any more */
    async find(id: string): Promise<StoredPushKey | undefined> {
      return keys().where('id', '=', id).executeTakeFirst();
    },

    /** Stores the key pair of a fresh installation; without effect when there is a current one. */
    async createFirst({ publicKey, sealedPrivateKey }: NewPushKey, createdAt: Date): Promise<void> {
      await db
        .insertInto('notifications.push_keys')
        .values({
          id: firstPushKeyId,
          public_key: publicKey,
          sealed_private_key: sealedPrivateKey,
          created_at: createdAt,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    /**
     * Makes a key pair the current one. The former one signs on for the devices that use it.
     *
     * @returns false when there is no current key: the service never started, or another rotation was faster
     */
    async replaceCurrent({ id, publicKey, sealedPrivateKey }: StoredPushKey, at: Date): Promise<boolean> {
      return inTransaction(db, async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('notifications.push_keys')
          .set({ replaced_at: at })
          .where('replaced_at', 'is', null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        await trx
          .insertInto('notifications.push_keys')
          .values({ id, public_key: publicKey, sealed_private_key: sealedPrivateKey, created_at: at })
          .execute();
        return true;
      });
    },

    /** Lists the keys with the number of their devices, the current key first. */
    async listUses(): Promise<readonly PushKeyUse[]> {
      const { rows } = await sql<PushKeyUse>`
        select key.public_key as "publicKey", key.created_at as "createdAt", key.replaced_at as "replacedAt",
          coalesce(used.devices, 0) as devices
        from notifications.push_keys as key
        left join (
          select coalesce(push_key_id, ${firstPushKeyId}) as key_id, count(*)::integer as devices
          from notifications.devices where transport = 'web-push' group by 1
        ) as used on used.key_id = key.id
        order by key.replaced_at desc nulls first`.execute(db);
      return rows;
    },
  };
}

/**
 * Deletes the keys that were replaced by `replacedBefore` and that no device uses.
 *
 * @returns how many were deleted
 */
export async function deleteUnusedPushKeys(db: Kysely<NotificationsDatabase>, replacedBefore: Date): Promise<number> {
  const replaced = await db
    .selectFrom('notifications.push_keys')
    .select('id')
    .where('replaced_at', '<=', replacedBefore)
    .execute();
  let deleted = 0;
  for (const { id } of replaced) {
    const { rows } = await sql`
      select from notifications.devices
      where push_key_id = ${id} or (${id}::text = ${firstPushKeyId} and push_key_id is null and transport = 'web-push')
      limit 1`.execute(db);
    if (rows.length > 0) continue;
    const { numDeletedRows } = await db.deleteFrom('notifications.push_keys').where('id', '=', id).executeTakeFirst();
    deleted += Number(numDeletedRows);
  }
  return deleted;
}

export type PushCredentialsStore = ReturnType<typeof createPushCredentialsStore>;

export function createPushCredentialsStore(db: Kysely<NotificationsDatabase>) {
  return {
    /** @returns the sealed credentials; undefined when none were set */
    async find(transport: MobileTransport): Promise<string | undefined> {
      const row = await db
        .selectFrom('notifications.push_credentials')
        .select('sealed_credentials')
        .where('transport', '=', transport)
        .executeTakeFirst();
      return row?.sealed_credentials;
    },

    async set(transport: MobileTransport, sealed: string, at: Date): Promise<void> {
      await db
        .insertInto('notifications.push_credentials')
        .values({ transport, sealed_credentials: sealed, updated_at: at })
        .onConflict((conflict) =>
          conflict.column('transport').doUpdateSet({ sealed_credentials: sealed, updated_at: at }),
        )
        .execute();
    },
  };
}
