import { type Kysely, type Selectable, sql } from 'kysely';
import { inTransaction } from '../../runtime/database/queries.ts';
import { deleteFound } from '../../runtime/database/delete-found.ts';
import type { SsoDatabase } from '../database.ts';
import type { Authenticator } from '../caller/caller.ts';
import { lockedAuthenticator, lockOwner } from './lock-owner-store.ts';

interface NewDeviceLink {
  readonly id: string;
  readonly linkHash: string;
  readonly sub: string;
  /** What creates the link. */
  readonly authenticator: Authenticator | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** What joined with a link. */
type JoinedAuthenticator = { readonly jkt: string } | { readonly credentialId: string };

export interface DeviceLink {
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
  /** Name of the device or passkey that joined; null before, and when it was deleted. */
  readonly name: string | null;
}

export function createDeviceLinkStore(db: Kysely<SsoDatabase>) {
  const joinedName = async (
    link: Pick<Selectable<SsoDatabase['sso.device_links']>, 'device_jkt' | 'credential_id'>,
  ) => {
    const { device_jkt: jkt, credential_id: credentialId } = link;
    if (jkt === null && credentialId === null) return null;
    const joined =
      jkt === null
        ? db.selectFrom('sso.passkeys').select('name').where('credential_id', '=', credentialId)
        : db.selectFrom('sso.devices').select('name').where('jkt', '=', jkt);
    return (await joined.executeTakeFirst())?.name ?? null;
  };
  const deleteOpen = async (trx: Kysely<SsoDatabase>, sub: string): Promise<void> => {
    await trx.deleteFrom('sso.device_links').where('owner_sub', '=', sub).where('used_at', 'is', null).execute();
  };
  return {
    /** Stores a link and deletes the open ones of its owner. @returns false when owner or authenticator was deleted */
    create: ({ id, linkHash, sub, authenticator, createdAt, expiresAt }: NewDeviceLink): Promise<boolean> =>
      inTransaction(db, async (trx) => {
        if (!(await lockOwner(trx, sub))) return false;
        if (authenticator && (await lockedAuthenticator(sub, authenticator).execute(trx)).rows.length === 0)
          return false;
        await deleteOpen(trx, sub);
        await trx
          .insertInto('sso.device_links')
          .values({
            id,
            link_hash: linkHash,
            owner_sub: sub,
            authenticator,
            created_at: createdAt,
            expires_at: expiresAt,
          })
          .execute();
        return true;
      }),

    get: async (sub: string, id: string): Promise<DeviceLink | undefined> => {
      const row = await db
        .selectFrom('sso.device_links')
        .select(['expires_at', 'used_at', 'device_jkt', 'credential_id'])
        .where('id', '=', id)
        .where('owner_sub', '=', sub)
        .executeTakeFirst();
      return row && { expiresAt: row.expires_at, usedAt: row.used_at, name: await joinedName(row) };
    },

    /** @returns the owner of a link that is not used and has not expired */
    ownerOf: async (linkHash: string, at: Date): Promise<string | undefined> => {
      const row = await db
        .selectFrom('sso.device_links')
        .select('owner_sub')
        .where('link_hash', '=', linkHash)
        .where('used_at', 'is', null)
        .where('expires_at', '>', at)
        .executeTakeFirst();
      return row?.owner_sub;
    },

    /** Consumes a link; the transaction has locked its owner. Of concurrent calls with one link, one succeeds. */
    use: async (
      { linkHash, sub }: { readonly linkHash: string; readonly sub: string },
      joined: JoinedAuthenticator,
      at: Date,
    ): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('sso.device_links')
        .set({
          used_at: at,
          ...('jkt' in joined ? { device_jkt: joined.jkt } : { credential_id: joined.credentialId }),
        })
        .where('owner_sub', '=', sub)
        .where('link_hash', '=', linkHash)
        .where('used_at', 'is', null)
        .where('expires_at', '>', at)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    /** @returns false when the owner has no such link */
    delete: async (sub: string, id: string): Promise<boolean> => {
      const { numDeletedRows } = await db
        .deleteFrom('sso.device_links')
        .where('id', '=', id)
        .where('owner_sub', '=', sub)
        .executeTakeFirstOrThrow();
      return numDeletedRows === 1n;
    },

    /** Deletes the links of an owner that were not used. */
    deleteOpen: (sub: string): Promise<void> => deleteOpen(db, sub),

    /** Deletes up to `limit` links that expired before `before`. @returns how many it deleted */
    deleteExpired: (before: Date, limit: number): Promise<number> =>
      deleteFound(db, { table: 'sso.device_links', key: ['id'], condition: sql`expires_at < ${before}`, limit }),
  };
}
