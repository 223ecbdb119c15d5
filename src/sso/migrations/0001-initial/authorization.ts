import { type Kysely, sql } from 'kysely';

/** Creates what a sign-in needs until its code is redeemed. */
export async function createAuthorization(db: Kysely<unknown>): Promise<void> {
  // All rows of a request have the bucket of its secrets. As approved: a resource that is null leaves the choice to the token request, and auth_time is null when the decision
  // itself was the ceremony. Signing out of the browser session in which it was approved signs out of the application.
  await sql`
    create table sso.authorization_requests (
      bucket smallint not null,
      id uuid not null,
      link_hash text not null,
      polling_code_hash text not null,
      code_hash text not null,
      code_challenge text,
      client_address text not null references sso.clients,
      response_mode text not null check (response_mode in ('json', 'query', 'form_post')),
      scope text not null,
      asked_scope text not null,
      reach text not null check (reach in ('sign-in', 'platform')),
      resource text,
      state text,
      nonce text,
      prompt text,
      max_age integer,
      acr text,
      details jsonb,
      detail_sentences jsonb,
      hinted_sub text,
      redirect_uri text,
      dpop_jkt text,
      click_required boolean not null default false,
      device_flow boolean not null default false,
      comparison_code text not null,
      decoy_codes text[] not null default '{}',
      asked_from_ip text not null,
      asked_from_user_agent text,
      browser_hash text,
      agent_name text,
      status text not null check (status in ('pending', 'approved', 'rejected')),
      rejection_reason text,
      owner_sub text references sso.owners on delete cascade,
      browser_session_id uuid,
      authenticator text,
      amr text[],
      auth_time timestamptz,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      decided_at timestamptz,
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
    create table sso.code_challenges (
      bucket smallint not null,
      code_challenge text not null,
      seen_at timestamptz not null,
      primary key (code_challenge, bucket)
    )`.execute(db);
  await sql`create index code_challenges_seen_at on sso.code_challenges (seen_at)`.execute(db);

  await sql`
    create table sso.device_codes (
      bucket smallint not null,
      code_hash text not null,
      request_id uuid not null,
      interval_seconds integer not null,
      polled_at timestamptz,
      primary key (code_hash, bucket),
      unique (request_id, bucket),
      foreign key (request_id, bucket) references sso.authorization_requests on delete cascade
    )`.execute(db);

  await sql`
    create table sso.pushed_requests (
      bucket smallint not null,
      uri_hash text not null,
      client_address text not null,
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
    create table sso.mandates (
      id uuid primary key,
      owner_sub text not null references sso.owners on delete cascade,
      client_address text not null references sso.clients,
      jkt text,
      subject text not null,
      detail jsonb not null,
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
    create table sso.approval_requests (
      id uuid primary key,
      auth_req_hash text not null unique,
      link_hash text not null unique,
      client_address text not null references sso.clients,
      owner_sub text not null references sso.owners on delete cascade,
      parent_id uuid not null,
      jkt text,
      agent_name text,
      reach text not null check (reach in ('sign-in', 'platform')),
      resource text,
      binding_message text,
      details jsonb not null,
      detail_sentences jsonb,
      request_digest text not null,
      requester_ip text not null,
      requester_user_agent text,
      status text not null check (status in ('pending', 'approved', 'rejected', 'expired')),
      decided_by text check (decided_by in ('person', 'mandate', 'budget')),
      mandate_id uuid references sso.mandates on delete set null,
      amr text[],
      auth_time timestamptz,
      quiet_until timestamptz,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      decided_at timestamptz,
      redeemable_until timestamptz,
      redeemed_at timestamptz,
      interval_seconds integer not null,
      polled_at timestamptz,
      sealed_notification_token text,
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
    create table sso.request_budgets (
      owner_sub text primary key references sso.owners on delete cascade,
      per_hour integer not null check (per_hour >= 0),
      per_day integer not null check (per_day >= 0)
    )`.execute(db);
}
