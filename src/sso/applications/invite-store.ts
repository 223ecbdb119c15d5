import { type Kysely, type Selectable, sql } from 'kysely';
import type { SsoDatabase } from '../database.ts';
import type { ApplicationInviteTable, ApplicationRole } from '../tables/applications.ts';
import { deleteFound } from '../../runtime/database/delete-found.ts';

export interface ApplicationInvite {
  readonly id: string;
  readonly clientAddress: string;
  readonly role: ApplicationRole;
  /** The only person who can use it; null for anyone with the code. */
  readonly invitedSub: string | null;
  /** The owner who invited. */
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Maximum number of open invites of an application. */
export const maxInvites = 20;

export function createApplicationInviteStore(db: Kysely<SsoDatabase>) {
  return {
    /** Lists the open invites of an application, the most recent first. */
    list: async (clientAddress: string, at: Date): Promise<readonly ApplicationInvite[]> => {
      const rows = await db
        .selectFrom('sso.application_invites')
        .selectAll()
        .where('client_address', '=', clientAddress)
        .where('expires_at', '>', at)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(maxInvites)
        .execute();
      return rows.map(inviteOf);
    },

    create: async ({ codeHash, ...invite }: ApplicationInvite & { readonly codeHash: string }): Promise<void> => {
      await db
        .insertInto('sso.application_invites')
        .values({
          id: invite.id,
          client_address: invite.clientAddress,
          code_hash: codeHash,
          role: invite.role,
          invited_sub: invite.invitedSub,
          created_by: invite.createdBy,
          created_at: invite.createdAt,
          expires_at: invite.expiresAt,
        })
        .execute();
    },

    /** Uses up an open invite. Of concurrent calls one succeeds. @param sub who uses it */
    use: async (codeHash: string, sub: string, at: Date): Promise<ApplicationInvite | undefined> => {
      const row = await db
        .deleteFrom('sso.application_invites')
        .where('code_hash', '=', codeHash)
        .where('expires_at', '>', at)
        .where(sql<boolean>`coalesce(invited_sub, ${sub}) = ${sub}`)
        .returningAll()
        .executeTakeFirst();
      return row && inviteOf(row);
    },

    /** @returns false when the application has no such invite */
    revoke: async (clientAddress: string, id: string): Promise<boolean> => {
      const { numDeletedRows } = await db
        .deleteFrom('sso.application_invites')
        .where('client_address', '=', clientAddress)
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return numDeletedRows === 1n;
    },

    /** Deletes up to `limit` invites that expired before `before`. @returns how many */
    deleteExpired: (before: Date, limit: number): Promise<number> =>
      deleteFound(db, { table: 'sso.application_invites', key: ['id'], condition: sql`expires_at < ${before}`, limit }),
  };
}

function inviteOf(row: Selectable<ApplicationInviteTable>): ApplicationInvite {
  return {
    id: row.id,
    clientAddress: row.client_address,
    role: row.role,
    invitedSub: row.invited_sub,
    createdBy: row.created_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
