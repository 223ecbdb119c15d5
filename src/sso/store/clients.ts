import { type Kysely, type Selectable, sql } from 'kysely';
import { inTransaction } from '../../runtime/in-transaction.ts';
import type { PagePosition } from '../../runtime/page.ts';
import type { ClientAuthMethod } from '../client-authentication/auth-method.ts';
import type { ClientKeySet } from '../client-authentication/client-key-set.ts';
import type { ClientSecret } from '../client-authentication/client-secret.ts';
import type { Reach } from '../reach/platform-resource.ts';
import type { ClientRegistrationKind, ClientTable, StoredClientSecret } from '../tables/clients.ts';
import type { SsoDatabase } from '../database.ts';

/** A registered application; `address` is its client_id. */
export interface Client {
  readonly address: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly allowedOrigins: readonly string[];
  /** Whether its tokens reach the platform's services, or its own backend only. */
  readonly reach: Reach;
  /** Whether an approver on another device must pick the comparison code. */
  readonly comparison: 'required' | 'optional';
  /** Whether it is one of the platform's own applications, which succeed silently after one approval. */
  readonly firstParty: boolean;
  readonly tokenEndpointAuthMethod: ClientAuthMethod;
  /** At most two; empty unless it authenticates with a secret. */
  readonly secrets: readonly ClientSecret[];
  /** Where a logout may return to. */
  readonly postLogoutRedirectUris: readonly string[];
  /** Where logout tokens are sent; null for an application that receives none. */
  readonly backchannelLogoutUri: string | null;
  /** Whether the application said that it needs `sid` in logout tokens, which all have. */
  readonly backchannelLogoutSessionRequired: boolean;
  /** Keys that sign its assertions; null unless it authenticates with private_key_jwt. */
  readonly jwks: ClientKeySet | null;
  /** Who registered it: an administrator, its metadata document, or itself (RFC 7591). */
  readonly registration: ClientRegistrationKind;
  /** Until when its metadata document counts; null without one. */
  readonly metadataFreshUntil: Date | null;
  readonly createdAt: Date;
  /** When it was disabled; null while enabled. */
  readonly disabledAt: Date | null;
}

type OptionalMember =
  | 'comparison'
  | 'reach'
  | 'firstParty'
  | 'tokenEndpointAuthMethod'
  | 'secrets'
  | 'jwks'
  | 'postLogoutRedirectUris'
  | 'backchannelLogoutUri'
  | 'backchannelLogoutSessionRequired'
  | 'registration';

/** Omitted members get the defaults of the database: a public client. */
export type NewClient = Omit<Client, 'disabledAt' | 'metadataFreshUntil' | OptionalMember> &
  Partial<Pick<Client, OptionalMember>>;

/** Omitted members stay unchanged. */
export type ClientChange = Partial<
  Pick<
    Client,
    | 'name'
    | 'redirectUris'
    | 'allowedOrigins'
    | 'reach'
    | 'comparison'
    | 'firstParty'
    | 'postLogoutRedirectUris'
    | 'backchannelLogoutUri'
    | 'backchannelLogoutSessionRequired'
  >
> & {
  readonly jwks?: ClientKeySet;
};

export interface ClientPage {
  readonly limit: number;
  /** Last client of the previous page. */
  readonly after: PagePosition | undefined;
}

export interface ClientStore {
  /** Includes disabled clients: the caller checks `disabledAt`. */
  byAddress(address: string): Promise<Client | undefined>;
  create(client: NewClient): Promise<Client>;
  /** Stores what the metadata document of a client says; what an administrator decided stays. */
  saveDocument(client: NewClient, freshUntil: Date): Promise<void>;
  /** Deletes up to `limit` clients that registered themselves before `before` and have neither requests nor sessions. */
  deleteUnused(before: Date, limit: number): Promise<number>;
  /** Lists clients, disabled ones included, the most recently created first. */
  list(page: ClientPage): Promise<readonly Client[]>;
  /** @returns the updated client; undefined when none has this address */
  update(address: string, change: ClientChange): Promise<Client | undefined>;
  /**
   * Replaces the secrets of a client by what `change` makes of them; concurrent calls wait for each other.
   *
   * @returns the updated client; undefined when none has this address
   */
  changeSecrets(address: string, change: (client: Client) => readonly ClientSecret[]): Promise<Client | undefined>;
  /**
   * Disables a client, rejects its pending requests and revokes its sessions. Idempotent.
   *
   * @returns the disabled client; undefined when none has this address
   */
  disable(address: string, at: Date): Promise<Client | undefined>;
}

