import { type Kysely, sql } from 'kysely';
import { inTransaction } from '../../runtime/database/queries.ts';
import type { NotificationsDatabase } from '../database.ts';
import webPush from 'web-push';
import type { MasterKey } from '../../runtime/start/master-key.ts';

interface NewPushKey {
  readonly publicKey: string;
  readonly sealedPrivateKey: string;
}

interface StoredPushKey extends NewPushKey {
  readonly id: string;
}

/** A VAPID key and the number of browsers that subscribed with it. */
interface PushKeyUse {
  readonly publicKey: string;
  readonly createdAt: Date;
  /** Null for the current key. */
  readonly replacedAt: Date | null;
  readonly devices: number;
}

/** Id of the key of a fresh installation. Devices without a key id subscribed with it. */
export const firstPushKeyId = 'vapid';

type PushKeyStore = ReturnType<typeof createPushKeyStore>;

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

/** VAPID key pair that identifies this service to push services (RFC 8292), base64url. */
export interface VapidKey {
  readonly publicKey: string;
  readonly privateKey: string;
}

export const vapidKeyPurpose = 'vapid key';

function newVapidKey(masterKey: MasterKey): NewPushKey {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  return { publicKey, sealedPrivateKey: masterKey.seal(Buffer.from(privateKey), vapidKeyPurpose) };
}

/**
 * Opens the VAPID keys of the service, and creates one on first use. All processes share them. Browsers subscribe with the
 * current one, and each device keeps the one it subscribed with.
 *
 * @throws SealedDataError when the master key does not open the current key
 */
export async function openVapidKeyring(store: PushKeyStore, masterKey: MasterKey, now: Date) {
  const currentKey = async () => {
    const current = await store.current();
    if (current === undefined) throw new Error('The database has no current VAPID key.');
    return current;
  };
  const openKey = ({ publicKey, sealedPrivateKey }: NewPushKey): VapidKey => ({
    publicKey,
    privateKey: Buffer.from(masterKey.open(sealedPrivateKey, vapidKeyPurpose)).toString(),
  });
  if ((await store.current()) === undefined) await store.createFirst(newVapidKey(masterKey), now);
  const first = await currentKey();
  // The key pair of an id never changes.
  const opened = new Map([[first.id, openKey(first)]]);
  return {
    /** Returns the public key that browsers subscribe with, base64url. It changes when an operator rotates it. */
    currentPublicKey: async () => (await currentKey()).publicKey,
    /** @returns undefined when the key has ended */
    find: async (id: string): Promise<VapidKey | undefined> => {
      const known = opened.get(id);
      if (known) return known;
      const stored = await store.find(id);
      if (stored === undefined) return undefined;
      const key = openKey(stored);
      opened.set(id, key);
      return key;
    },
  };
}

/**
 * Creates a VAPID key that browsers subscribe with from now on. Running processes publish it with the next request, and
 * sign for each device with the key that it subscribed with.
 *
 * @throws Error when the service never started on this database, or another rotation was faster
 */
export async function rotateVapidKey(
  store: PushKeyStore,
  { masterKey, id, now }: { readonly masterKey: MasterKey; readonly id: string; readonly now: Date },
): Promise<void> {
  if (!(await store.replaceCurrent({ id, ...newVapidKey(masterKey) }, now)))
    throw new Error(
      'No key was replaced: the notification service never started on this database, or another rotation runs.',
    );
}
