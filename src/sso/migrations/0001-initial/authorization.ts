import { type Kysely, sql } from 'kysely';

/** Creates what a sign-in needs until its code is redeemed. */
export async function createAuthorization(db: Kysely<unknown>): Promise<void> {
  // All rows of a request have the bucket of its secrets. As approved: a resource that is null leaves the choice to the token request, and auth_time is null when the decision
  // itself was the ceremony. Signing out of the browser session in which it was approved signs out of the application.
  await sql`
    -- One sign-in attempt, from authorize until its code is redeemed or it expires.
    create table sso.authorization_requests (
      -- Bucket that the id and each secret of the request carry: that of the code challenge, if it has one.
      bucket smallint not null,
      id uuid not null,
      -- Hash of the secret in the deep link.
      link_hash text not null,
      polling_code_hash text not null,
      -- Hash of the authorization code, which is derived from the polling code or the link secret and never stored.
      code_hash text not null,
      -- Null for a confidential client that uses no PKCE.
      code_challenge text,
      client_address text not null references sso.clients,
      response_mode text not null check (response_mode in ('json', 'query', 'form_post')),
      -- Granted scope; asked_scope is the requested one.
      scope text not null,
      asked_scope text not null,
      reach text not null check (reach in ('sign-in', 'platform')),
      -- resource of the request (RFC 8707).
      resource text,
      state text,
      nonce text,
      prompt text,
      -- Seconds.
      max_age integer,
      -- The action that the request asks a ceremony for (acr_values, RFC 9470).
      acr text,
      -- authorization_details of the request (RFC 9396); null without them.
      details jsonb,
      -- What details of registered types ask, in the order of the details; null when none is of a registered type.
      detail_sentences jsonb,
      -- Subject of id_token_hint.
      hinted_sub text,
      redirect_uri text,
      dpop_jkt text,
      -- Whether the person must click: the navigation to an own application began on another site.
      click_required boolean not null default false,
      -- Whether a device sent the request (RFC 8628); then the comparison code is its user code.
      device_flow boolean not null default false,
      comparison_code text not null,
      -- Wrong codes that an approver on another device sees beside the comparison code.
      decoy_codes text[] not null default '{}',
      asked_from_ip text not null,
      -- User-Agent header, truncated to 256 characters.
      asked_from_user_agent text,
      -- Hash of the cookie of the browser that sent the request; null for response_mode=json.
      browser_hash text,
      -- What the agent calls itself; null when it gave no name.
      agent_name text,
      status text not null check (status in ('pending', 'approved', 'rejected')),
      -- Why the provider rejected the request instead of its approver; null otherwise.
      rejection_reason text,
      owner_sub text references sso.owners on delete cascade,
      -- Browser session that approved its own request; null when another device did.
      browser_session_id uuid,
      -- What approved it; null while undecided.
      authenticator text,
      -- How the approver authenticated (RFC 8176); null while undecided.
      amr text[],
      -- Time of the ceremony; null when it was the decision.
      auth_time timestamptz,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      decided_at timestamptz,
      -- Expiry of the authorization code.
      code_expires_at timestamptz,
      redeemed_at timestamptz,
      primary key (id, bucket),
      unique (link_hash, bucket),
      unique (polling_code_hash, bucket),
      unique (code_hash, bucket),
      check ((status = 'pending') = (decided_at is null)),
      check (status <> 'approved' or (owner_sub is not null and code_expires_at is not null)),
      check (redeemed_at is null or status = 'approved')
    )`.execute(db);
  // Deleting an owner deletes their requests.
  await sql`create index authorization_requests_owner on sso.authorization_requests (owner_sub)`.execute(db);
  await sql`create index authorization_requests_expires_at on sso.authorization_requests (expires_at)`.execute(db);
  await sql`
    create index authorization_requests_browser_session on sso.authorization_requests (browser_session_id)
    where browser_session_id is not null`.execute(db);

  // Outlives the requests: a challenge that was seen before stays refused after its request is deleted.
  await sql`
    -- Used code challenges; each is accepted once.
    create table sso.code_challenges (
      bucket smallint not null,
      code_challenge text not null,
      seen_at timestamptz not null,
      primary key (code_challenge, bucket)
    )`.execute(db);
  await sql`create index code_challenges_seen_at on sso.code_challenges (seen_at)`.execute(db);

  await sql`
    -- A device code (RFC 8628) of an authorization request.
    create table sso.device_codes (
      -- That of the request.
      bucket smallint not null,
      code_hash text not null,
      request_id uuid not null,
      -- Seconds between polls; grows when the device polls faster.
      interval_seconds integer not null,
      polled_at timestamptz,
      primary key (code_hash, bucket),
      unique (request_id, bucket),
      foreign key (request_id, bucket) references sso.authorization_requests on delete cascade
    )`.execute(db);

  await sql`
    -- A pushed authorization request (RFC 9126), until it is used.
    create table sso.pushed_requests (
      -- Bucket that the secret in the request_uri carries.
      bucket smallint not null,
      -- Hash of the secret in the request_uri.
      uri_hash text not null,
      client_address text not null,
      -- JSON.
      parameters text not null,
      expires_at timestamptz not null,
      primary key (uri_hash, bucket)
    )`.execute(db);
  await sql`create index pushed_requests_expires_at on sso.pushed_requests (expires_at)`.execute(db);
}

