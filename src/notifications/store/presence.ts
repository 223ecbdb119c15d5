import type { Kysely } from 'kysely';
import type { NotificationsDatabase } from '../database.ts';

/** Where a person has an app open. */
export interface PresenceKey {
  readonly sessionAddress: string;
  /** Undefined for a report without a device. */
  readonly deviceId: string | undefined;
}

export interface Presence extends PresenceKey {
  readonly appId: string;
  readonly expiresAt: Date;
}

export function createPresenceStore(db: Kysely<NotificationsDatabase>) {
  return {
    /** Records which app the person has open on a device. The latest record applies. */
    async set({ sessionAddress, deviceId = '', appId, expiresAt }: Presence): Promise<void> {
      await db
        .insertInto('notifications.presence')
        .values({ session_address: sessionAddress, device_id: deviceId, app_id: appId, expires_at: expiresAt })
        .onConflict((conflict) =>
          conflict.columns(['session_address', 'device_id']).doUpdateSet({ app_id: appId, expires_at: expiresAt }),
        )
        .execute();
    },

    /** Deletes the presence of one device, or of all of them. */
    async delete({ sessionAddress, deviceId }: PresenceKey): Promise<void> {
      await db
        .deleteFrom('notifications.presence')
        .where('session_address', '=', sessionAddress)
        .$if(deviceId !== undefined, (query) => query.where('device_id', '=', deviceId ?? ''))
        .execute();
    },
  };
}
