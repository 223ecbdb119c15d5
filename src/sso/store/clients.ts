import type { Kysely, Selectable } from 'kysely';
import { inTransaction } from '../../runtime/in-transaction.ts';
import type { PagePosition } from '../../runtime/page.ts';
import type { ClientTable, SsoDatabase } from '../database.ts';

/** An application that may ask for sign-ins; `address` is its client_id. */
export interface Client {
  readonly address: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly createdAt: Date;
  /** Since when it is switched off; null while it is in use. */
  readonly disabledAt: Date | null;
}

export type NewClient = Omit<Client, 'disabledAt'>;

/** Members that are left out stay as they are. */
export type ClientChange = Partial<Pick<Client, 'name' | 'redirectUris' | 'allowedOrigins'>>;

export interface ClientPage {
  readonly limit: number;
  /** The last client of the page before. */
  readonly after: PagePosition | undefined;
}

export interface ClientStore {
  /** Disabled ones included: the caller looks at `disabledAt`. */
  byAddress(address: string): Promise<Client | undefined>;
  create(client: NewClient): Promise<Client>;
  /** The most recently created first, disabled ones included. */
  list(page: ClientPage): Promise<readonly Client[]>;
  /** @returns the client as it is now; undefined when there is none at this address. */
  update(address: string, change: ClientChange): Promise<Client | undefined>;
  /**
   * Switches a client off, with its open sign-ins and its sessions. Twice changes nothing.
   *
   * @returns the client as it is now; undefined when there is none at this address.
   */
  disable(address: string, at: Date): Promise<Client | undefined>;
}

export function createClientStore(db: Kysely<SsoDatabase>): ClientStore {
  return {
    byAddress: async (address) => {
      // Whatever a client sends as its id: text that PostgreSQL cannot hold is no address.
      if (!/^[0-9a-f]{32}$/.test(address)) return undefined;
      const row = await db.selectFrom('sso.clients').selectAll().where('address', '=', address).executeTakeFirst();
      return row && clientOf(row);
    },

    create: async ({ address, name, redirectUris, allowedOrigins, createdAt }) => {
      const row = await db
        .insertInto('sso.clients')
        .values({
          address,
          name,
          redirect_uris: [...redirectUris],
          allowed_origins: [...allowedOrigins],
          created_at: createdAt,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return clientOf(row);
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

    update: async (address, { name, redirectUris, allowedOrigins }) => {
      const row = await db
        .updateTable('sso.clients')
        .set({
          ...(name !== undefined && { name }),
          ...(redirectUris !== undefined && { redirect_uris: [...redirectUris] }),
          ...(allowedOrigins !== undefined && { allowed_origins: [...allowedOrigins] }),
        })
        .where('address', '=', address)
        .returningAll()
        .executeTakeFirst();
      return row && clientOf(row);
    },

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
        // Approved, but not redeemed yet: its code stops working now.
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
    createdAt: row.created_at,
    disabledAt: row.disabled_at,
  };
}