export function createClientStore(db: Kysely<SsoDatabase>): ClientStore {
  return {
    byAddress: async (address) => {
      // Rejects text that PostgreSQL cannot store, such as NUL.
      if (!/^(?:[0-9a-f]{32}|https?:[\x21-\x7e]{1,256})$/.test(address)) return undefined;
      const row = await db.selectFrom('sso.clients').selectAll().where('address', '=', address).executeTakeFirst();
      return row && clientOf(row);
    },

    create: async ({ address, name, redirectUris, allowedOrigins, comparison, reach, createdAt, ...further }) => {
      const { firstParty, tokenEndpointAuthMethod, secrets, jwks, postLogoutRedirectUris } = further;
      const row = await db
        .insertInto('sso.clients')
        .values({
          address,
          name,
          redirect_uris: [...redirectUris],
          allowed_origins: [...allowedOrigins],
          comparison,
          reach,
          first_party: firstParty,
          token_endpoint_auth_method: tokenEndpointAuthMethod,
          ...(secrets && { secrets: secretsJson(secrets) }),
          ...(jwks && { jwks: JSON.stringify(jwks) }),
          ...(postLogoutRedirectUris && { post_logout_redirect_uris: [...postLogoutRedirectUris] }),
          backchannel_logout_uri: further.backchannelLogoutUri,
          backchannel_logout_session_required: further.backchannelLogoutSessionRequired,
          registration: further.registration,
          created_at: createdAt,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return clientOf(row);
    },

    saveDocument: async (client, freshUntil) => {
      const document = {
        name: client.name,
        redirect_uris: [...client.redirectUris],
        allowed_origins: [...client.allowedOrigins],
        token_endpoint_auth_method: client.tokenEndpointAuthMethod ?? 'none',
        jwks: client.jwks ? JSON.stringify(client.jwks) : null,
        post_logout_redirect_uris: [...(client.postLogoutRedirectUris ?? [])],
        backchannel_logout_uri: client.backchannelLogoutUri ?? null,
        backchannel_logout_session_required: client.backchannelLogoutSessionRequired ?? false,
        metadata_fresh_until: freshUntil,
      };
      await db
        .insertInto('sso.clients')
        .values({ ...document, address: client.address, registration: 'metadata', created_at: client.createdAt })
        .onConflict((conflict) =>
          conflict.column('address').doUpdateSet(document).where('sso.clients.registration', '=', 'metadata'),
        )
        .execute();
    },

    deleteUnused: async (before, limit) => {
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

    list: async ({ limit, after }) => {
      const rows = await db
        .selectFrom('sso.clients')
        .selectAll()
        .$if(after !== undefined, (query) =>
          query.where((eb) =>
            eb(eb.refTuple('created_at', 'address'), '<', eb.tuple(after?.at ?? new Date(0), after?.id ?? '')),
          ),
        )
        .orderBy('created_at', 'desc')
        .orderBy('address', 'desc')
        .limit(limit)
        .execute();
      return rows.map(clientOf);
    },

    update: async (address, { name, redirectUris, allowedOrigins, comparison, reach, firstParty, ...further }) => {
      const { jwks, postLogoutRedirectUris } = further;
      const row = await db
        .updateTable('sso.clients')
        .set({
          ...(name !== undefined && { name }),
          ...(redirectUris !== undefined && { redirect_uris: [...redirectUris] }),
          ...(allowedOrigins !== undefined && { allowed_origins: [...allowedOrigins] }),
          ...(comparison !== undefined && { comparison }),
          ...(reach !== undefined && { reach }),
          ...(firstParty !== undefined && { first_party: firstParty }),
          ...(jwks !== undefined && { jwks: JSON.stringify(jwks) }),
          ...(postLogoutRedirectUris !== undefined && { post_logout_redirect_uris: [...postLogoutRedirectUris] }),
          ...(further.backchannelLogoutUri !== undefined && { backchannel_logout_uri: further.backchannelLogoutUri }),
          ...(further.backchannelLogoutSessionRequired !== undefined && {
            backchannel_logout_session_required: further.backchannelLogoutSessionRequired,
          }),
        })
        .where('address', '=', address)
        .returningAll()
        .executeTakeFirst();
      return row && clientOf(row);
    },

    changeSecrets: (address, change) =>
      inTransaction(db, async (trx) => {
        const row = await trx
          .selectFrom('sso.clients')
          .selectAll()
          .where('address', '=', address)
          .forUpdate()
          .executeTakeFirst();
        if (!row) return undefined;
        const updated = await trx
          .updateTable('sso.clients')
          .set({ secrets: secretsJson(change(clientOf(row))) })
          .where('address', '=', address)
          .returningAll()
          .executeTakeFirstOrThrow();
        return clientOf(updated);
      }),

    disable: (address, at) =>
      inTransaction(db, async (trx) => {
        const row = await trx
          .updateTable('sso.clients')
          .set((eb) => ({ disabled_at: eb.fn.coalesce('disabled_at', eb.val(at)) }))
          .where('address', '=', address)
          .returningAll()
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
        await trx
          .updateTable('sso.sessions')
          .set({ revoked_at: at, revoked_reason: 'provider_disabled' })
          .where('client_address', '=', address)
          .where('revoked_at', 'is', null)
          .execute();
        return clientOf(row);
      }),
  };
}

function clientOf(row: Selectable<ClientTable>): Client {
  return {
    address: row.address,
    name: row.name,
    redirectUris: row.redirect_uris,
    allowedOrigins: row.allowed_origins,
    reach: row.reach,
    comparison: row.comparison,
    firstParty: row.first_party,
    tokenEndpointAuthMethod: row.token_endpoint_auth_method,
    secrets: row.secrets.map((secret) => ({ ...secret, createdAt: new Date(secret.createdAt) })),
    postLogoutRedirectUris: row.post_logout_redirect_uris,
    backchannelLogoutUri: row.backchannel_logout_uri,
    backchannelLogoutSessionRequired: row.backchannel_logout_session_required,
    jwks: row.jwks,
    registration: row.registration,
    metadataFreshUntil: row.metadata_fresh_until,
    createdAt: row.created_at,
    disabledAt: row.disabled_at,
  };
}

function secretsJson(secrets: readonly ClientSecret[]): string {
  const stored: readonly StoredClientSecret[] = secrets.map(({ id, hash, createdAt }) => ({
    id,
    hash,
    createdAt: createdAt.toISOString(),
  }));
  return JSON.stringify(stored);
}
