import type { Kysely } from 'kysely';
import type { MobileTransport, NotificationsDatabase } from '../database.ts';

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
