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
