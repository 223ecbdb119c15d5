import type { Kysely } from 'kysely';
import type { Picture } from '../../runtime/pictures/picture.ts';
import type { SsoDatabase } from '../database.ts';

/** Pictures that owners uploaded. */
export function createPictureStore(db: Kysely<SsoDatabase>) {
  return {
    /** Stores the picture of an owner in place of the one before. */
    set: async (ownerSub: string, { digest, type, content }: Picture): Promise<void> => {
      await db
        .insertInto('sso.pictures')
        .values({ owner_sub: ownerSub, digest, type, content })
        .onConflict((conflict) => conflict.column('owner_sub').doUpdateSet({ digest, type, content }))
        .execute();
    },

    delete: async (ownerSub: string): Promise<void> => {
      await db.deleteFrom('sso.pictures').where('owner_sub', '=', ownerSub).execute();
    },

    byDigest: (digest: string): Promise<(Pick<Picture, 'type'> & { readonly content: Uint8Array }) | undefined> =>
      db.selectFrom('sso.pictures').select(['type', 'content']).where('digest', '=', digest).executeTakeFirst(),
  };
}

/** Icons of applications. */
export function createIconStore(db: Kysely<SsoDatabase>) {
  return {
    /** Stores the icon of an application in place of the one before. */
    set: async (address: string, { type, content }: Omit<Picture, 'digest'>): Promise<void> => {
      const icon = { media_type: type, image: content };
      await db
        .insertInto('sso.application_icons')
        .values({ client_address: address, ...icon })
        .onConflict((conflict) => conflict.column('client_address').doUpdateSet(icon))
        .execute();
    },

    delete: async (address: string): Promise<void> => {
      await db.deleteFrom('sso.application_icons').where('client_address', '=', address).execute();
    },

    byAddress: (address: string): Promise<{ readonly type: string; readonly content: Uint8Array } | undefined> =>
      db
        .selectFrom('sso.application_icons')
        .select(['media_type as type', 'image as content'])
        .where('client_address', '=', address)
        .executeTakeFirst(),
  };
}
