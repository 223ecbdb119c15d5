import { type Kysely, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { NotificationsDatabase } from '../database.ts';
import { type ApiKeyGrants, apiKeyHash, isApiKey, orphanedKeyGraceMs } from './api-key.ts';
import { inTransaction } from '../../runtime/database/queries.ts';
import type { IdentifyClient } from '../../runtime/http/rate-limit.ts';

/**
 * Locks an app until the end of the transaction: its members and API keys change one after the other. Otherwise two changes
 * could leave an app without an owner, or two rotated keys without an expiry.
 */
export async function lockApp(
  trx: Kysely<NotificationsDatabase>,
  appId: string,
): Promise<{ readonly firstOwner: string | null }> {
  return trx
    .selectFrom('notifications.apps')
    .select('owner_sub as firstOwner')
    .where('id', '=', appId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

interface LeavingMember {
  readonly sub: string;
  /** Every app of the person when undefined. */
  readonly appId?: string;
  readonly at: Date;
}

/**
 * Gives the current keys that a member made an end, because they know the keys: an owner adopts them before. Keys that a
 * newer one replaced keep theirs.
 *
 * @returns the number of keys that got an end
 */
export async function endKeysOfMember(
  trx: Kysely<NotificationsDatabase>,
  { sub, appId, at }: LeavingMember,
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('notifications.api_keys')
    .set({ maker_left_at: at, expires_at: new Date(at.getTime() + orphanedKeyGraceMs) })
    .where('created_by', '=', sub)
    .$if(appId !== undefined, (query) => query.where('app_id', '=', appId ?? ''))
    .where('expires_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Result of adopting a key. */
type Adoption = 'adopted' | 'not_found' | 'not_adoptable' | 'replaced';

/** Makes an owner the maker of a key whose maker left, before it ends. */
async function adoptKey(
  trx: Kysely<NotificationsDatabase>,
  { appId, id, sub, at }: { readonly appId: string; readonly id: string; readonly sub: string; readonly at: Date },
): Promise<Adoption> {
  await lockApp(trx, appId);
  const key = await trx
    .selectFrom('notifications.api_keys as key')
    .select(['maker_left_at as makerLeftAt'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('notifications.api_keys as newer')
            .select('newer.id')
            .where('newer.app_id', '=', appId)
            .whereRef('newer.label', '=', 'key.label')
            .whereRef('newer.test', '=', 'key.test')
            .where('newer.expires_at', 'is', null)
            .where('newer.revoked_at', 'is', null),
        )
        .as('isReplaced'),
    )
    .where('key.app_id', '=', appId)
    .where('key.id', '=', id)
    .where('key.revoked_at', 'is', null)
    .where(sql<boolean>`(key.expires_at is null or key.expires_at > ${at})`)
    .executeTakeFirst();
  if (!key) return 'not_found';
  if (key.makerLeftAt === null) return 'not_adoptable';
  if (key.isReplaced) return 'replaced';
  await trx
    .updateTable('notifications.api_keys')
    .set({ created_by: sub, maker_left_at: null, expires_at: null })
    .where('app_id', '=', appId)
    .where('id', '=', id)
    .execute();
  return 'adopted';
}

interface NewApiKey extends ApiKeyGrants {
  readonly appId: string;
  readonly id: string;
  /** SHA-256, base64url. */
  readonly keyHash: string;
  readonly prefix: string;
  readonly createdAt: Date;
  /** Session address; null for a key of the settings. */
  readonly createdBy: string | null;
}

interface ApiKeyRotation {
  /** Expiry of older keys of the same label and environment that have none yet. */
  readonly olderKeysExpireAt: Date;
  /** Maximum number of working keys of an app. */
  readonly maxKeys: number;
}

interface ApiKey extends Pick<ApiKeyGrants, 'scopes' | 'environment'> {
  readonly appId: string;
  readonly id: string;
  readonly keyHash: string;
  readonly lastUsedAt: Date | null;
}

interface ListedApiKey extends ApiKeyGrants {
  readonly id: string;
  readonly prefix: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly createdBy: string | null;
  readonly makerLeftAt: Date | null;
}

interface KeysAfter {
  readonly appId: string;
  readonly now: Date;
  readonly after: string | undefined;
  readonly limit: number;
}

export type ApiKeyStore = ReturnType<typeof createApiKeyStore>;

export function createApiKeyStore(db: Kysely<NotificationsDatabase>) {
  const working = (now: Date, on: Kysely<NotificationsDatabase> = db) =>
    on
      .selectFrom('notifications.api_keys')
      .where('revoked_at', 'is', null)
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]));

  return {
    /**
     * Adds a key and sets the expiry of older keys of the same label and environment that have none.
     *
     * @returns what prevented it: the maker is no member, or the app has `maxKeys` working keys
     */
    async create(
      { appId, id, keyHash, prefix, createdAt, createdBy, label, scopes, environment }: NewApiKey,
      { olderKeysExpireAt, maxKeys }: ApiKeyRotation,
    ): Promise<'created' | 'no_member' | 'too_many_keys'> {
      return inTransaction(db, async (trx) => {
        const { firstOwner } = await lockApp(trx, appId);
        // The member may have been removed since the request began: nothing would end the key.
        if (createdBy !== null && createdBy !== firstOwner && !(await isAddedMember(trx, appId, createdBy)))
          return 'no_member';
        const { count } = await working(createdAt, trx)
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('app_id', '=', appId)
          .executeTakeFirstOrThrow();
        if (count >= maxKeys) return 'too_many_keys';
        await trx
          .updateTable('notifications.api_keys')
          .set({ expires_at: olderKeysExpireAt })
          .where('app_id', '=', appId)
          .where('expires_at', 'is', null)
          .where('revoked_at', 'is', null)
          .where('label', '=', label)
          .where('test', '=', environment === 'test')
          .execute();
        await trx
          .insertInto('notifications.api_keys')
          .values({
            app_id: appId,
            id,
            key_hash: keyHash,
            prefix,
            label,
            can_send: scopes.includes('send'),
            can_read: scopes.includes('read'),
            test: environment === 'test',
            created_at: createdAt,
            created_by: createdBy,
          })
          .execute();
        await trx.insertInto('notifications.api_key_apps').values({ key_hash: keyHash, app_id: appId }).execute();
        return 'created';
      });
    },

    async list({ appId, now, after, limit }: KeysAfter): Promise<ListedApiKey[]> {
      const rows = await working(now)
        .select(['id', 'prefix', 'created_at as createdAt', 'expires_at as expiresAt', 'last_used_at as lastUsedAt'])
        .select(['created_by as createdBy', 'maker_left_at as makerLeftAt'])
        .select(grantColumns)
        .where('app_id', '=', appId)
        .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(withGrants);
    },

    adopt: (adopted: Parameters<typeof adoptKey>[1]) => inTransaction(db, (trx) => adoptKey(trx, adopted)),

    /** @returns false when the app has no working key with this id */
    async revoke(appId: string, id: string, now: Date): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('notifications.api_keys')
        .set({ revoked_at: now })
        .where('app_id', '=', appId)
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Returns the app of a key, also of one that does not work any more; undefined for an unknown key. */
    async appOf(keyHash: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('notifications.api_key_apps')
        .select('app_id as appId')
        .where('key_hash', '=', keyHash)
        .executeTakeFirst();
      return row?.appId;
    },

    /** Finds a key of an app that is neither expired nor revoked, unless the app is deleted. */
    async findWorking(appId: string, keyHash: string, now: Date): Promise<ApiKey | undefined> {
      const row = await working(now)
        .select(['app_id as appId', 'id', 'key_hash as keyHash', 'last_used_at as lastUsedAt'])
        .select(grantColumns)
        .where('app_id', '=', appId)
        .where('key_hash', '=', keyHash)
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom('notifications.apps as app')
              .select('app.id')
              .where('app.id', '=', appId)
              .where('app.deleted_at', 'is', null),
          ),
        )
        .executeTakeFirst();
      return row && withGrants(row);
    },

    async markUsed(appId: string, id: string, now: Date): Promise<void> {
      await db
        .updateTable('notifications.api_keys')
        .set({ last_used_at: now })
        .where('app_id', '=', appId)
        .where('id', '=', id)
        .execute();
    },
  };
}

