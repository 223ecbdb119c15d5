import { type Kysely, sql } from 'kysely';

/** Creates the applications, what owners saw of them, and what limits their requests. */
export async function createClients(db: Kysely<unknown>): Promise<void> {
  // The address of an application that a metadata document describes is the URL of the document.
  await sql`
    -- An application; address is its client_id.
    create table sso.clients (
      address text primary key,
      name text not null,
      kind text not null default 'application' check (kind in ('own', 'application')),
      registration text not null default 'administrator' check (
        registration in ('administrator', 'owner', 'metadata', 'dynamic')
      ),
      -- Until when the metadata document is fresh; null without one.
      metadata_fresh_until timestamptz,
      redirect_uris text[] not null,
      post_logout_redirect_uris text[] not null default '{}',
      allowed_origins text[] not null,
      reach text not null default 'sign-in' check (reach in ('sign-in', 'platform')),
      -- Whether an approver on another device must pick the comparison code.
      comparison text not null default 'optional' check (comparison in ('required', 'optional')),
      token_endpoint_auth_method text not null default 'none' check (
        token_endpoint_auth_method in ('none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt')
      ),
      assertion_audience text not null default 'issuer' check (assertion_audience in ('issuer', 'token_endpoint')),
      secrets jsonb not null default '[]',
      -- Keys of a client that signs assertions; null for all others.
      jwks jsonb,
      -- Where the keys are published, of which jwks is a copy.
      jwks_uri text check (length(jwks_uri) <= 2048),
      jwks_fresh_until timestamptz,
      jwks_tried_at timestamptz,
      -- False: a confidential client may sign people in without PKCE.
      require_pkce boolean not null default true,
      -- False: such a sign-in may also go without a nonce.
      require_nonce boolean not null default true,
      -- Whether its access tokens are always bound to a key.
      dpop_bound_access_tokens boolean not null default false,
      sector_identifier_uri text,
      -- Applications that share it know a person by one pairwise subject; null with public subjects.
      pairwise_sector text,
      -- Whether it may ask for a made-up e-mail address.
      email_pseudonym boolean not null default false,
      -- Where logout tokens are sent; null for an application that receives none.
      backchannel_logout_uri text,
      backchannel_logout_session_required boolean not null default false,
      policy_uri text check (length(policy_uri) <= 2048),
      tos_uri text check (length(tos_uri) <= 2048),
      -- Part of the icon's URL, which changes with the icon; null without one.
      icon_version text,
      -- Receives the notifications of decisions in ping mode (CIBA Core §10.2); null in poll mode.
      backchannel_client_notification_endpoint text,
      created_at timestamptz not null,
      disabled_at timestamptz,
      constraint clients_address_check check (
        address ~ '^[0-9a-f]{32}$' or (registration = 'metadata' and address ~ '^https?://' and length(address) <= 256)
      ),
      check ((token_endpoint_auth_method = 'private_key_jwt') = (jwks is not null)),
      check ((registration = 'metadata') = (metadata_fresh_until is not null)),
      check (jwks_uri is null or token_endpoint_auth_method = 'private_key_jwt'),
      check (jwks_uri is not null or (jwks_fresh_until is null and jwks_tried_at is null)),
      constraint pkce_of_public_clients check (require_pkce or token_endpoint_auth_method <> 'none')
    )`.execute(db);
  // Finds whether any application allows an origin: preflight requests name no application.
  await sql`create index clients_allowed_origins on sso.clients using gin (allowed_origins)`.execute(db);
  await sql`
    create index clients_self_registered on sso.clients (created_at)
    where registration <> 'administrator'`.execute(db);
  // The names that other applications may not imitate.
  await sql`create index clients_verified on sso.clients (name) where reach = 'platform'`.execute(db);

  await sql`
    -- Used client assertions, kept until they would have expired.
    create table sso.client_assertions (
      client_address text not null,
      jti_hash text not null,
      expires_at timestamptz not null,
      primary key (client_address, jti_hash)
    )`.execute(db);
  await sql`create index client_assertions_expires_at on sso.client_assertions (expires_at)`.execute(db);

  await sql`
    -- Attempts of a network within a minute, which all processes count together.
    create table sso.attempts (
      kind text not null,
      network text not null,
      since timestamptz not null,
      count integer not null,
      primary key (kind, network)
    )`.execute(db);
  await sql`create index attempts_since on sso.attempts (since)`.execute(db);

  await sql`
    -- Owners that approved one of the platform's own applications before.
    create table sso.consents (
      owner_sub text not null references sso.owners on delete cascade,
      client_address text not null references sso.clients,
      granted_at timestamptz not null,
      primary key (owner_sub, client_address)
    )`.execute(db);

  await sql`
    -- Hosts that an owner saw before a self-registered application redirected them there.
    create table sso.seen_redirects (
      owner_sub text not null references sso.owners on delete cascade,
      client_address text not null references sso.clients on delete cascade,
      host text not null,
      seen_at timestamptz not null,
      primary key (owner_sub, client_address, host)
    )`.execute(db);
  await sql`create index seen_redirects_client on sso.seen_redirects (client_address)`.execute(db);
}

/** Creates what owners who register applications themselves have beside them: members, invites, icons, requests. */
export async function createApplications(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- An owner who works on an application.
    create table sso.application_members (
      client_address text not null references sso.clients on delete cascade,
      owner_sub text not null references sso.owners on delete cascade,
      role text not null check (role in ('owner', 'member')),
      added_at timestamptz not null,
      primary key (client_address, owner_sub)
    )`.execute(db);
  await sql`create index application_members_owner on sso.application_members (owner_sub)`.execute(db);

  await sql`
    -- An open invite; it is deleted when it is used or revoked.
    create table sso.application_invites (
      id uuid primary key,
      client_address text not null references sso.clients on delete cascade,
      code_hash text not null unique,
      role text not null check (role in ('owner', 'member')),
      -- The only person who can use it; null for anyone with the code.
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
    -- A request for the reach platform.
    create table sso.reach_requests (
      id uuid primary key,
      client_address text not null references sso.clients on delete cascade,
      -- Null when the owner was erased.
      requested_by text,
      reason text not null,
      status text not null default 'pending' check (status in ('pending', 'approved', 'declined', 'withdrawn')),
      created_at timestamptz not null,
      decided_at timestamptz,
      -- Name of the administrator.
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
    -- An https origin whose metadata names the issuer and the application (RFC 9728).
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
      -- Why the last check failed, as the end of a sentence about the URL of the metadata.
      failure text,
      check ((status = 'proven') = (failing_since is null))
    )`.execute(db);
  await sql`create index application_resources_client on sso.application_resources (client_address)`.execute(db);
  await sql`create index application_resources_next_check_at on sso.application_resources (next_check_at)`.execute(db);
}
