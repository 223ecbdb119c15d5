import { type Kysely, sql } from 'kysely';

/** Creates what owners who register applications themselves have beside them: members, invites, icons, requests. */
export async function createApplications(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sso.application_members (
      client_address text not null references sso.clients on delete cascade,
      owner_sub text not null references sso.owners on delete cascade,
      role text not null check (role in ('owner', 'member')),
      added_at timestamptz not null,
      primary key (client_address, owner_sub)
    )`.execute(db);
  await sql`create index application_members_owner on sso.application_members (owner_sub)`.execute(db);

  await sql`
    create table sso.application_invites (
      id uuid primary key,
      client_address text not null references sso.clients on delete cascade,
      code_hash text not null unique,
      role text not null check (role in ('owner', 'member')),
      invited_sub text,
      created_by text not null references sso.owners on delete cascade,
      created_at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index application_invites_client on sso.application_invites (client_address, created_at)`.execute(
    db,
  );
  await sql`create index application_invites_created_by on sso.application_invites (created_by)`.execute(db);
  await sql`create index application_invites_expires_at on sso.application_invites (expires_at)`.execute(db);

  await sql`
    create table sso.application_icons (
      client_address text primary key references sso.clients on delete cascade,
      media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/webp')),
      image bytea not null
    )`.execute(db);

  // Decided requests stay with their reason as long as the application.
  await sql`
    create table sso.reach_requests (
      id uuid primary key,
      client_address text not null references sso.clients on delete cascade,
      requested_by text,
      reason text not null,
      status text not null default 'pending' check (status in ('pending', 'approved', 'declined', 'withdrawn')),
      created_at timestamptz not null,
      decided_at timestamptz,
      decided_by text,
      decision_reason text
    )`.execute(db);
  await sql`
    create unique index reach_requests_pending on sso.reach_requests (client_address) where status = 'pending'`.execute(
    db,
  );
  await sql`create index reach_requests_client on sso.reach_requests (client_address, created_at)`.execute(db);
  await sql`create index reach_requests_requested_by on sso.reach_requests (requested_by)`.execute(db);
  await sql`create index reach_requests_status on sso.reach_requests (status, created_at, id)`.execute(db);
  await sql`create index reach_requests_created_at on sso.reach_requests (created_at, id)`.execute(db);

  // One origin belongs to one application: the one that its metadata names.
  await sql`
    create table sso.application_resources (
      id uuid primary key,
      origin text not null unique check (length(origin) <= 512),
      client_address text not null references sso.clients on delete cascade,
      status text not null check (status in ('proven', 'warned', 'suspended')),
      requires_dpop boolean not null,
      created_at timestamptz not null,
      proven_at timestamptz not null,
      checked_at timestamptz not null,
      next_check_at timestamptz not null,
      failing_since timestamptz,
      failure text,
      check ((status = 'proven') = (failing_since is null))
    )`.execute(db);
  await sql`create index application_resources_client on sso.application_resources (client_address)`.execute(db);
  await sql`create index application_resources_next_check_at on sso.application_resources (next_check_at)`.execute(db);
}
