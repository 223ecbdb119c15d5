import type { Kysely } from 'kysely';
import type { NotificationsDatabase } from '../database.ts';

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
