import type { Kysely, Selectable } from 'kysely';
import { inTransaction } from '../../runtime/in-transaction.ts';
import type { SsoDatabase } from '../database.ts';
import type { PasskeyTable } from '../tables/owners.ts';
import { lockActiveOwner, lockOwner } from './lock-owner.ts';

export interface Passkey {
  readonly credentialId: string;
  readonly sub: string;
  /** COSE key, base64url. */
  readonly publicKey: string;
  /** Signature counter; 0 for authenticators without one. */
  readonly signCount: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export type NewPasskey = Omit<Passkey, 'lastUsedAt'>;

/** `no_owner`: the owner was deleted or suspended concurrently. */
export type PasskeyStored = 'stored' | 'exists' | 'limit' | 'no_owner';

export interface PasskeyStore {
  byId(credentialId: string): Promise<Passkey | undefined>;
  /** Lists the passkeys of an owner, the oldest first. */
  of(sub: string): Promise<readonly Passkey[]>;
  /** Creates an owner with its first passkey. */
  addWithOwner(passkey: NewPasskey): Promise<Extract<PasskeyStored, 'stored' | 'exists'>>;
  /** Adds a passkey to an owner with fewer than `limit` passkeys. */
  add(passkey: NewPasskey, limit: number): Promise<PasskeyStored>;
  /** Updates counter and last use. @returns false when the passkey was deleted */
  use(credentialId: string, signCount: number, at: Date): Promise<boolean>;
}

export function createPasskeyStore(db: Kysely<SsoDatabase>): PasskeyStore {
  return {
    byId: async (credentialId) => {
      const row = await db
        .selectFrom('sso.passkeys')
        .selectAll()
        .where('credential_id', '=', credentialId)
        .executeTakeFirst();
      return row && passkeyOf(row);
    },

    of: async (sub) => {
      const rows = await db
        .selectFrom('sso.passkeys')
        .selectAll()
        .where('owner_sub', '=', sub)
        .orderBy('created_at')
        .execute();
      return rows.map(passkeyOf);
    },

    addWithOwner: (passkey) =>
      inTransaction(db, async (trx) => {
        await trx.insertInto('sso.owners').values({ sub: passkey.sub, created_at: passkey.createdAt }).execute();
        if (await insert(trx, passkey)) return 'stored';
        await trx.deleteFrom('sso.owners').where('sub', '=', passkey.sub).execute();
        return 'exists';
      }),

    add: (passkey, limit) =>
      inTransaction(db, async (trx) => {
        // The lock keeps concurrent registrations within the limit.
        if (!(await lockOwner(trx, passkey.sub)) || !(await lockActiveOwner(trx, passkey.sub))) return 'no_owner';
        const { count } = await trx
          .selectFrom('sso.passkeys')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('owner_sub', '=', passkey.sub)
          .executeTakeFirstOrThrow();
        if (count >= limit) return 'limit';
        return (await insert(trx, passkey)) ? 'stored' : 'exists';
      }),

    use: async (credentialId, signCount, at) => {
      const { numUpdatedRows } = await db
        .updateTable('sso.passkeys')
        .set({ sign_count: signCount, last_used_at: at })
        .where('credential_id', '=', credentialId)
        .executeTakeFirstOrThrow();
      return numUpdatedRows > 0n;
    },
  };
}

/** @returns false when a passkey with this id exists */
async function insert(trx: Kysely<SsoDatabase>, passkey: NewPasskey): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('sso.passkeys')
    .values({
      credential_id: passkey.credentialId,
      owner_sub: passkey.sub,
      public_key: passkey.publicKey,
      sign_count: passkey.signCount,
      transports: [...passkey.transports],
      name: passkey.name,
      created_at: passkey.createdAt,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export function passkeyOf(row: Selectable<PasskeyTable>): Passkey {
  return {
    credentialId: row.credential_id,
    sub: row.owner_sub,
    publicKey: row.public_key,
    signCount: row.sign_count,
    transports: row.transports,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  };
}
