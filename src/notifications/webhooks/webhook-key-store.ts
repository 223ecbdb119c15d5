import { type Kysely, sql, type Transaction } from 'kysely';
import { inTransaction } from '../../runtime/database/queries.ts';
import type { WebhookKeyPair } from '../../runtime/webhooks/webhook-keys.ts';
import type { NotificationsDatabase } from '../database.ts';
import { readDatabaseTime } from '../../runtime/database/database-clock.ts';

/** Milliseconds between the announcement of a key and its first signature. */
const announcedMs = 24 * 60 * 60 * 1000;
/** Milliseconds that a replaced secret keeps signing beside its successor. */
const secretGraceMs = 24 * 60 * 60 * 1000;

type Trx = Transaction<NotificationsDatabase>;

interface AnnouncedKey {
  readonly nextPublicKey: string;
  readonly activatesAt: Date;
  /** False when it was announced before. */
  readonly created: boolean;
}

/** Signing keys and secrets of webhooks. All times are the database's, which the delivery workers follow too. */
export function createWebhookKeyStore(db: Kysely<NotificationsDatabase>) {
  return {
    /** Announces a key pair unless one is announced. @returns undefined when the app has no webhook */
    async announce(appId: string, keyPair: WebhookKeyPair): Promise<AnnouncedKey | undefined> {
      return inTransaction(db, async (trx) => {
        const keys = await lockKeys(trx, appId);
        if (!keys) return undefined;
        const { nextPublicKey, activatesAt } = keys;
        if (nextPublicKey !== null && activatesAt !== null) return { nextPublicKey, activatesAt, created: false };
        const from = await after(trx, announcedMs);
        await trx
          .updateTable('notifications.webhooks')
          .set({
            next_public_key: keyPair.publicKey,
            sealed_next_private_key: keyPair.sealedPrivateKey,
            next_key_activates_at: from,
          })
          .where('app_id', '=', appId)
          .execute();
        return { nextPublicKey: keyPair.publicKey, activatesAt: from, created: true };
      });
    },

    /** Makes the announced key the signing key. */
    async activate(
      appId: string,
    ): Promise<'no_webhook' | 'no_next_key' | { readonly publicKey: string; readonly previousPublicKey: string }> {
      return inTransaction(db, async (trx) => {
        const keys = await lockKeys(trx, appId);
        if (!keys) return 'no_webhook';
        const { publicKey: previousPublicKey, nextPublicKey } = keys;
        if (nextPublicKey === null) return 'no_next_key';
        await promote(trx, appId);
        return { publicKey: nextPublicKey, previousPublicKey };
      });
    },

    /**
     * Replaces the key pair at once and discards an announced one.
     *
     * @returns the previous public key; undefined when the app has no webhook
     */
    async rotate(appId: string, { publicKey, sealedPrivateKey }: WebhookKeyPair): Promise<string | undefined> {
      return inTransaction(db, async (trx) => {
        const keys = await lockKeys(trx, appId);
        if (!keys) return undefined;
        await trx
          .updateTable('notifications.webhooks')
          .set({
            public_key: publicKey,
            sealed_private_key: sealedPrivateKey,
            next_public_key: null,
            sealed_next_private_key: null,
            next_key_activates_at: null,
          })
          .where('app_id', '=', appId)
          .execute();
        return keys.publicKey;
      });
    },

    /** Sets the shared secret; the one that it replaces signs for 24 more hours. @returns false without a webhook */
    async setSecret(appId: string, sealedSecret: string): Promise<boolean> {
      const until = await after(db, secretGraceMs);
      const { numUpdatedRows } = await db
        .updateTable('notifications.webhooks')
        .set({
          sealed_previous_secret: sql<string | null>`sealed_secret`,
          previous_secret_ends_at: sql<Date | null>`case when sealed_secret is not null
            then ${until}::timestamptz end`,
          sealed_secret: sealedSecret,
        })
        .where('app_id', '=', appId)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Removes all shared secrets. @returns false without a webhook */
    async deleteSecret(appId: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('notifications.webhooks')
        .set({ sealed_secret: null, sealed_previous_secret: null, previous_secret_ends_at: null })
        .where('app_id', '=', appId)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}

const after = async (db: Kysely<NotificationsDatabase>, milliseconds: number): Promise<Date> =>
  new Date((await readDatabaseTime(db)).getTime() + milliseconds);

/** Locks the webhook of an app and reads its keys. An announced key whose time has come is the current key. */
async function lockKeys(trx: Trx, appId: string) {
  const find = () =>
    trx
      .selectFrom('notifications.webhooks')
      .select([
        'public_key as publicKey',
        sql<string | null>`next_public_key`.as('nextPublicKey'),
        'next_key_activates_at as activatesAt',
        sql<boolean>`coalesce(next_key_activates_at <= statement_timestamp(), false)`.as('elapsed'),
      ])
      .where('app_id', '=', appId)
      .forUpdate()
      .executeTakeFirst();
  const keys = await find();
  if (!keys?.elapsed) return keys;
  await promote(trx, appId);
  return find();
}

/** Makes the announced key the current one. */
async function promote(trx: Trx, appId: string): Promise<void> {
  await sql`
    update notifications.webhooks
    set public_key = next_public_key, sealed_private_key = sealed_next_private_key,
      next_public_key = null, sealed_next_private_key = null, next_key_activates_at = null
    where app_id = ${appId} and next_public_key is not null`.execute(trx);
}
