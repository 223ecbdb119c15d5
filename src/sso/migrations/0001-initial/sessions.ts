import { type Kysely, sql } from 'kysely';

/**
 * Creates the tree of sessions: authenticator → browser session → session of an application → session of a helper. Each
 * row names its parent: `browser_sessions.authenticator`, `sessions.browser_session_id` and `sessions.parent_id`; a
 * session without parent belongs to the owner. One with a parent and without a chain is an approval of the agent's owner. An access token is revoked by the index of its session.
 */
export async function createSessions(db: Kysely<unknown>): Promise<void> {
  // The id carries the bucket, which all rows of the session and of its helpers have. A refresh changes no indexed column
  // but once a day, and finds room beside the former row: no index gets an entry.
  await sql`
    -- Session of one application and one owner: a family of refresh tokens, started by redeeming a code.
    create table sso.sessions (
      -- That of id.
      bucket smallint not null,
      id uuid not null,
      -- Null for the session of a helper.
      request_id uuid unique,
      -- Session of the agent that a helper helps; null for one that the owner approved.
      parent_id uuid,
      -- Keys of helper and agents, the current one first; empty for a session that the owner approved.
      chain text[] not null default '{}' check (cardinality(chain) between 0 and 3),
      client_address text not null references sso.clients,
      owner_sub text not null references sso.owners on delete cascade,
      -- The pairwise sub by which the application knows the owner; null with public subjects, and for helpers and
      -- approvals.
      pairwise_sub text,
      -- Browser session in which the sign-in was approved; null when another device approved it.
      browser_session_id uuid,
      -- What approved the sign-in; null for a helper, and when it is not known.
      authenticator text,
      scope text not null,
      reach text not null check (reach in ('sign-in', 'platform')),
      resource text,
      -- Thumbprint of the key that the tokens are bound to; null for Bearer tokens.
      jkt text,
      -- Index in the status lists. A trigger changes it when the session is paused.
      status_index bigint not null default nextval('sso.status_indexes'),
      auth_time timestamptz not null,
      -- How the owner authenticated at auth_time (RFC 8176); null when it is not known.
      amr text[],
      -- The action that the sign-in was a ceremony for; null for any other sign-in.
      acr text,
      -- Name that the agent gave itself in the request; null when it gave no name.
      agent_name text,
      -- What the owner calls this connection; null unless renamed.
      name text,
      -- Place of the last exchange or refresh; null when it was not recorded.
      last_ip text,
      last_user_agent text,
      created_at timestamptz not null,
      last_used_at timestamptz not null,
      -- Moves with every refresh, until ends_at.
      expires_at timestamptz not null,
      -- Day of expires_at in UTC, by which expired sessions are found.
      expiry_day date not null generated always as ((expires_at at time zone 'UTC')::date) stored,
      -- No refresh moves it.
      ends_at timestamptz not null,
      -- Since when its owner has paused it, or the agent that it helps.
      paused_at timestamptz,
      -- The session that the owner paused: this one, or one above it; null unless paused.
      paused_by uuid,
      revoked_at timestamptz,
      revoked_reason text check (revoked_reason in (
        'reuse', 'code_reuse', 'owner', 'client', 'provider_disabled', 'owner_suspended', 'owner_deleted', 'logout',
        'rotated', 'administrator', 'browser_signed_out', 'authenticator_deleted', 'recovery', 'ended', 'parent_ended',
        'reach_narrowed', 'compromised')),
      primary key (id, bucket),
      foreign key (parent_id, bucket) references sso.sessions on delete cascade,
      check ((revoked_at is null) = (revoked_reason is null)),
      check ((paused_at is null) = (paused_by is null)),
      check ((request_id is null) = (parent_id is not null)),
      check (parent_id is not null or cardinality(chain) = 0)
    ) with (fillfactor = 80)`.execute(db);
  await sql`create index sessions_owner on sso.sessions (owner_sub, created_at desc, id)`.execute(db);
  await sql`create index sessions_client on sso.sessions (client_address)`.execute(db);
  // Finds a person whom an application asks for an approval.
  await sql`
    create index sessions_pairwise_sub on sso.sessions (client_address, pairwise_sub)
    where pairwise_sub is not null`.execute(db);
  await sql`create index sessions_expiry_day on sso.sessions (expiry_day)`.execute(db);
  // Finds the sessions of a key.
  await sql`create index sessions_jkt on sso.sessions (jkt) where jkt is not null`.execute(db);
  await sql`create index sessions_parent on sso.sessions (parent_id) where parent_id is not null`.execute(db);
  await sql`
    create index sessions_browser_session_id on sso.sessions (browser_session_id)
    where browser_session_id is not null`.execute(db);

  await sql`
    -- A refresh token of a session. It is spent when its successor exists.
    create table sso.refresh_tokens (
      -- That of the session, which the token carries too.
      bucket smallint not null,
      token_hash text not null,
      session_id uuid not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      spent_at timestamptz,
      primary key (token_hash, bucket),
      foreign key (session_id, bucket) references sso.sessions on delete cascade
    )`.execute(db);
  // At most one unspent token in a family: a fork is impossible, whatever interleaves.
  await sql`create unique index refresh_tokens_unspent on sso.refresh_tokens (session_id, bucket) where spent_at is null`.execute(
    db,
  );
  await sql`create index refresh_tokens_session on sso.refresh_tokens (session_id)`.execute(db);
  await sql`create index refresh_tokens_expires_at on sso.refresh_tokens (expires_at)`.execute(db);

  // One that was revoked before a helper used it has no session. The key is written before the session.
  await sql`
    -- Delegations that a helper used or that were revoked, by the agent's key and jti.
    create table sso.delegations (
      parent_jkt text not null,
      jti text not null,
      owner_sub text not null references sso.owners on delete cascade,
      -- SHA-256 of the delegation; null when it was revoked before a helper used it.
      token_hash text,
      session_id uuid,
      session_bucket smallint,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      revoked_at timestamptz,
      primary key (parent_jkt, jti),
      foreign key (session_id, session_bucket) references sso.sessions on delete cascade deferrable initially deferred,
      check ((token_hash is null) = (session_id is null)),
      check (session_id is not null or revoked_at is not null)
    )`.execute(db);
  await sql`create index delegations_owner on sso.delegations (owner_sub)`.execute(db);
  await sql`create index delegations_session on sso.delegations (session_id)`.execute(db);
  await sql`create index delegations_expires_at on sso.delegations (expires_at)`.execute(db);

  // Without a foreign key: a logout is sent after its session and owner were deleted.
  await sql`
    -- Logout tokens to send.
    create table sso.logout_notices (
      bucket smallint not null,
      id uuid not null default gen_random_uuid(),
      client_address text not null,
      owner_sub text not null,
      session_id uuid not null,
      attempts integer not null default 0,
      next_attempt_at timestamptz not null,
      primary key (id, bucket),
      unique (session_id, bucket)
    )`.execute(db);
  await sql`create index logout_notices_next_attempt_at on sso.logout_notices (next_attempt_at)`.execute(db);

  await createTriggers(db);
}