/** Creates what agents ask their owners (CIBA), and what they may do without asking. */
export async function createApprovals(db: Kysely<unknown>): Promise<void> {
  // A mandate of an agent; `subject` is what its limit is about, as canonical JSON. The limit holds in each period since
  // its creation, and `used` counts in the period that began at `period_start`.
  await sql`
    -- What an agent may do without asking, up to a limit.
    create table sso.mandates (
      id uuid primary key,
      owner_sub text not null references sso.owners on delete cascade,
      client_address text not null references sso.clients,
      jkt text,
      -- What the limit is about, as canonical JSON.
      subject text not null,
      detail jsonb not null,
      -- Drivers return numeric columns as text.
      ceiling numeric(78) not null check (ceiling > 0),
      period text not null check (period in ('day', 'week', 'month', 'once')),
      period_start timestamptz not null,
      used numeric(78) not null check (used between 0 and ceiling),
      amr text[] not null,
      auth_time timestamptz not null,
      created_at timestamptz not null,
      ends_at timestamptz not null,
      revoked_at timestamptz
    )`.execute(db);
  await sql`create index mandates_owner on sso.mandates (owner_sub, created_at desc, id)`.execute(db);
  await sql`create index mandates_ends_at on sso.mandates (ends_at)`.execute(db);

  // One that nobody decided in time stays pending: its expiry decides.
  await sql`
    -- A request of an agent to its owner (CIBA).
    create table sso.approval_requests (
      id uuid primary key,
      auth_req_hash text not null unique,
      link_hash text not null unique,
      client_address text not null references sso.clients,
      owner_sub text not null references sso.owners on delete cascade,
      -- Session of the agent that asks.
      parent_id uuid not null,
      -- Thumbprint of the asking key; null for a confidential client without one.
      jkt text,
      agent_name text,
      reach text not null check (reach in ('sign-in', 'platform')),
      resource text,
      binding_message text,
      details jsonb not null,
      -- What details of registered types ask, in the order of the details; null when none is of a registered type.
      detail_sentences jsonb,
      -- SHA-256 of the request as canonical JSON.
      request_digest text not null,
      requester_ip text not null,
      requester_user_agent text,
      -- expired is one that asked nobody; one that nobody decided stays pending.
      status text not null check (status in ('pending', 'approved', 'rejected', 'expired')),
      decided_by text check (decided_by in ('person', 'mandate', 'budget')),
      mandate_id uuid references sso.mandates on delete set null,
      amr text[],
      auth_time timestamptz,
      -- Until when the owner wants no further request of this agent.
      quiet_until timestamptz,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      decided_at timestamptz,
      redeemable_until timestamptz,
      redeemed_at timestamptz,
      interval_seconds integer not null,
      polled_at timestamptz,
      -- Bearer token of the notification in ping mode, sealed under the master key; null in poll mode.
      sealed_notification_token text,
      -- Attempts to notify.
      notifications integer not null default 0,
      next_notification_at timestamptz,
      check ((status = 'pending') = (decided_at is null)),
      check ((status = 'pending') = (decided_by is null)),
      check ((status = 'approved') = (redeemable_until is not null)),
      check (redeemed_at is null or status = 'approved')
    )`.execute(db);
  await sql`create index approval_requests_owner on sso.approval_requests (owner_sub, created_at desc, id)`.execute(db);
  await sql`create index approval_requests_parent on sso.approval_requests (parent_id)`.execute(db);
  await sql`create index approval_requests_mandate on sso.approval_requests (mandate_id) where mandate_id is not null`.execute(
    db,
  );
  await sql`create index approval_requests_expires_at on sso.approval_requests (expires_at)`.execute(db);
  await sql`
    create index approval_requests_next_notification_at on sso.approval_requests (next_notification_at)
    where next_notification_at is not null`.execute(db);

  // The schema is not jsonb, which has an order of members of its own: people read them in that of the schema.
  await sql`
    -- A type of authorization details that an application registered.
    create table sso.detail_types (
      client_address text not null references sso.clients on delete cascade,
      name text not null,
      schema json not null,
      sentences jsonb not null,
      used_once boolean not null,
      created_at timestamptz not null,
      primary key (client_address, name)
    )`.execute(db);

  await sql`
    -- How often each agent may ask an owner; owners without a row have the default.
    create table sso.request_budgets (
      owner_sub text primary key references sso.owners on delete cascade,
      per_hour integer not null check (per_hour >= 0),
      per_day integer not null check (per_day >= 0)
    )`.execute(db);
}
