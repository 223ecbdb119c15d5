import { type Kysely, type Selectable, sql } from 'kysely';
import { inTransaction, newestFirst } from '../../runtime/database/queries.ts';
import { compiledOnce, type ValueOf } from '../../runtime/database/compile-once.ts';
import type { PageRequest } from '../../runtime/http/page.ts';
import type { Client, ClientChange, ClientSecret, NewClient } from './client.ts';
import type { SsoDatabase, StoredClientSecret } from '../database.ts';
import { originsThatAllow } from './addresses.ts';

/** Named, so that a connection prepares the statements that read an application. */
const columns = [
  'address',
  'name',
  'redirect_uris',
  'allowed_origins',
  'reach',
  'comparison',
  'kind',
  'token_endpoint_auth_method',
  'require_pkce',
  'require_nonce',
  'assertion_audience',
  'dpop_bound_access_tokens',
  'pairwise_sector',
  'sector_identifier_uri',
  'email_pseudonym',
  'secrets',
  'post_logout_redirect_uris',
  'backchannel_logout_uri',
  'backchannel_logout_session_required',
  'policy_uri',
  'tos_uri',
  'icon_version',
  'backchannel_client_notification_endpoint',
  'jwks',
  'jwks_uri',
  'jwks_fresh_until',
  'jwks_tried_at',
  'registration',
  'metadata_fresh_until',
  'created_at',
  'disabled_at',
] as const;

/** The same columns beside those of another table. */
export const clientColumns = columns.map((column) => `client.${column}` as const);

const clientsOfAddresses = compiledOnce((db: Kysely<SsoDatabase>, value: ValueOf<Pick<Client, 'address'>>) =>
  db.selectFrom('sso.clients').select(columns).where('address', '=', value('address')),
);

