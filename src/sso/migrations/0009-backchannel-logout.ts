import { type Kysely, sql } from 'kysely';

export const name = '0009-backchannel-logout';

/** Adds back-channel logout: where applications receive logout tokens, and the tokens to send. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sso.clients
      add column backchannel_logout_uri text,
      add column backchannel_logout_session_required boolean not null default false`.execute(db);
  // The browser session in which a sign-in was approved: signing out there signs out of the application.
  await sql`alter table sso.authorization_requests add column browser_session_id uuid`.execute(db);
  await sql`alter table sso.sessions add column browser_session_id uuid`.execute(db);
  await sql`
    create index sessions_browser_session_id on sso.sessions (browser_session_id)
    where browser_session_id is not null`.execute(db);

  // Without a foreign key: a logout is sent after its session and owner were deleted.
  await sql`
    create table sso.logout_notices (
      id uuid primary key default gen_random_uuid(),
      client_address text not null,
      owner_sub text not null,
      session_id uuid not null unique,
      attempts integer not null default 0,
      next_attempt_at timestamptz not null
    )`.execute(db);
  await sql`create index logout_notices_next_attempt_at on sso.logout_notices (next_attempt_at)`.execute(db);

  // A trigger, so that every statement that ends a session records the logout. An application that revoked its own token, or
  // is disabled, gets no logout token.
  await sql`
    create function sso.record_session_logouts() returns trigger language plpgsql as $$
    begin
      insert into sso.logout_notices (client_address, owner_sub, session_id, next_attempt_at)
      select after.client_address, after.owner_sub, after.id, after.revoked_at
      from after join before using (id)
        join sso.clients client on client.address = after.client_address
      where before.revoked_at is null and after.revoked_at is not null
        and after.revoked_reason not in ('client', 'rotated', 'provider_disabled')
        and client.backchannel_logout_uri is not null
      order by after.id
      on conflict (session_id) do nothing;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger sessions_logout after update on sso.sessions
    referencing old table as before new table as after
    for each statement execute function sso.record_session_logouts()`.execute(db);
}
