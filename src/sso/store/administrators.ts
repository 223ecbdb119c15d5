import type { Kysely, Selectable } from 'kysely';
import { newestFirst } from '../../runtime/newest-first.ts';
import type { PageRequest } from '../../runtime/page.ts';
import type { Administrator } from '../administrators/administrator.ts';
import type { AdministratorTable } from '../tables/administration.ts';
import type { SsoDatabase } from '../database.ts';

export interface NewAdministrator extends Omit<Administrator, 'revokedAt'> {
  readonly keyHash: string;
}

export interface AdministratorStore {
  create(administrator: NewAdministrator): Promise<Administrator>;
  /** Lists administrators, revoked and expired ones included, the most recently created first. */
  list(page: PageRequest): Promise<readonly Administrator[]>;
  /** @returns the administrator of a key that is neither revoked nor expired */
  byKey(keyHash: string, now: Date): Promise<Administrator | undefined>;
  /** Revokes a key; a revoked one keeps its time. @returns undefined when there is no such administrator */
  revoke(id: string, at: Date): Promise<Administrator | undefined>;
}

export function createAdministratorStore(db: Kysely<SsoDatabase>): AdministratorStore {
  return {
    create: async ({ id, name, keyHash, scopes, createdAt, expiresAt }) =>
      administratorOf(
        await db
          .insertInto('sso.administrators')
          .values({ id, name, key_hash: keyHash, scopes: [...scopes], created_at: createdAt, expires_at: expiresAt })
          .returningAll()
          .executeTakeFirstOrThrow(),
      ),

    list: async ({ limit, after }) => {
      const rows = await db
        .selectFrom('sso.administrators')
        .selectAll()
        .$call(newestFirst('created_at', 'id', { limit, after }))
        .execute();
      return rows.map(administratorOf);
    },

    byKey: async (keyHash, now) => {
      const row = await db
        .selectFrom('sso.administrators')
        .selectAll()
        .where('key_hash', '=', keyHash)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return row && administratorOf(row);
    },

    revoke: async (id, at) => {
      const row = await db
        .updateTable('sso.administrators')
        .set((eb) => ({ revoked_at: eb.fn.coalesce('revoked_at', eb.val(at)) }))
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      return row && administratorOf(row);
    },
  };
}

function administratorOf(row: Selectable<AdministratorTable>): Administrator {
  return {
    id: row.id,
    name: row.name,
    scopes: row.scopes,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  };
}
