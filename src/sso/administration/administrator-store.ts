import { type Kysely, type Selectable, sql } from 'kysely';
import { bucketOfId } from '../../runtime/database/bucket.ts';
import { newestFirst } from '../../runtime/database/queries.ts';
import { deleteFound } from '../../runtime/database/delete-found.ts';
import type { PageRequest } from '../../runtime/http/page.ts';
import type { Administrator, AdministratorCaller, ConsoleGrant } from './administrator.ts';
import type { SsoDatabase } from '../database.ts';
import { lockOwner } from '../owners/lock-owner-store.ts';
import { activeSessions } from '../sessions/session-store.ts';
import type { OwnSecretKey } from '../tokens/grant-secrets.ts';

export interface NewAdministrator extends Omit<Administrator, 'revokedAt'> {
  readonly keyHash: string;
}

export function createAdministratorStore(db: Kysely<SsoDatabase>) {
  return {
    create: async ({ id, name, keyHash, scopes, createdAt, expiresAt }: NewAdministrator): Promise<Administrator> =>
      administratorOf(
        await db
          .insertInto('sso.administrators')
          .values({ id, name, key_hash: keyHash, scopes: [...scopes], created_at: createdAt, expires_at: expiresAt })
          .returningAll()
          .executeTakeFirstOrThrow(),
      ),

    /** Lists administrators, revoked and expired ones included, the most recently created first. */
    list: async ({ limit, after }: PageRequest): Promise<readonly Administrator[]> => {
      const rows = await db
        .selectFrom('sso.administrators')
        .selectAll()
        .$call(newestFirst('created_at', 'id', { limit, after }))
        .execute();
      return rows.map(administratorOf);
    },

    /** @returns the administrator of a key that is neither revoked nor expired */
    byKey: async (keyHash: string, now: Date): Promise<Administrator | undefined> => {
      const row = await db
        .selectFrom('sso.administrators')
        .selectAll()
        .where('key_hash', '=', keyHash)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return row && administratorOf(row);
    },

    /** Revokes a key; a revoked one keeps its time. @returns undefined when there is no such administrator */
    revoke: async (id: string, at: Date): Promise<Administrator | undefined> => {
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

function administratorOf(row: Selectable<SsoDatabase['sso.administrators']>): Administrator {
  return {
    id: row.id,
    name: row.name,
    scopes: row.scopes,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  };
}

/** Who may use the operator console, and the keys with which they do. */
export function createConsoleAccessStore(db: Kysely<SsoDatabase>) {
  return {
    /** Creates the grant of an owner, or replaces all but its id. @returns undefined when there is no such owner */
    async set(grant: ConsoleGrant): Promise<ConsoleGrant | undefined> {
      if (!(await lockOwner(db, grant.sub))) return undefined;
      const { id, name, sub, scopes, grantedBy, grantedAt, expiresAt } = grant;
      const change = {
        name,
        scopes: [...scopes],
        granted_by: grantedBy,
        granted_at: grantedAt,
        expires_at: expiresAt,
      };
      const row = await db
        .insertInto('sso.console_grants')
        .values({ id, owner_sub: sub, ...change })
        .onConflict((conflict) => conflict.column('owner_sub').doUpdateSet(change))
        .returningAll()
        .executeTakeFirstOrThrow();
      return grantOf(row);
    },

    /** Ends the grant of an owner and its keys. @returns false when there is no such owner */
    async remove(sub: string): Promise<boolean> {
      if (!(await lockOwner(db, sub))) return false;
      await db.deleteFrom('sso.console_grants').where('owner_sub', '=', sub).execute();
      return true;
    },

    /** @returns the grant of an owner, expired or not */
    async bySub(sub: string): Promise<ConsoleGrant | undefined> {
      const row = await db.selectFrom('sso.console_grants').selectAll().where('owner_sub', '=', sub).executeTakeFirst();
      return row && grantOf(row);
    },

    /** Lists all grants, the most recent first. */
    async list({ limit, after }: PageRequest): Promise<readonly ConsoleGrant[]> {
      const rows = await db
        .selectFrom('sso.console_grants')
        .selectAll()
        .$call(newestFirst('granted_at', 'id', { limit, after }))
        .execute();
      return rows.map(grantOf);
    },

    async createSession({
      keyHash,
      sub,
      sessionId,
      createdAt,
      confirmedAt,
      expiresAt,
    }: {
      readonly keyHash: string;
      readonly sub: string;
      /** The sign-in whose access token opened the console. */
      readonly sessionId: string;
      readonly createdAt: Date;
      /** Time of the ceremony that opened it. */
      readonly confirmedAt: Date;
      readonly expiresAt: Date;
    }): Promise<void> {
      await db
        .insertInto('sso.console_sessions')
        .values({
          key_hash: keyHash,
          owner_sub: sub,
          session_id: sessionId,
          created_at: createdAt,
          confirmed_at: confirmedAt,
          expires_at: expiresAt,
        })
        .execute();
    },

    /** @returns who presents a key, while key, grant, owner and sign-in last */
    async byKey(key: OwnSecretKey, at: Date): Promise<AdministratorCaller | undefined> {
      const row = await db
        .selectFrom('sso.console_sessions as console')
        .innerJoin('sso.console_grants as grant', 'grant.owner_sub', 'console.owner_sub')
        .innerJoin('sso.owners as owner', 'owner.sub', 'console.owner_sub')
        .select(['grant.id', 'grant.name', 'grant.scopes', 'console.expires_at', 'console.confirmed_at'])
        .select('console.session_id')
        .where('console.owner_sub', '=', key.ownerSub)
        .where('console.key_hash', '=', key.hash)
        .where('console.expires_at', '>', at)
        .where('grant.expires_at', '>', at)
        .where('owner.suspended_at', 'is', null)
        .executeTakeFirst();
      if (!row) return undefined;
      const { id, name, scopes, expires_at: expiresAt, confirmed_at: confirmedAt } = row;
      const signIn = await activeSessions(db, at)
        .select('session.id')
        .where('session.bucket', '=', bucketOfId(row.session_id))
        .where('session.id', '=', row.session_id)
        .where('session.owner_sub', '=', key.ownerSub)
        .executeTakeFirst();
      return signIn && { id, name, scopes, expiresAt, consoleKey: key, confirmedAt };
    },

    async deleteSession({ ownerSub, hash }: OwnSecretKey): Promise<void> {
      await db
        .deleteFrom('sso.console_sessions')
        .where('owner_sub', '=', ownerSub)
        .where('key_hash', '=', hash)
        .execute();
    },

    /** Deletes up to `limit` keys that expired before `before`. */
    deleteExpired: (before: Date, limit: number): Promise<number> =>
      deleteFound(db, {
        table: 'sso.console_sessions',
        key: ['key_hash'],
        condition: sql`expires_at < ${before}`,
        limit,
      }),
  };
}

function grantOf(row: Selectable<SsoDatabase['sso.console_grants']>): ConsoleGrant {
  return {
    id: row.id,
    name: row.name,
    sub: row.owner_sub,
    scopes: row.scopes,
    grantedBy: row.granted_by,
    grantedAt: row.granted_at,
    expiresAt: row.expires_at,
  };
}
