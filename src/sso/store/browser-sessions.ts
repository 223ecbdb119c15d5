import type { Kysely } from 'kysely';
import { isForeignKeyViolation } from '../../runtime/database-errors.ts';
import type { ExpiringStore } from '../../runtime/delete-expired.ts';
import type { SsoDatabase } from '../database.ts';

/** A browser session; only the hash of its cookie is stored. */
export interface BrowserSession {
  readonly tokenHash: string;
  readonly sub: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface BrowserSessionStore extends ExpiringStore {
  /** @returns false when the owner was deleted */
  create(session: BrowserSession): Promise<boolean>;
  /** @returns the owner of a live session */
  ownerOf(tokenHash: string, now: Date): Promise<string | undefined>;
  delete(tokenHash: string): Promise<void>;
  /** Deletes the sessions of an owner, but for the one to keep. */
  deleteAll(sub: string, keptSession?: string): Promise<void>;
}

export function createBrowserSessionStore(db: Kysely<SsoDatabase>): BrowserSessionStore {
  return {
    create: async ({ tokenHash, sub, createdAt, expiresAt }) => {
      try {
        await db
          .insertInto('sso.browser_sessions')
          .values({ token_hash: tokenHash, owner_sub: sub, created_at: createdAt, expires_at: expiresAt })
          .execute();
        return true;
      } catch (error) {
        if (isForeignKeyViolation(error)) return false;
        throw error;
      }
    },

    ownerOf: async (tokenHash, now) => {
      const row = await db
        .selectFrom('sso.browser_sessions')
        .select('owner_sub')
        .where('token_hash', '=', tokenHash)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return row?.owner_sub;
    },

    delete: async (tokenHash) => {
      await db.deleteFrom('sso.browser_sessions').where('token_hash', '=', tokenHash).execute();
    },

    deleteAll: async (sub, keptSession) => {
      const all = db.deleteFrom('sso.browser_sessions').where('owner_sub', '=', sub);
      await (keptSession === undefined ? all : all.where('token_hash', '<>', keptSession)).execute();
    },

    deleteExpired: async (before, limit) => {
      const { numDeletedRows } = await db
        .deleteFrom('sso.browser_sessions')
        .where('token_hash', 'in', (query) =>
          query
            .selectFrom('sso.browser_sessions')
            .select('token_hash')
            .where('expires_at', '<', before)
            .orderBy('expires_at')
            .limit(limit),
        )
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}
