import { type Kysely, sql } from 'kysely';
import { orphanedKeyGraceMs } from '../api-key.ts';
import type { NotificationsDatabase } from '../database.ts';
import { lockApp } from './lock-app.ts';

export interface LeavingMember {
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
export type Adoption = 'adopted' | 'not_found' | 'not_adoptable' | 'replaced';

/** Makes an owner the maker of a key whose maker left, before it ends. */
export async function adoptKey(
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
            .whereRef('newer.app_id', '=', 'key.app_id')
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