/** Whether a person other than the first owner is a member. */
async function isAddedMember(trx: Kysely<NotificationsDatabase>, appId: string, sub: string): Promise<boolean> {
  const member = await trx
    .selectFrom('notifications.app_members')
    .select('sub')
    .where('app_id', '=', appId)
    .where('sub', '=', sub)
    .executeTakeFirst();
  return member !== undefined;
}

const grantColumns = ['label', 'can_send as canSend', 'can_read as canRead', 'test'] as const;

function withGrants<
  Row extends { readonly label: string; readonly canSend: boolean; readonly canRead: boolean; readonly test: boolean },
>(row: Row): Row & ApiKeyGrants {
  const scopes = [...(row.canSend ? (['send'] as const) : []), ...(row.canRead ? (['read'] as const) : [])];
  return { ...row, scopes, environment: row.test ? 'test' : 'live' };
}

/** Maximum number of cached keys. The next request of an evicted key counts for its IP address. */
const capacity = 10_000;

/** Caches which app a working API key belongs to, which never changes: the rate limit counts requests per app instead of per IP address. */
export type ApiKeyCache = ReturnType<typeof createApiKeyCache>;

export function createApiKeyCache() {
  const apps = new LRUCache<string, string>({ max: capacity });
  return {
    appOf: (keyHash: string) => apps.get(keyHash),
    /** @param appId undefined when the key does not work */
    set: (keyHash: string, appId: string | undefined): void => {
      if (appId === undefined) apps.delete(keyHash);
      else apps.set(keyHash, appId);
    },
    clientOf: (({ headers }) => {
      const key = headers['x-platform-notifications-key'];
      return typeof key === 'string' && isApiKey(key) ? apps.get(apiKeyHash(key)) : undefined;
    }) satisfies IdentifyClient,
  };
}
