import { type Kysely, sql } from 'kysely';

export const name = '0016-activity-seen';

/** The newest change of an app that each member has seen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notifications.activity_seen (
      app_id uuid not null references notifications.apps,
      sub text not null,
      event_id uuid not null,
      primary key (app_id, sub)
    )`.execute(db);
  await sql`create index activity_seen_sub on notifications.activity_seen (sub)`.execute(db);
}
