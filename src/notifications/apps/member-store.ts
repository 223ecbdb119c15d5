import { type Kysely, sql } from 'kysely';
import { inTransaction } from '../../runtime/database/queries.ts';
import type { MemberRole, NotificationsDatabase } from '../database.ts';
import { endKeysOfMember, lockApp } from '../api-keys/api-key-store.ts';

export interface AppMember {
  readonly sub: string;
  readonly role: MemberRole;
  readonly addedAt: Date;
}

/** Maximum number of members of an app, its first owner included. */
export const maxMembers = 50;

/** Members of apps: `apps.owner_sub`, who is always an owner, and the rows of `app_members`. */
export function createAppMemberStore(db: Kysely<NotificationsDatabase>) {
  const list = async (appId: string, on: Kysely<NotificationsDatabase> = db): Promise<AppMember[]> => {
    const { rows } = await sql<AppMember>`
      select owner_sub as sub, 'owner' as role, created_at as "addedAt" from notifications.apps
      where id = ${appId} and owner_sub is not null
      union all
      select sub, role, added_at from notifications.app_members where app_id = ${appId}
      order by "addedAt", sub`.execute(on);
    return rows;
  };

  return {
    /** Lists all members in the order in which they joined. */
    list: (appId: string) => list(appId),

    /** Adds a member or changes the role of one. */
    async set(appId: string, { sub, role, addedAt }: AppMember): Promise<'set' | 'last_owner' | 'too_many_members'> {
      return inTransaction(db, async (trx) => {
        const { firstOwner } = await lockApp(trx, appId);
        if (sub === firstOwner) {
          if (role === 'owner') return 'set';
          if (!(await replaceFirstOwner(trx, appId, firstOwner))) return 'last_owner';
        } else {
          const members = await list(appId, trx);
          if (members.length >= maxMembers && !members.some((member) => member.sub === sub)) return 'too_many_members';
        }
        await trx
          .insertInto('notifications.app_members')
          .values({ app_id: appId, sub, role, added_at: addedAt })
          .onConflict((conflict) => conflict.columns(['app_id', 'sub']).doUpdateSet({ role }))
          .execute();
        return 'set';
      });
    },

    /**
     * Removes a member, and gives the keys that they made an end.
     *
     * @returns the number of these keys, or what prevented it
     */
    async remove(appId: string, sub: string, at: Date): Promise<{ endingKeys: number } | 'last_owner' | 'not_found'> {
      return inTransaction(db, async (trx) => {
        const { firstOwner } = await lockApp(trx, appId);
        if (sub === firstOwner) {
          if (!(await replaceFirstOwner(trx, appId, firstOwner))) return 'last_owner';
        } else {
          const { numDeletedRows } = await trx
            .deleteFrom('notifications.app_members')
            .where('app_id', '=', appId)
            .where('sub', '=', sub)
            .executeTakeFirst();
          if (numDeletedRows === 0n) return 'not_found';
        }
        await trx
          .deleteFrom('notifications.activity_seen')
          .where('app_id', '=', appId)
          .where('sub', '=', sub)
          .execute();
        return { endingKeys: await endKeysOfMember(trx, { sub, appId, at }) };
      });
    },
  };
}

/**
 * Makes the owner who was added earliest the first one, because the first owner leaves or becomes a developer. The caller
 * has locked the app.
 *
 * @returns false when the app has no other owner
 */
export async function replaceFirstOwner(
  trx: Kysely<NotificationsDatabase>,
  appId: string,
  firstOwner: string,
): Promise<boolean> {
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
  await countOwnedApps(trx, { [firstOwner]: -1, [next.sub]: 1 });
  return true;
}

/** Names of people by their session address. */
export type MemberNames = ReadonlyMap<string, string>;

/**
 * What members call themselves at an app that they opened. A name stays when its member leaves, since the activity of the
 * app still says who did what; it is erased with the app and with the person.
 */
export function createMemberNameStore(db: Kysely<NotificationsDatabase>) {
  return {
    /** Replaces the name of a member; null deletes it. */
    async set(appId: string, sub: string, name: string | null): Promise<void> {
      if (name === null) {
        await db.deleteFrom('notifications.member_names').where('app_id', '=', appId).where('sub', '=', sub).execute();
        return;
      }
      await db
        .insertInto('notifications.member_names')
        .values({ app_id: appId, sub, name })
        .onConflict((conflict) => conflict.columns(['app_id', 'sub']).doUpdateSet({ name }))
        .execute();
    },

    /** Returns the names of those who have one. */
    async of(appId: string, subs: Iterable<string | null | undefined>): Promise<MemberNames> {
      const known = [...new Set(subs)].filter((sub) => typeof sub === 'string');
      if (known.length === 0) return new Map();
      const rows = await db
        .selectFrom('notifications.member_names')
        .select(['sub', 'name'])
        .where('app_id', '=', appId)
        .where('sub', 'in', known)
        .execute();
      return new Map(rows.map(({ sub, name }) => [sub, name]));
    },
  };
}

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