export function createClientStore(db: Kysely<SsoDatabase>) {
  return {
    /** Includes disabled clients: the caller checks `disabledAt`. */
    byAddress: async (address: string): Promise<Client | undefined> => {
      // Rejects text that PostgreSQL cannot store, such as NUL.
      if (!/^(?:[0-9a-f]{32}|https?:[\x21-\x7e]{1,256})$/.test(address)) return undefined;
      const [row] = await clientsOfAddresses(db, { address });
      return row && clientOf(row);
    },

    create: async ({
      address,
      name,
      redirectUris,
      allowedOrigins,
      comparison,
      reach,
      createdAt,
      ...further
    }: NewClient): Promise<Client> => {
      const { kind, tokenEndpointAuthMethod, secrets, jwks, postLogoutRedirectUris } = further;
      const row = await db
        .insertInto('sso.clients')
        .values({
          address,
          name,
          redirect_uris: [...redirectUris],
          allowed_origins: [...allowedOrigins],
          comparison,
          reach,
          kind,
          token_endpoint_auth_method: tokenEndpointAuthMethod,
          require_pkce: further.requirePkce,
          require_nonce: further.requireNonce,
          assertion_audience: further.assertionAudience,
          dpop_bound_access_tokens: further.dpopBoundAccessTokens,
          pairwise_sector: further.pairwiseSector,
          sector_identifier_uri: further.sectorIdentifierUri,
          email_pseudonym: further.emailPseudonym,
          ...(secrets && { secrets: secretsJson(secrets) }),
          ...(jwks && { jwks: JSON.stringify(jwks) }),
          jwks_uri: further.jwksUri,
          ...(postLogoutRedirectUris && { post_logout_redirect_uris: [...postLogoutRedirectUris] }),
          backchannel_logout_uri: further.backchannelLogoutUri,
          backchannel_logout_session_required: further.backchannelLogoutSessionRequired,
          policy_uri: further.policyUri,
          tos_uri: further.tosUri,
          backchannel_client_notification_endpoint: further.backchannelClientNotificationEndpoint,
          registration: further.registration,
          created_at: createdAt,
        })
        .returning(columns)
        .executeTakeFirstOrThrow();
      return clientOf(row);
    },

    /** Returns the names of applications by their addresses. */
    names: async (addresses: readonly string[]): Promise<ReadonlyMap<string, string>> => {
      if (addresses.length === 0) return new Map();
      const rows = await db
        .selectFrom('sso.clients')
        .select(['address', 'name'])
        .where('address', 'in', addresses)
        .execute();
      return new Map(rows.map(({ address, name }) => [address, name]));
    },

    /** Lists the names of the applications that an administrator let act at the platform's services. */
    verifiedNames: async (exceptAddress?: string): Promise<readonly string[]> => {
      const rows = await db
        .selectFrom('sso.clients')
        .select('name')
        .distinct()
        .where('reach', '=', 'platform')
        .where('kind', '=', 'application')
        .where('disabled_at', 'is', null)
        .$if(exceptAddress !== undefined, (query) => query.where('address', '<>', exceptAddress ?? ''))
        .execute();
      return rows.map(({ name }) => name);
    },

    /** Lists clients, disabled ones included, the most recently created first. */
    list: async ({ limit, after }: PageRequest): Promise<readonly Client[]> => {
      const rows = await db
        .selectFrom('sso.clients')
        .select(columns)
        .$call(newestFirst('created_at', 'address', { limit, after }))
        .execute();
      return rows.map(clientOf);
    },

    /** @returns the updated client; undefined when none has this address */
    update: async (
      address: string,
      { name, redirectUris, allowedOrigins, comparison, reach, kind, ...further }: ClientChange,
    ): Promise<Client | undefined> => {
      const { jwks, jwksUri, postLogoutRedirectUris } = further;
      const row = await db
        .updateTable('sso.clients')
        .set({
          ...(name !== undefined && { name }),
          ...(redirectUris !== undefined && { redirect_uris: [...redirectUris] }),
          ...(allowedOrigins !== undefined && { allowed_origins: [...allowedOrigins] }),
          ...(comparison !== undefined && { comparison }),
          ...(reach !== undefined && { reach }),
          ...(further.requirePkce !== undefined && { require_pkce: further.requirePkce }),
          ...(further.requireNonce !== undefined && { require_nonce: further.requireNonce }),
          ...(kind !== undefined && { kind }),
          ...(further.assertionAudience !== undefined && { assertion_audience: further.assertionAudience }),
          ...(further.dpopBoundAccessTokens !== undefined && {
            dpop_bound_access_tokens: further.dpopBoundAccessTokens,
          }),
          ...(further.emailPseudonym !== undefined && { email_pseudonym: further.emailPseudonym }),
          // Keys and an address replace each other.
          ...(jwks && {
            jwks: JSON.stringify(jwks),
            jwks_uri: jwksUri ?? null,
            jwks_fresh_until: null,
            jwks_tried_at: null,
          }),
          ...(postLogoutRedirectUris !== undefined && { post_logout_redirect_uris: [...postLogoutRedirectUris] }),
          ...(further.backchannelLogoutUri !== undefined && { backchannel_logout_uri: further.backchannelLogoutUri }),
          ...(further.backchannelLogoutSessionRequired !== undefined && {
            backchannel_logout_session_required: further.backchannelLogoutSessionRequired,
          }),
          ...(further.policyUri !== undefined && { policy_uri: further.policyUri }),
          ...(further.tosUri !== undefined && { tos_uri: further.tosUri }),
          ...(further.iconVersion !== undefined && { icon_version: further.iconVersion }),
          ...(further.backchannelClientNotificationEndpoint !== undefined && {
            backchannel_client_notification_endpoint: further.backchannelClientNotificationEndpoint,
          }),
        })
        .where('address', '=', address)
        .returning(columns)
        .executeTakeFirst();
      return row && clientOf(row);
    },

    /**
     * Replaces the secrets of a client by what `change` makes of them; concurrent calls wait for each other.
     *
     * @returns the updated client; undefined when none has this address
     */
    changeSecrets: (
      address: string,
      change: (client: Client) => readonly ClientSecret[],
    ): Promise<Client | undefined> =>
      inTransaction(db, async (trx) => {
        const row = await trx
          .selectFrom('sso.clients')
          .select(columns)
          .where('address', '=', address)
          .forUpdate()
          .executeTakeFirst();
        if (!row) return undefined;
        const updated = await trx
          .updateTable('sso.clients')
          .set({ secrets: secretsJson(change(clientOf(row))) })
          .where('address', '=', address)
          .returning(columns)
          .executeTakeFirstOrThrow();
        return clientOf(updated);
      }),

    /**
     * Disables a client, rejects its pending requests and revokes its sessions. Idempotent.
     *
     * @returns the disabled client; undefined when none has this address
     */
    disable: (address: string, at: Date): Promise<Client | undefined> =>
      inTransaction(db, async (trx) => {
        const row = await trx
          .updateTable('sso.clients')
          .set((eb) => ({ disabled_at: eb.fn.coalesce('disabled_at', eb.val(at)) }))
          .where('address', '=', address)
          .returning(columns)
          .executeTakeFirst();
        if (!row) return undefined;
        await trx
          .updateTable('sso.authorization_requests')
          .set({ status: 'rejected', decided_at: at })
          .where('client_address', '=', address)
          .where('status', '=', 'pending')
          .execute();
        // Expires codes that are approved but not redeemed.
        await trx
          .updateTable('sso.authorization_requests')
          .set({ code_expires_at: at })
          .where('client_address', '=', address)
          .where('status', '=', 'approved')
          .where('redeemed_at', 'is', null)
          .where('code_expires_at', '>', at)
          .execute();
        return clientOf(row);
      }),
  };
}

export type ClientStore = ReturnType<typeof createClientStore>;

/** Maps a row to an application. */
export function clientOf(row: Selectable<SsoDatabase['sso.clients']>): Client {
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
    policyUri: row.policy_uri,
    tosUri: row.tos_uri,
    iconVersion: row.icon_version,
    backchannelClientNotificationEndpoint: row.backchannel_client_notification_endpoint,
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
function secretsJson(secrets: readonly ClientSecret[]): string {
  const stored: readonly StoredClientSecret[] = secrets.map(({ id, hash, createdAt }) => ({
    id,
    hash,
    createdAt: createdAt.toISOString(),
  }));
  return JSON.stringify(stored);
}

export function createClientOriginStore(db: Kysely<SsoDatabase>) {
  return {
    /** Returns whether any enabled application allows this origin. */
    anyAllows: async (origin: string): Promise<boolean> => {
      const row = await db
        .selectFrom('sso.clients')
        .select('address')
        .where('disabled_at', 'is', null)
        .where(sql<boolean>`allowed_origins && ${[...originsThatAllow(origin)]}::text[]`)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

export type ClientOriginStore = ReturnType<typeof createClientOriginStore>;
