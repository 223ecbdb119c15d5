import { type Kysely, sql } from 'kysely';

export const name = '0017-session-tree';

/**
 * Completes the tree of sessions: authenticator → browser session → session of an application → session of a helper. Each
 * row names its parent: `browser_sessions.authenticator`, `sessions.browser_session_id` and `sessions.parent_id`; a session
 * without parent belongs to the owner. An access token is revoked by the index of its session from here on;
 * `revoked_access_tokens` stays for processes of the former version.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The passkey or device behind a row (authenticator.ts); null for rows that are older than this migration.
  for (const table of ['browser_sessions', 'device_links', 'passkey_challenges', 'authorization_requests', 'sessions'])
    await sql`alter table ${sql.table(`sso.${table}`)} add column authenticator text`.execute(db);

  await sql`
    create index authorization_requests_browser_session on sso.authorization_requests (browser_session_id)
    where browser_session_id is not null`.execute(db);

  // No refresh moves this end. The default serves processes of the former version, which run until the update ends.
  await sql`
    alter table sso.sessions add column ends_at timestamptz not null default now() + interval '90 days'`.execute(db);
  await sql`
    update sso.sessions set ends_at = case when parent_id is null then created_at + interval '365 days' else expires_at end`.execute(
    db,
  );

  await sql`
    alter table sso.sessions
      drop constraint sessions_revoked_reason_check,
      add constraint sessions_revoked_reason_check check (revoked_reason in (
        'reuse', 'code_reuse', 'owner', 'client', 'provider_disabled', 'owner_suspended', 'owner_deleted', 'logout',
        'rotated', 'administrator', 'browser_signed_out', 'authenticator_deleted', 'recovery', 'ended', 'parent_ended',
        'reach_narrowed', 'compromised'))`.execute(db);

  await sql`
    create or replace function sso.revoke_helpers() returns trigger language plpgsql as $$
    begin
      if exists (
        select from after join before using (id) join sso.sessions helper on helper.parent_id = after.id
        where before.revoked_at is null and after.revoked_at is not null and helper.revoked_at is null
      ) then
        update sso.sessions helper
        set revoked_at = after.revoked_at, revoked_reason = 'parent_ended'
        from after join before using (id)
        where helper.parent_id = after.id and helper.revoked_at is null
          and before.revoked_at is null and after.revoked_at is not null;
      end if;
      return null;
    end $$`.execute(db);

  // A helper that ends with its agent sends no logout token of its own: the application knows the agent's session.
  await sql`
    create or replace function sso.record_session_logouts() returns trigger language plpgsql as $$
    begin
      insert into sso.logout_notices (client_address, owner_sub, session_id, next_attempt_at)
      select after.client_address, after.owner_sub, after.id, after.revoked_at
      from after join before using (id)
        join sso.clients client on client.address = after.client_address
      where before.revoked_at is null and after.revoked_at is not null
        and after.revoked_reason not in ('client', 'rotated', 'provider_disabled', 'parent_ended')
        and client.backchannel_logout_uri is not null
      order by after.id
      on conflict (session_id) do nothing;
      return null;
    end $$`.execute(db);
}
