import { type Kysely, sql } from 'kysely';
import type { NotificationsDatabase } from '../database.ts';

type Db = Kysely<NotificationsDatabase>;

export type StoredPersonData = NonNullable<Awaited<ReturnType<ReturnType<typeof createPersonDataStore>['export']>>>;

/** Reads everything that is stored about a person, as a recipient and as a developer. Lists begin with the oldest. */
export function createPersonDataStore(db: Db) {
  return {
    /** @returns undefined for an unknown person */
    async export(sub: string) {
      const data = await db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (trx) => ({
          ...(await recipientData(trx, sub)),
          ...(await developerData(trx, sub)),
        }));
      return Object.values(data).some((rows) => rows.length > 0) ? data : undefined;
    },
  };
}

async function recipientData(db: Db, sub: string) {
  return {
    consents: await db
      .selectFrom('notifications.consents')
      .select(['app_id as appId', 'status', 'updated_at as updatedAt'])
      .where('session_address', '=', sub)
      .orderBy('updated_at')
      .orderBy('app_id')
      .execute(),
    prompts: await db
      .selectFrom('notifications.prompt_budgets')
      .select(['app_id as appId', 'shown'])
      .where('session_address', '=', sub)
      .orderBy('app_id')
      .execute(),
    devices: await db
      .selectFrom('notifications.devices')
      .select(['id', 'transport', 'created_at as createdAt', 'seen_at as seenAt'])
      .where('session_address', '=', sub)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    presence: await db
      .selectFrom('notifications.presence')
      .select(['app_id as appId', 'device_id as deviceId', 'expires_at as expiresAt'])
      .where('session_address', '=', sub)
      .orderBy('device_id')
      .execute(),
    notifications: await db
      .selectFrom('notifications.notifications')
      .select([
        'app_id as appId',
        'id',
        'test',
        'body',
        'start_param as startParam',
        'accepted_at as sentAt',
        'outcome',
      ])
      .where('session_address', '=', sub)
      .orderBy('accepted_at')
      .orderBy('id')
      .execute(),
    events: await db
      .selectFrom('notifications.deliveries')
      .select(['app_id as appId', 'notification_id as notificationId', 'status', 'state', 'created_at as createdAt'])
      .where('session_address', '=', sub)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  };
}

async function developerData(db: Db, sub: string) {
  return {
    apps: (
      await sql<{ id: string; name: string; role: 'owner' | 'developer'; since: Date }>`
        select id, name, 'owner' as role, created_at as since from notifications.apps where owner_sub = ${sub}
        union all
        select app.id, app.name, member.role, member.added_at from notifications.app_members as member
        join notifications.apps as app on app.id = member.app_id where member.sub = ${sub}
        order by since, id`.execute(db)
    ).rows,
    actions: await db
      .selectFrom('notifications.audit_events')
      .select(['app_id as appId', 'at', 'event', 'client_address as clientId', 'ip'])
      .where('actor_sub', '=', sub)
      .orderBy('at')
      .orderBy('id')
      .execute(),
  };
}
