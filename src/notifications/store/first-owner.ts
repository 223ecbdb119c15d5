import type { Kysely } from 'kysely';
import type { NotificationsDatabase } from '../database.ts';

/**
 * Makes the owner who was added earliest the first one, because the first owner leaves or becomes a developer. The caller
 * has locked the app.
 *
 * @returns false when the app has no other owner
 */
export async function replaceFirstOwner(trx: Kysely<NotificationsDatabase>, appId: string): Promise<boolean> {
  const next = await trx
    .selectFrom('notifications.app_members')
    .select('sub')
    .where('app_id', '=', appId)
    .where('role', '=', 'owner')
    .orderBy('added_at')
    .executeTakeFirst();
  if (!next) return false;
  await trx.updateTable('notifications.apps').set({ owner_sub: next.sub }).where('id', '=', appId).execute();
  await trx.deleteFrom('notifications.app_members').where('app_id', '=', appId).where('sub', '=', next.sub).execute();
  return true;
}
