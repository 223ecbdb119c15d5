import { type Kysely, sql } from 'kysely';
import type { NewClient } from './client.ts';
import type { SsoDatabase } from '../database.ts';

/** Stores applications whose client_id is the URL of their metadata, and deletes all self-registered ones that were never used. */
export function createSelfRegisteredClientStore(db: Kysely<SsoDatabase>) {
  return {
    /** Stores the metadata document of a client; what an administrator decided stays. */
    async saveDocument(client: NewClient, freshUntil: Date): Promise<void> {
      const document = {
        name: client.name,
        redirect_uris: [...client.redirectUris],
        allowed_origins: [...client.allowedOrigins],
        token_endpoint_auth_method: client.tokenEndpointAuthMethod ?? 'none',
        jwks_uri: client.jwksUri ?? null,
        post_logout_redirect_uris: [...(client.postLogoutRedirectUris ?? [])],
        backchannel_logout_uri: client.backchannelLogoutUri ?? null,
        backchannel_logout_session_required: client.backchannelLogoutSessionRequired ?? false,
        dpop_bound_access_tokens: client.dpopBoundAccessTokens ?? false,
        metadata_fresh_until: freshUntil,
      };
      const keys = {
        jwks: client.jwks ? JSON.stringify(client.jwks) : null,
        jwks_fresh_until: null,
        jwks_tried_at: null,
      };
      const known = sql<boolean>`excluded.jwks_uri is not distinct from clients.jwks_uri and excluded.jwks_uri is not null`;
      await db
        .insertInto('sso.clients')
        .values({
          ...document,
          ...keys,
          address: client.address,
          registration: 'metadata',
          created_at: client.createdAt,
        })
        .onConflict((conflict) =>
          conflict
            .column('address')
            .doUpdateSet({
              ...document,
              // A client that no longer authenticates is protected by PKCE alone.
              require_pkce: sql`clients.require_pkce or excluded.token_endpoint_auth_method = 'none'`,
              // Keys that were fetched from the same address stay.
              jwks: sql`case when ${known} then clients.jwks else excluded.jwks end`,
              jwks_fresh_until: sql`case when ${known} then clients.jwks_fresh_until end`,
              jwks_tried_at: sql`case when ${known} then clients.jwks_tried_at end`,
            })
            .where('sso.clients.registration', '=', 'metadata'),
        )
        .execute();
    },

    /** Deletes up to `limit` clients that registered themselves before `before` and have neither requests nor sessions. */
    async deleteUnused(before: Date, limit: number): Promise<number> {
      const { numAffectedRows } = await sql`
        delete from sso.clients where address in (
          select address from sso.clients as client
          where registration <> 'administrator' and created_at < ${before}
            and (metadata_fresh_until is null or metadata_fresh_until < ${before})
            and disabled_at is null and reach = 'sign-in'
            and not exists (select from sso.authorization_requests where client_address = client.address)
            and not exists (select from sso.sessions where client_address = client.address)
          limit ${limit}
        )`.execute(db);
      return Number(numAffectedRows ?? 0n);
    },
  };
}

export type SelfRegisteredClientStore = ReturnType<typeof createSelfRegisteredClientStore>;
