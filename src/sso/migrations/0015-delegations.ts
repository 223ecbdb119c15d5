import { type Kysely, sql } from 'kysely';

export const name = '0015-delegations';

/** Adds the sessions of helpers, which end with the session of their agent, and the delegations that started them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sso.sessions
      alter column request_id drop not null,
      add column parent_id uuid references sso.sessions on delete cascade,
      add column chain text[] not null default '{}',
      add check ((request_id is null) = (parent_id is not null)),
      add check (cardinality(chain) between 0 and 3),
      add check ((parent_id is null) = (cardinality(chain) = 0))`.execute(db);
  await sql`create index sessions_parent on sso.sessions (parent_id) where parent_id is not null`.execute(db);

  // One that was revoked before a helper used it has no session. The key is written before the session.
  await sql`
    create table sso.delegations (
      parent_jkt text not null,
      jti text not null,
      owner_sub text not null references sso.owners on delete cascade,
      token_hash text,
      session_id uuid references sso.sessions on delete cascade deferrable initially deferred,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      revoked_at timestamptz,
      primary key (parent_jkt, jti),
      check ((token_hash is null) = (session_id is null)),
      check (session_id is not null or revoked_at is not null)
    )`.execute(db);
  await sql`create index delegations_owner on sso.delegations (owner_sub)`.execute(db);
  await sql`create index delegations_session on sso.delegations (session_id)`.execute(db);
  await sql`create index delegations_expires_at on sso.delegations (expires_at)`.execute(db);

  // A trigger, so that no way to end a session leaves its helpers. It fires itself for the helpers of helpers, and ends
  // when a session has none. A helper's key was not rotated with the key of its agent.
  await sql`
    create function sso.revoke_helpers() returns trigger language plpgsql as $$
    begin
      if exists (
        select from after join before using (id) join sso.sessions helper on helper.parent_id = after.id
        where before.revoked_at is null and after.revoked_at is not null and helper.revoked_at is null
      ) then
        update sso.sessions helper
        set revoked_at = after.revoked_at,
          revoked_reason = case after.revoked_reason when 'rotated' then 'client' else after.revoked_reason end
        from after join before using (id)
        where helper.parent_id = after.id and helper.revoked_at is null
          and before.revoked_at is null and after.revoked_at is not null;
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger sessions_helpers after update on sso.sessions
    referencing old table as before new table as after
    for each statement execute function sso.revoke_helpers()`.execute(db);
}
