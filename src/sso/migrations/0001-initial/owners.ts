import { type Kysely, sql } from 'kysely';

/** Creates the owners, what they sign in with, and how they add a device or return without one. */
export async function createOwners(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sso.owners (
      sub text primary key check (sub ~ '^[0-9a-f]{32}$'),
      created_at timestamptz not null,
      -- Time of a recovery that the owner has not confirmed; null otherwise.
      recovered_at timestamptz,
      suspended_at timestamptz,
      suspension_reason text,
      -- The claim name; null for none.
      display_name text check (char_length(display_name) between 1 and 64),
      -- The claim picture; null for none.
      picture_url text check (char_length(picture_url) between 1 and 512),
      -- The newest event of the audit that the owner has seen; null: none since the first.
      notices_seen_through bigint,
      -- Counts what agents asked, so that of two at once one notices the other.
      asks bigint not null default 0,
      constraint owners_suspension_check check (suspended_at is not null or suspension_reason is null)
    )`.execute(db);
  await sql`create index owners_created_at on sso.owners (created_at, sub)`.execute(db);

  // Two owners may upload the same picture.
  await sql`
    -- A picture that an owner uploaded.
    create table sso.pictures (
      owner_sub text primary key references sso.owners on delete cascade,
      -- SHA-256 of the content, base64url.
      digest text not null,
      type text not null check (type in ('image/png', 'image/jpeg')),
      content bytea not null check (length(content) <= 262144)
    )`.execute(db);
  await sql`create index pictures_digest on sso.pictures (digest)`.execute(db);

  await sql`
    -- A device key of an owner: a software phone or a native app.
    create table sso.devices (
      jkt text primary key,
      owner_sub text not null references sso.owners on delete cascade,
      public_jwk jsonb not null,
      name text not null,
      created_at timestamptz not null,
      last_used_at timestamptz
    )`.execute(db);
  await sql`create index devices_owner on sso.devices (owner_sub)`.execute(db);

  await sql`
    create table sso.passkeys (
      credential_id text primary key,
      owner_sub text not null references sso.owners on delete cascade,
      -- COSE key, base64url.
      public_key text not null,
      sign_count bigint not null,
      transports text[] not null,
      name text not null,
      created_at timestamptz not null,
      last_used_at timestamptz
    )`.execute(db);
  await sql`create index passkeys_owner on sso.passkeys (owner_sub)`.execute(db);

  // Administrators search by the beginning of a name.
  await sql`create index owners_display_name on sso.owners (lower(display_name) text_pattern_ops)`.execute(db);
  await sql`create index devices_name on sso.devices (lower(name) text_pattern_ops)`.execute(db);
  await sql`create index passkeys_name on sso.passkeys (lower(name) text_pattern_ops)`.execute(db);

  // Invite, recovery code and link are used when the passkey is stored, not when its options are requested.
  await sql`
    -- An open WebAuthn challenge; single use.
    create table sso.passkey_challenges (
      challenge_hash text primary key,
      kind text not null check (kind in ('registration', 'sign_in', 'assertion')),
      -- Owner of the passkey to register; may not exist yet. Null for a sign-in.
      owner_sub text,
      -- Whether the owner is created with the passkey.
      new_owner boolean,
      -- Name of the passkey to register; null for a sign-in.
      name text,
      -- Canonical form of the action that an assertion confirms; null for other kinds.
      action text,
      -- Hash of the invite that a new owner uses.
      invite_hash text,
      -- Recovery code that authorises the registration; null without one.
      recovery_code_hash text,
      -- Link that authorises the registration; null without one.
      device_link_hash text,
      -- What opened the challenge; null for a sign-in, and when a link or a recovery code did.
      authenticator text,
      expires_at timestamptz not null,
      constraint passkey_challenges_registration_check
        check (kind <> 'registration' or (owner_sub is not null and new_owner is not null and name is not null)),
      constraint passkey_challenges_assertion_check
        check (kind <> 'assertion' or (owner_sub is not null and action is not null))
    )`.execute(db);
  await sql`create index passkey_challenges_expires_at on sso.passkey_challenges (expires_at)`.execute(db);

  // The id is public: it names a session that its owner ends. authenticated_at is null until the first ceremony after
  // the sign-in: then it is created_at.
  await sql`
    -- A signed-in browser of an owner.
    create table sso.browser_sessions (
      token_hash text primary key,
      -- Public id.
      id uuid not null unique,
      owner_sub text not null references sso.owners on delete cascade,
      created_at timestamptz not null,
      last_used_at timestamptz not null,
      expires_at timestamptz not null,
      -- Last passkey ceremony after the sign-in; null when there was none.
      authenticated_at timestamptz,
      -- The passkey that started it; null when it is not known.
      authenticator text,
      -- Place of the last use; null when it was not recorded.
      ip text,
      -- User-Agent header, truncated to 256 characters.
      user_agent text
    )`.execute(db);
  await sql`create index browser_sessions_owner on sso.browser_sessions (owner_sub)`.execute(db);
  await sql`create index browser_sessions_expires_at on sso.browser_sessions (expires_at)`.execute(db);

  await sql`
    -- A recovery code of an owner, single use.
    create table sso.recovery_codes (
      -- HMAC of the code under a key that is not in the database.
      code_hash text primary key,
      owner_sub text not null references sso.owners on delete cascade,
      created_at timestamptz not null,
      used_at timestamptz
    )`.execute(db);
  await sql`create index recovery_codes_owner on sso.recovery_codes (owner_sub)`.execute(db);

  await sql`
    -- A link with which one further device joins an owner.
    create table sso.device_links (
      id uuid primary key,
      link_hash text not null unique,
      owner_sub text not null references sso.owners on delete cascade,
      -- What created the link.
      authenticator text,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz,
      -- The device that joined; null while the link is open, and when a passkey joined.
      device_jkt text,
      -- The passkey that joined; null while the link is open, and when a device joined.
      credential_id text,
      check ((used_at is null) = (num_nonnulls(device_jkt, credential_id) = 0))
    )`.execute(db);
  await sql`create index device_links_owner on sso.device_links (owner_sub)`.execute(db);
  await sql`create index device_links_expires_at on sso.device_links (expires_at)`.execute(db);
}
