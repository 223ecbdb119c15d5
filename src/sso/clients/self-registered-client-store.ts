import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isForeignKeyViolation } from '../../runtime/database/database-errors.ts';
import type { SsoDatabase } from '../database.ts';
import type { NewClient } from './client.ts';

/** Stores applications whose client_id is the URL of their metadata, and deletes those that nobody needs. */
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

    /**
     * Deletes up to `limit` clients that registered themselves, or that owners deleted, before `before` and have neither
     * requests nor sessions.
     */
    deleteUnused: async (before: Date, limit: number): Promise<number> => {
      const old = sql`
        registration <> 'administrator' and reach = 'sign-in'
        and case registration when 'owner' then disabled_at < ${before}
          else created_at < ${before} and disabled_at is null
            and (metadata_fresh_until is null or metadata_fresh_until < ${before}) end`;
      let [deleted, last] = [0, ''];
      while (deleted < limit) {
        const { rows } = await sql<{ address: string }>`
          select address from sso.clients where ${old} and address > ${last}
          order by address limit ${lookedUpAtOnce}`.execute(db);
        const addresses = rows.map(({ address }) => address);
        const unused = addresses.filter(notIn(await clientsInUse(db, addresses)));
        deleted += await deleteUnlessUsed(db, unused.slice(0, limit - deleted), old);
        if (addresses.length < lookedUpAtOnce) break;
        last = addresses.at(-1) ?? '';
      }
      return deleted;
    },
  };
}

/** Applications whose use one statement looks up. */
const lookedUpAtOnce = 100;

const notIn =
  (set: ReadonlySet<string>) =>
  (text: string): boolean =>
    !set.has(text);

/**
 * Returns which applications have members, requests or sessions, by a look-up in the index of each: a distributed engine takes
 * no condition on the rows of other nodes.
 */
async function clientsInUse(db: Kysely<SsoDatabase>, addresses: readonly string[]): Promise<ReadonlySet<string>> {
  if (addresses.length === 0) return new Set();
  const tables = ['sso.application_members', 'sso.authorization_requests', 'sso.sessions'];
  const lookUps = addresses.flatMap((address) =>
    tables.map(
      (table) => sql`(select client_address from ${sql.table(table)} where client_address = ${address} limit 1)`,
    ),
  );
  const { rows } = await sql<{ client_address: string }>`${sql.join(lookUps, sql` union all `)}`.execute(db);
  return new Set(rows.map((row) => row.client_address));
}

/** Leaves all for the next time when one was used meanwhile. */
async function deleteUnlessUsed(
  db: Kysely<SsoDatabase>,
  addresses: readonly string[],
  condition: RawBuilder<unknown>,
): Promise<number> {
  if (addresses.length === 0) return 0;
  try {
    const { numAffectedRows } = await sql`
      delete from sso.clients where address in (${sql.join(addresses)}) and ${condition}`.execute(db);
    return Number(numAffectedRows ?? 0n);
  } catch (error) {
    if (isForeignKeyViolation(error)) return 0;
    throw error;
  }
}

export type SelfRegisteredClientStore = ReturnType<typeof createSelfRegisteredClientStore>;
