import type { Selectable } from 'kysely';
import type { Client } from '../client.ts';
import type { ClientSecret } from '../client-authentication/client-secret.ts';
import type { ClientTable, StoredClientSecret } from '../tables/clients.ts';

/** Maps a row to an application. */
export function clientOf(row: Selectable<ClientTable>): Client {
  return {
    address: row.address,
    name: row.name,
    redirectUris: row.redirect_uris,
    allowedOrigins: row.allowed_origins,
    reach: row.reach,
    comparison: row.comparison,
    kind: row.kind,
    tokenEndpointAuthMethod: row.token_endpoint_auth_method,
    requirePkce: row.require_pkce,
    requireNonce: row.require_nonce,
    assertionAudience: row.assertion_audience,
    dpopBoundAccessTokens: row.dpop_bound_access_tokens,
    pairwiseSector: row.pairwise_sector,
    sectorIdentifierUri: row.sector_identifier_uri,
    emailPseudonym: row.email_pseudonym,
    secrets: row.secrets.map((secret) => ({ ...secret, createdAt: new Date(secret.createdAt) })),
    postLogoutRedirectUris: row.post_logout_redirect_uris,
    backchannelLogoutUri: row.backchannel_logout_uri,
    backchannelLogoutSessionRequired: row.backchannel_logout_session_required,
    jwks: row.jwks,
    jwksUri: row.jwks_uri,
    jwksFreshUntil: row.jwks_fresh_until,
    jwksTriedAt: row.jwks_tried_at,
    registration: row.registration,
    metadataFreshUntil: row.metadata_fresh_until,
    createdAt: row.created_at,
    disabledAt: row.disabled_at,
  };
}

/** Encodes secrets for the column `secrets`. */
export function secretsJson(secrets: readonly ClientSecret[]): string {
  const stored: readonly StoredClientSecret[] = secrets.map(({ id, hash, createdAt }) => ({
    id,
    hash,
    createdAt: createdAt.toISOString(),
  }));
  return JSON.stringify(stored);
}
