import type { Kysely, Selectable } from 'kysely';
import type { SsoDatabase } from '../database.ts';
import type { RegisteredType } from './registered-type.ts';

export function createDetailTypeStore(db: Kysely<SsoDatabase>) {
  return {
    /** @returns the types of an application, the oldest first */
    list: async (clientAddress: string): Promise<readonly RegisteredType[]> => {
      const rows = await db
        .selectFrom('sso.detail_types')
        .selectAll()
        .where('client_address', '=', clientAddress)
        .orderBy('created_at')
        .orderBy('name')
        .execute();
      return rows.map(typeOf);
    },

    /** @returns those of the named types that the application has */
    named: async (clientAddress: string, names: readonly string[]): Promise<readonly RegisteredType[]> => {
      const rows = await db
        .selectFrom('sso.detail_types')
        .selectAll()
        .where('client_address', '=', clientAddress)
        .where('name', 'in', [...names])
        .execute();
      return rows.map(typeOf);
    },

    /** Call it while the application is locked. */
    create: async ({ clientAddress, name, schema, sentences, usedOnce, createdAt }: RegisteredType): Promise<void> => {
      await db
        .insertInto('sso.detail_types')
        .values({
          client_address: clientAddress,
          name,
          schema: JSON.stringify(schema),
          sentences: JSON.stringify(sentences),
          used_once: usedOnce,
          created_at: createdAt,
        })
        .execute();
    },

    /** @returns whether the application had it */
    remove: async (clientAddress: string, name: string): Promise<boolean> => {
      const { numDeletedRows } = await db
        .deleteFrom('sso.detail_types')
        .where('client_address', '=', clientAddress)
        .where('name', '=', name)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

export type DetailTypeStore = ReturnType<typeof createDetailTypeStore>;

const typeOf = ({
  client_address,
  used_once,
  created_at,
  ...row
}: Selectable<SsoDatabase['sso.detail_types']>): RegisteredType => ({
  ...row,
  clientAddress: client_address,
  usedOnce: used_once,
  createdAt: created_at,
});
