import { type Kysely, sql } from 'kysely';

export const name = '0019-key-owners';

/** Binds every key to the owner of its first session, for good, and stores which keys were reported stolen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sso.agent_keys
      add column owner_sub text,
      add column compromised_since timestamptz`.execute(db);
  await sql`
    update sso.agent_keys key set owner_sub = first.owner_sub
    from (select distinct on (jkt) jkt, owner_sub from sso.sessions where jkt is not null order by jkt, created_at) first
    where first.jkt = key.jkt`.execute(db);
  // Finds the keys of an owner who is erased.
  await sql`create index agent_keys_owner on sso.agent_keys (owner_sub)`.execute(db);
  await sql`alter table sso.authorization_requests add column rejection_reason text`.execute(db);

  // A trigger, so that no way to start a session can take a key over. The insertion of a key waits for a concurrent one,
  // and the lock for a concurrent report, so of two owners exactly one gets the key.
  await sql`
    create or replace function sso.record_session_start() returns trigger language plpgsql as $$
    declare
      key record;
    begin
      insert into sso.agent_keys (jkt, first_seen_at, owner_sub) values (new.jkt, new.created_at, new.owner_sub)
      on conflict (jkt) do nothing;
      select owner_sub, compromised_since into key from sso.agent_keys where jkt = new.jkt for no key update;
      if key.compromised_since is not null then
        raise exception 'the key was reported stolen' using errcode = 'check_violation', constraint = 'agent_keys_compromised';
      end if;
      if key.owner_sub is null then
        update sso.agent_keys set owner_sub = new.owner_sub where jkt = new.jkt;
      elsif key.owner_sub <> new.owner_sub then
        raise exception 'the key belongs to another owner' using errcode = 'check_violation', constraint = 'agent_keys_owner';
      end if;
      return null;
    end $$`.execute(db);
}
