import { type Kysely, sql } from 'kysely';

export const name = '0012-push-key-rotation';

/** Several VAPID keys, one of them current, and the key that each browser subscribed with: null means the first one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notifications.push_keys add column replaced_at timestamptz`.execute(db);
  await sql`
    create unique index push_keys_current on notifications.push_keys ((replaced_at is null))
    where replaced_at is null`.execute(db);
  await sql`
    alter table notifications.devices add column push_key_id text references notifications.push_keys`.execute(db);
  await sql`create index devices_push_key on notifications.devices (push_key_id, transport)`.execute(db);
}
