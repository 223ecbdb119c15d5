import { type Kysely, type Selectable, sql } from 'kysely';
import { newestFirst } from '../../runtime/database/queries.ts';
import { deleteFound } from '../../runtime/database/delete-found.ts';
import type { PageRequest } from '../../runtime/http/page.ts';
import type { SsoDatabase } from '../database.ts';
import { secretHash } from '../tokens/grant-secrets.ts';

interface NewInvite extends Omit<Invite, 'usedAt' | 'revokedAt'> {
  readonly codeHash: string;
}

export function createInviteStore(db: Kysely<SsoDatabase>) {
  return {
    create: async ({ id, codeHash, note, createdBy, createdAt, expiresAt }: NewInvite): Promise<Invite> =>
      inviteOf(
        await db
          .insertInto('sso.invites')
          .values({
            id,
            code_hash: codeHash,
            note,
            created_by: createdBy,
            created_at: createdAt,
            expires_at: expiresAt,
          })
          .returningAll()
          .executeTakeFirstOrThrow(),
      ),

    /** Lists invites, used, expired and revoked ones included, the most recently created first. */
    list: async ({ limit, after }: PageRequest): Promise<readonly Invite[]> => {
      const rows = await db
        .selectFrom('sso.invites')
        .selectAll()
        .$call(newestFirst('created_at', 'id', { limit, after }))
        .execute();
      return rows.map(inviteOf);
    },

    /** Returns whether an invite is neither used, expired nor revoked. */
    isOpen: async (codeHash: string, now: Date): Promise<boolean> => {
      const row = await db
        .selectFrom('sso.invites')
        .select('id')
        .where('code_hash', '=', codeHash)
        .where('used_at', 'is', null)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Uses an open invite. Of concurrent calls, one succeeds. @returns false when it is not open */
    use: async (codeHash: string, at: Date): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('sso.invites')
        .set({ used_at: at })
        .where('code_hash', '=', codeHash)
        .where('used_at', 'is', null)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', at)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    /** Revokes an invite; a used or revoked one stays as it is. @returns undefined when there is no such invite */
    revoke: async (id: string, at: Date): Promise<Invite | undefined> => {
      await db
        .updateTable('sso.invites')
        .set({ revoked_at: at })
        .where('id', '=', id)
        .where('used_at', 'is', null)
        .where('revoked_at', 'is', null)
        .execute();
      const row = await db.selectFrom('sso.invites').selectAll().where('id', '=', id).executeTakeFirst();
      return row && inviteOf(row);
    },

    /** Deletes up to `limit` invites that expired before `before`. @returns how many */
    deleteExpired: (before: Date, limit: number): Promise<number> =>
      deleteFound(db, { table: 'sso.invites', key: ['id'], condition: sql`expires_at < ${before}`, limit }),
  };
}

export type InviteStore = ReturnType<typeof createInviteStore>;

function inviteOf(row: Selectable<SsoDatabase['sso.invites']>): Invite {
  return {
    id: row.id,
    note: row.note,
    createdBy: row.created_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
    revokedAt: row.revoked_at,
  };
}

/** Allows one new owner to enrol. */
export interface Invite {
  readonly id: string;
  /** Whom it is for, for administrators. */
  readonly note: string | null;
  /** Name of the administrator. */
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
  readonly revokedAt: Date | null;
}

type InviteStatus = 'open' | 'used' | 'expired' | 'revoked';

export function inviteStatus(
  { usedAt, revokedAt, expiresAt }: Pick<Invite, 'usedAt' | 'revokedAt' | 'expiresAt'>,
  now: Date,
): InviteStatus {
  if (usedAt !== null) return 'used';
  if (revokedAt !== null) return 'revoked';
  return expiresAt <= now ? 'expired' : 'open';
}

/** Digits and letters of Crockford's Base32, which people do not confuse: no I, L, O and U. */
const symbols = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Generates a code such as 7KQ2-M9XV-4TDN-W3HB: 80 random bits. */
export function generateInviteCode(randomBytes: (length: number) => Uint8Array): string {
  const generated = Array.from(randomBytes(16), (byte) => symbols[byte % symbols.length]).join('');
  return generated.replace(/(.{4})(?=.)/g, '$1-');
}

/** Returns the stored form of a code, however a person typed it. */
export function inviteHash(code: string): string {
  const typed = code.toUpperCase().replace(/[^0-9A-Z]/g, '');
  return secretHash(typed.replaceAll('O', '0').replace(/[IL]/g, '1'));
}
