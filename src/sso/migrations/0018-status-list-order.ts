import { type Kysely, sql } from 'kysely';

export const name = '0018-status-list-order';

/** Adds the epochs of status lists: a new one for every server, and for every timeline of a server, that has the tables. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sso.status_list_epochs (
      epoch integer generated always as identity primary key,
      server text not null unique
    )`.execute(db);
  // A restore to a point in time and a failover start a new timeline; a restored dump is on another server. Where a
  // hosted PostgreSQL hides both, the epoch stays.
  await sql`
    create function sso.server_timeline() returns text language plpgsql as $$
    begin
      return (select system_identifier from pg_control_system()) || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8);
    exception when others then
      return 'unknown';
    end $$`.execute(db);
}
