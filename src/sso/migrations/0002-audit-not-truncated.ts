import { type Kysely, sql } from 'kysely';

export const name = '0002-audit-not-truncated';

/** Triggers for rows do not see a truncate. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function sso.keep_all_audit_events() returns trigger language plpgsql as $$
    begin
      raise exception 'events on record are never changed, and deleted a year later at the earliest';
    end $$`.execute(db);
  await sql`
    create trigger audit_events_not_truncated before truncate on sso.audit_events
    for each statement execute function sso.keep_all_audit_events()`.execute(db);
}
