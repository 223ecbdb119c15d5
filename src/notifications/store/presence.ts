import type { Kysely } from 'kysely';
import type { NotificationsDatabase } from '../database.ts';

export interface Presence {
  readonly sessionAddress: string;
  readonly appId: string;
  readonly expiresAt: Date;
}

export function createPresenceStore(db: Kysely<NotificationsDatabase>) {
  return {
    /** Records which app the person has open. The latest record counts. */
    async set({ sessionAddress, appId, expiresAt }: Presence): Promise<void> {
      await db
        .insertInto('notifications.presence')
        .values({ session_address: sessionAddress, app_id: appId, expires_at: expiresAt })
        .onConflict((conflict) =>
          conflict.column('session_address').doUpdateSet({ app_id: appId, expires_at: expiresAt }),
        )
        .execute();
    },

    async delete(sessionAddress: string): Promise<void> {
      await db.deleteFrom('notifications.presence').where('session_address', '=', sessionAddress).execute();
    },
  };
}
