import { type Kysely, sql, type Selectable } from 'kysely';
import { newestFirst } from '../../runtime/database/queries.ts';
import { deleteFound } from '../../runtime/database/delete-found.ts';
import type { PageRequest } from '../../runtime/http/page.ts';
import type { Client } from '../clients/client.ts';
import { clientOf } from '../clients/client-store.ts';
import type { SsoDatabase, ApplicationRole } from '../database.ts';
import { lockOwner } from '../owners/lock-owner-store.ts';
import { ownerNames } from '../owners/owner-store.ts';

/** An application and what a person may do with it. */
export interface OwnApplication {
  readonly client: Client;
  readonly role: ApplicationRole;
}

export interface ApplicationMember {
  readonly sub: string;
  /** Of the member's profile. */
  readonly displayName: string | null;
  readonly role: ApplicationRole;
  readonly addedAt: Date;
}

/** Maximum number of applications on which a person works, and of members of an application. */
export const maxApplications = 50;
export const maxMembers = 50;

/** Locks an application, whose sign-ins go on: they only reference it. */
const lockApplication = (db: Kysely<SsoDatabase>, address: string) =>
  db.selectFrom('sso.clients').select('address').where('address', '=', address).forNoKeyUpdate().execute();

/** Who works on which application. */
export function createApplicationMemberStore(db: Kysely<SsoDatabase>) {
  const membersOf = (clientAddress: string) =>
    db
      .selectFrom('sso.application_members')
      .select(['owner_sub as sub', 'role', 'added_at as addedAt'])
      .where('client_address', '=', clientAddress)
      .orderBy('added_at')
      .orderBy('owner_sub')
      .execute();
  const countOf = async (sub: string): Promise<number> => {
    const { count } = await db
      .selectFrom('sso.application_members')
      .select(sql<number>`count(*)::integer`.as('count'))
      .where('owner_sub', '=', sub)
      .executeTakeFirstOrThrow();
    return count;
  };
  const insert = (clientAddress: string, { sub, role, addedAt }: Omit<ApplicationMember, 'displayName'>) =>
    db
      .insertInto('sso.application_members')
      .values({ client_address: clientAddress, owner_sub: sub, role, added_at: addedAt })
      .execute();
  const otherOwners = async (clientAddress: string, sub: string): Promise<number> => {
    const members = await membersOf(clientAddress);
    return members.filter((member) => member.role === 'owner' && member.sub !== sub).length;
  };

  return {
    /** Returns what a person may do with an application, and keeps it so until the transaction ends. */
    lockRole: async (clientAddress: string, sub: string): Promise<ApplicationRole | undefined> => {
      const row = await db
        .selectFrom('sso.application_members')
        .select('role')
        .where('client_address', '=', clientAddress)
        .where('owner_sub', '=', sub)
        .forShare()
        .executeTakeFirst();
      return row?.role;
    },

    /** Lists the applications on which a person works, the most recently created first. */
    applications: async (sub: string, { limit, after }: PageRequest): Promise<readonly OwnApplication[]> => {
      const rows = await db
        .selectFrom('sso.clients as client')
        .innerJoin('sso.application_members as member', 'member.client_address', 'client.address')
        .selectAll('client')
        .select('member.role')
        .where('member.owner_sub', '=', sub)
        .$call(newestFirst('client.created_at', 'client.address', { limit, after }))
        .execute();
      return rows.map(({ role, ...row }) => ({ role, client: clientOf(row) }));
    },

    /** Lists the members in the order in which they joined. */
    list: async (clientAddress: string): Promise<readonly ApplicationMember[]> => {
      const members = await membersOf(clientAddress);
      const names = await ownerNames(
        db,
        members.map(({ sub }) => sub),
      );
      return members.map((member) => ({ ...member, displayName: names.get(member.sub) ?? null }));
    },

    /** Lets changes of the members of one application run one after another, until the transaction ends. */
    lock: async (clientAddress: string): Promise<void> => {
      await lockApplication(db, clientAddress);
    },

    /** Adds the first owner of a new application, in the caller's transaction. @returns what prevents it */
    found: async (
      clientAddress: string,
      { sub, addedAt }: Pick<ApplicationMember, 'sub' | 'addedAt'>,
    ): Promise<'added' | 'application_limit' | 'no_owner'> => {
      // Who is refused anyway does not wait for the lock. Nobody else knows the application, so that it needs none.
      if ((await countOf(sub)) >= maxApplications) return 'application_limit';
      if (!(await lockOwner(db, sub))) return 'no_owner';
      if ((await countOf(sub)) >= maxApplications) return 'application_limit';
      await insert(clientAddress, { sub, role: 'owner', addedAt });
      return 'added';
    },

    /** Adds a member in the caller's transaction. @returns what prevents it */
    add: async (
      clientAddress: string,
      { sub, role, addedAt }: Omit<ApplicationMember, 'displayName'>,
    ): Promise<'added' | 'already_member' | 'application_limit' | 'member_limit' | 'no_owner'> => {
      // Of concurrent calls for one person or one application, each counts what the others added.
      if (!(await lockOwner(db, sub))) return 'no_owner';
      await lockApplication(db, clientAddress);
      const members = await membersOf(clientAddress);
      if (members.some((member) => member.sub === sub)) return 'already_member';
      if (members.length >= maxMembers) return 'member_limit';
      if ((await countOf(sub)) >= maxApplications) return 'application_limit';
      await insert(clientAddress, { sub, role, addedAt });
      return 'added';
    },

    /** Changes the role of a member. The caller has locked them. @returns what prevents it */
    setRole: async (
      clientAddress: string,
      sub: string,
      role: ApplicationRole,
    ): Promise<'set' | 'last_owner' | 'not_found'> => {
      if (role !== 'owner' && (await otherOwners(clientAddress, sub)) === 0) return 'last_owner';
      const { numUpdatedRows } = await db
        .updateTable('sso.application_members')
        .set({ role })
        .where('client_address', '=', clientAddress)
        .where('owner_sub', '=', sub)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 0n ? 'not_found' : 'set';
    },

    /** Removes a member and the invites that they created. The caller has locked them. @returns what prevents it */
    remove: async (clientAddress: string, sub: string): Promise<'removed' | 'last_owner' | 'not_found'> => {
      const members = await membersOf(clientAddress);
      if (!members.some((member) => member.sub === sub)) return 'not_found';
      if ((await otherOwners(clientAddress, sub)) === 0) return 'last_owner';
      for (const [table, column] of [
        ['sso.application_members', 'owner_sub'],
        ['sso.application_invites', 'created_by'],
      ] as const)
        await db.deleteFrom(table).where('client_address', '=', clientAddress).where(column, '=', sub).execute();
      return 'removed';
    },

    /** Lists the applications whose only owner a person is. */
    soleOwned: async (sub: string): Promise<readonly string[]> => {
      const { rows } = await sql<{ address: string }>`
        select client_address as address from sso.application_members as mine
        where owner_sub = ${sub} and role = 'owner' and not exists (
          select from sso.application_members as other
          where other.client_address = mine.client_address and other.role = 'owner' and other.owner_sub <> ${sub}
        )`.execute(db);
      return rows.map(({ address }) => address);
    },

    /** Takes an application from everybody who worked on it, with what only they needed. */
    dissolve: async (clientAddress: string): Promise<void> => {
      for (const table of [
        'sso.application_members',
        'sso.application_invites',
        'sso.application_icons',
        'sso.application_resources',
      ] as const)
        await db.deleteFrom(table).where('client_address', '=', clientAddress).execute();
    },
  };
}

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

function inviteOf(row: Selectable<SsoDatabase['sso.application_invites']>): ApplicationInvite {
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
