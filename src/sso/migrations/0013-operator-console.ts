import { type Kysely, sql } from 'kysely';

export const name = '0013-operator-console';

/** Adds id, name and expiry of console grants, sessions of the operator console, and sessions that an administrator ended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Audit events name the grant, never the owner, so that they can stay when the owner is erased. The defaults serve
  // processes of the former version, which run until the update ends.
  await sql`
    alter table sso.console_grants
      add column id uuid not null default gen_random_uuid(),
      add column name text not null default 'console',
      add column expires_at timestamptz not null default now() + interval '90 days'`.execute(db);
  await sql`update sso.console_grants set name = 'console-' || right(id::text, 8)`.execute(db);
  await sql`create index console_grants_granted_at on sso.console_grants (granted_at, id)`.execute(db);

  // A key of the console is valid while the grant, the owner and the owner's sign-in last.
  await sql`
    create table sso.console_sessions (
      key_hash text primary key,
      owner_sub text not null references sso.console_grants on delete cascade,
      session_id uuid not null,
      created_at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index console_sessions_expires_at on sso.console_sessions (expires_at)`.execute(db);
  await sql`create index console_sessions_owner_sub on sso.console_sessions (owner_sub)`.execute(db);

  await sql`
    alter table sso.sessions
      drop constraint sessions_revoked_reason_check,
      add constraint sessions_revoked_reason_check check (revoked_reason in (
        'reuse', 'code_reuse', 'owner', 'client', 'provider_disabled', 'owner_suspended', 'owner_deleted', 'logout',
        'rotated', 'administrator'))`.execute(db);
}
