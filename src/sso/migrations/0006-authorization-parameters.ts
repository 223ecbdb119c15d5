import { type Kysely, sql } from 'kysely';

export const name = '0006-authorization-parameters';

/**
 * Makes state and nonce optional; adds the parameters of OpenID Connect Core §3.1.2.1, the platform's own applications,
 * their consents, and the time of the last passkey ceremony of a browser session.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // auth_time is null when the decision itself was the ceremony.
  await sql`
    alter table sso.authorization_requests
      alter column state drop not null,
      alter column nonce drop not null,
      add column prompt text,
      add column max_age integer,
      add column hinted_sub text,
      add column auth_time timestamptz`.execute(db);
  await sql`alter table sso.clients add column first_party boolean not null default false`.execute(db);
  // Null until the first ceremony after the sign-in: then it is created_at.
  await sql`alter table sso.browser_sessions add column authenticated_at timestamptz`.execute(db);
  await sql`
    create table sso.consents (
      owner_sub text not null references sso.owners on delete cascade,
      client_address text not null references sso.clients,
      granted_at timestamptz not null,
      primary key (owner_sub, client_address)
    )`.execute(db);
}
