import { type Kysely, sql } from 'kysely';
import type { NotificationsDatabase } from '../database.ts';

/**
 * Counts one more app of a person, unless there are `maxApps`. The row is locked until the end of the transaction, and has the
 * count itself: on a distributed engine, what a commit wrote on another node can be seen later than the end of its lock.
 *
 * @returns false when the person has `maxApps`
 */
export async function takeAppOfOwner(
  trx: Kysely<NotificationsDatabase>,
  ownerSub: string,
  maxApps: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into notifications.app_owners as owner (owner_sub, apps) values (${ownerSub}, 1)
    on conflict (owner_sub) do update set apps = owner.apps + 1 where owner.apps < ${maxApps}
    returning apps`.execute(trx);
  return rows.length > 0;
}

/** Counts apps that people got or lost, whatever their number. In one order, so that two changes do not wait for each other. */
export async function countOwnedApps(
  trx: Kysely<NotificationsDatabase>,
  changes: Readonly<Record<string, number>>,
): Promise<void> {
  for (const [ownerSub, change] of Object.entries(changes).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    await sql`
      insert into notifications.app_owners as owner (owner_sub, apps) values (${ownerSub}, ${change})
      on conflict (owner_sub) do update set apps = owner.apps + excluded.apps`.execute(trx);
  }
}
