import { type Kysely, sql, type Transaction } from 'kysely';
import type { ErasedPerson } from '../../../generated/notifications/types.ts';
import type { AdministratorEventName, NotificationsDatabase } from '../database.ts';
import { inTransaction } from '../../runtime/database/queries.ts';
import { replaceFirstOwner } from '../apps/member-store.ts';
import { endKeysOfMember } from '../api-keys/api-key-store.ts';
import { type AdministratorEvent, administratorEventRow } from '../../runtime/caller/administrators.ts';

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
    names: await db
      .selectFrom('notifications.member_names')
      .select(['app_id as appId', 'name'])
      .where('sub', '=', sub)
      .orderBy('app_id')
      .execute(),
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

type Trx = Transaction<NotificationsDatabase>;

interface PersonErasure {
  readonly sub: string;
  /** Replaces `sub` in the audit. */
  readonly pseudonym: string;
  readonly at: Date;
}

export function createPersonErasureStore(db: Kysely<NotificationsDatabase>) {
  return {
    /**
     * Erases a person in one transaction: all rows about them as a recipient, and their memberships as a developer.
     * Counts of usage name nobody and stay.
     *
     * @param record what else belongs to the transaction
     * @returns undefined for an unknown person
     */
    erase: (
      erasure: PersonErasure,
      record: (erased: ErasedPerson, trx: Kysely<NotificationsDatabase>) => Promise<void>,
    ): Promise<ErasedPerson | undefined> =>
      inTransaction(db, async (trx) => {
        const recipient = await eraseRecipient(trx, erasure.sub);
        const developer = await eraseDeveloper(trx, erasure);
        const { otherRows, ...erased } = { ...recipient, ...developer };
        if (otherRows + Object.values(erased).reduce((sum, count) => sum + count, 0) === 0) return undefined;
        await record(erased, trx);
        return erased;
      }),
  };
}

async function eraseRecipient(trx: Trx, sub: string) {
  // First the consents, whose locks sends wait for: a send either is erased below or finds no consent.
  const deletedConsents = await deleteOf(trx, 'consents', sub);
  await deleteOf(trx, 'recipient_apps', sub);
  const prompts = await deleteOf(trx, 'prompt_budgets', sub);
  const presence = await deleteOf(trx, 'presence', sub);
  const deletedDevices = await deleteOf(trx, 'devices', sub);
  await sql`
    delete from notifications.idempotency_keys as used using notifications.notifications as sent
    where sent.session_address = ${sub} and used.app_id = sent.app_id and used.notification_id = sent.id`.execute(trx);
  await sql`
    delete from notifications.outcomes as recorded using (
      select app_id, id from notifications.notifications where session_address = ${sub}
      union select app_id, notification_id from notifications.deliveries where session_address = ${sub}) as sent
    where recorded.app_id = sent.app_id and recorded.notification_id = sent.id`.execute(trx);
  const deletedNotifications = await deleteOf(trx, 'notifications', sub);
  const deletedEvents = await deleteOf(trx, 'deliveries', sub);
  return { deletedConsents, deletedDevices, deletedNotifications, deletedEvents, otherRows: prompts + presence };
}

async function deleteOf(
  trx: Trx,
  table: 'consents' | 'recipient_apps' | 'prompt_budgets' | 'presence' | 'devices' | 'notifications' | 'deliveries',
  sub: string,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(`notifications.${table}`)} where session_address = ${sub}`.execute(trx);
  return Number(numAffectedRows);
}

async function eraseDeveloper(trx: Trx, { sub, pseudonym, at }: PersonErasure) {
  const apps = trx.selectFrom('notifications.apps').select('id').where('owner_sub', '=', sub).orderBy('id');
  const found = await apps.execute();
  const owned: string[] = [];
  // Locked as changes of members lock them, so that no owner leaves meanwhile: each by its key, which is on one node.
  for (const { id } of found) {
    const app = await apps.where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
    if (app) owned.push(id);
  }
  let deletedApps = 0;
  for (const id of owned) {
    if (await replaceFirstOwner(trx, id, sub)) continue;
    deletedApps++;
    await trx
      .updateTable('notifications.apps')
      .set({ owner_sub: null, deleted_at: sql<Date>`coalesce(deleted_at, ${at}::timestamptz)` })
      .where('id', '=', id)
      .execute();
  }
  await trx.deleteFrom('notifications.app_owners').where('owner_sub', '=', sub).execute();
  const { numDeletedRows } = await trx
    .deleteFrom('notifications.app_members')
    .where('sub', '=', sub)
    .executeTakeFirst();
  await trx.deleteFrom('notifications.activity_seen').where('sub', '=', sub).execute();
  await trx.deleteFrom('notifications.member_names').where('sub', '=', sub).execute();
  await endKeysOfMember(trx, { sub, at });
  await trx.updateTable('notifications.api_keys').set({ created_by: null }).where('created_by', '=', sub).execute();
  const { rows } = await sql<{ count: number }>`
    select notifications.erase_person_from_audit(${sub}, ${pseudonym})::integer as count`.execute(trx);
  return {
    deletedApps,
    leftApps: owned.length - deletedApps + Number(numDeletedRows),
    pseudonymizedActions: rows[0]?.count ?? 0,
  };
}

/** Append-only: the database refuses changes and deletions. */
export function createAdministratorEventStore(db: Kysely<NotificationsDatabase>) {
  return {
    /** Records what an administrator did. Called in the transaction of the action. */
    async record(event: AdministratorEvent<AdministratorEventName, Readonly<Record<string, number>>>): Promise<void> {
      await db.insertInto('notifications.administrator_events').values(administratorEventRow(event)).execute();
    },
  };
}