async function createTriggers(db: Kysely<unknown>): Promise<void> {
  // For each row, because a distributed engine has no trigger that sees the rows of a whole statement.
  const revoked = sql`old.revoked_at is null and new.revoked_at is not null`;

  await createPauseTriggers(db);

  // An application that revoked its own token, or is disabled, gets no logout token. A helper that ends with its agent
  // sends none of its own: the application knows the agent's session.
  await sql`
    create function sso.record_session_logout() returns trigger language plpgsql as $$
    begin
      if exists (select from sso.clients where address = new.client_address and backchannel_logout_uri is not null) then
        insert into sso.logout_notices (bucket, client_address, owner_sub, session_id, next_attempt_at)
        values (new.bucket, new.client_address, new.owner_sub, new.id, new.revoked_at)
        on conflict (session_id, bucket) do nothing;
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger sessions_logout after update of revoked_at on sso.sessions
    for each row when (
      ${revoked} and new.revoked_reason not in ('client', 'rotated', 'provider_disabled', 'parent_ended')
    ) execute function sso.record_session_logout()`.execute(db);
}

/** `paused_by` is the session that the owner paused, with which its helpers go on. */
async function createPauseTriggers(db: Kysely<unknown>): Promise<void> {
  const paused = sql`old.paused_at is null and new.paused_at is not null`;
  // Each statement sees the helpers that were accepted while this one waited for the lock on the session.
  await sql`
    create function sso.pause_helpers() returns trigger language plpgsql as $$
    begin
      update sso.sessions set paused_at = new.paused_at, paused_by = new.paused_by
      where bucket = new.bucket and parent_id = new.id and revoked_at is null and paused_at is null;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger sessions_pause after update of paused_at on sso.sessions
    for each row when (${paused}) execute function sso.pause_helpers()`.execute(db);
}
