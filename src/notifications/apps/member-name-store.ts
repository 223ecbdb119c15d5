import type { Kysely } from 'kysely';
import type { NotificationsDatabase } from '../database.ts';

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
