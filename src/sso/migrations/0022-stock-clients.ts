import { type Kysely, sql } from 'kysely';

export const name = '0022-stock-clients';

/**
 * Adds what applications that other projects wrote need in their defaults: sign-ins without PKCE by confidential ones,
 * responses as a form, tokens that are always bound to a key, subjects per site, and an email pseudonym.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sso.clients
      add column require_pkce boolean not null default true,
      add column require_nonce boolean not null default true,
      add column dpop_bound_access_tokens boolean not null default false,
      add column sector_identifier_uri text,
      add column pairwise_sector text,
      add column email_pseudonym boolean not null default false,
      add constraint pkce_of_public_clients check (require_pkce or token_endpoint_auth_method <> 'none')`.execute(db);
  await sql`alter table sso.authorization_requests alter column code_challenge drop not null`.execute(db);
  await sql`alter table sso.authorization_requests drop constraint authorization_requests_response_mode_check`.execute(
    db,
  );
  await sql`
    alter table sso.authorization_requests add constraint authorization_requests_response_mode_check
      check (response_mode in ('json', 'query', 'form_post'))`.execute(db);
}
