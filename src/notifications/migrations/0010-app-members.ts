import { type Kysely, sql } from 'kysely';

export const name = '0010-app-members';

/** Icon, deletion and members of apps; label, scopes and environment of keys; a queue of its own for test sends. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notifications.apps add column icon text, add column deleted_at timestamptz`.execute(db);
  await sql`create index apps_deleted_at on notifications.apps (deleted_at) where deleted_at is not null`.execute(db);
  await sql`
    create table notifications.app_members (
      app_id uuid not null references notifications.apps,
      sub text not null,
      role text not null check (role in ('owner', 'developer')),
      added_at timestamptz not null,
      primary key (app_id, sub)
    )`.execute(db);
  await sql`create index app_members_sub on notifications.app_members (sub, app_id)`.execute(db);
  await sql`
    alter table notifications.api_keys
      add column label text not null default '',
      add column can_send boolean not null default true,
      add column can_read boolean not null default true,
      add column test boolean not null default false`.execute(db);
  await sql`drop index notifications.deliveries_due`.execute(db);
  // Workers of live events and of test sends each read their own index.
  await sql`
    create index deliveries_due_live on notifications.deliveries (app_id, due_at)
    where due_at is not null and not test`.execute(db);
  await sql`
    create index deliveries_due_test on notifications.deliveries (app_id, due_at)
    where due_at is not null and test`.execute(db);
  await sql`
    create index notifications_sent_test on notifications.notifications (app_id, accepted_at, id)
    where test`.execute(db);
}
