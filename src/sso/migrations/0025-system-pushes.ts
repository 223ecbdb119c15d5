import { type Kysely, sql } from 'kysely';

export const name = '0025-system-pushes';

/** Pushes of the platform that wait for the notification service: changes of which an owner is told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sso.system_pushes (
      owner_sub text not null references sso.owners on delete cascade,
      event_id bigint not null,
      event text not null,
      attempts integer not null default 0,
      next_attempt_at timestamptz not null,
      primary key (owner_sub, event_id)
    )`.execute(db);
  await sql`create index system_pushes_next_attempt_at on sso.system_pushes (next_attempt_at)`.execute(db);

  // A trigger, so that no statement that records such an event leaves it out. Nobody is told of the creation of the owner.
  await sql`
    create function sso.queue_system_push() returns trigger language plpgsql as $$
    begin
      insert into sso.system_pushes (owner_sub, event_id, event, next_attempt_at)
      select owner.sub, new.id, new.event, new.at from sso.owners as owner
      where owner.sub = new.owner_sub and owner.created_at < new.at;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger audit_events_system_push after insert on sso.audit_events
    for each row when (new.event in ('key_compromised', 'passkey_registered', 'passkey_removed', 'device_enrolled',
      'device_removed', 'recovery_codes_created', 'owner_recovered', 'console_scopes_set', 'console_opened'))
    execute function sso.queue_system_push()`.execute(db);
}
