import type { Kysely, Selectable } from 'kysely';
import { newestFirst } from '../../runtime/newest-first.ts';
import { isForeignKeyViolation } from '../../runtime/database-errors.ts';
import type { ExpiringStore } from '../../runtime/delete-expired.ts';
import type { PagePosition } from '../../runtime/page.ts';
import type { BrowserSessionTable } from '../tables/owners.ts';
import type { SsoDatabase } from '../database.ts';
import type { Place } from '../place.ts';
import { lockActiveOwner } from './lock-owner.ts';
import { recordBrowserLogout } from './logout-notices.ts';

/** Time within which a further use is not stored, milliseconds: reading a page sends several requests. */
const useInterval = 60_000;

/** A browser session; only the hash of its cookie is stored. */
export interface BrowserSession {
  /** Public id. */
  readonly id: string;
  readonly tokenHash: string;
  readonly sub: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  /** Where it was last used; null when it was not recorded. */
  readonly place: Place | null;
}

export type NewBrowserSessionRow = Omit<BrowserSession, 'lastUsedAt'> & { readonly place: Place };

export interface BrowserSessionQuery {
  readonly sub: string;
  readonly at: Date;
  readonly limit: number;
  /** Last session of the previous page. */
  readonly after?: PagePosition | undefined;
}

export interface BrowserSessionStore extends ExpiringStore {
  /** @returns false when the owner was deleted or suspended */
  create(session: NewBrowserSessionRow): Promise<boolean>;
  /** Updates time and place of the last use. @returns the owner of a live session, and the last ceremony in it */
  use(tokenHash: string, at: Date, place: Place): Promise<{ sub: string; confirmedAt: Date } | undefined>;
  /** Lists live sessions of an owner, the most recently started first. */
  list(query: BrowserSessionQuery): Promise<readonly BrowserSession[]>;
  /** Signs a browser out: its session ends, and the applications of that browser receive a logout token. */
  signOut(tokenHash: string, at: Date): Promise<void>;
  /** Replaces a session of the same browser by a newer one of its owner, or ends it when it was another owner's. */
  replace(tokenHash: string, successor: { readonly id: string; readonly sub: string }, at: Date): Promise<void>;
  /** Signs out a live session by its public id. @returns it; undefined when the owner has no such one */
  deleteById(sub: string, id: string, at: Date): Promise<BrowserSession | undefined>;
  /** Signs out all sessions of an owner, but for the one to keep. */
  deleteAll(sub: string, at: Date, keptSession?: string): Promise<void>;
}

export function createBrowserSessionStore(db: Kysely<SsoDatabase>): BrowserSessionStore {
  return {
    create: async ({ id, tokenHash, sub, createdAt, expiresAt, place }) => {
      if (!(await lockActiveOwner(db, sub))) return false;
      try {
        await db
          .insertInto('sso.browser_sessions')
          .values({
            token_hash: tokenHash,
            id,
            owner_sub: sub,
            created_at: createdAt,
            last_used_at: createdAt,
            expires_at: expiresAt,
            ip: place.ip,
            user_agent: place.userAgent,
          })
          .execute();
        return true;
      } catch (error) {
        if (isForeignKeyViolation(error)) return false;
        throw error;
      }
    },

    use: async (tokenHash, at, place) => {
      const row = await db
        .selectFrom('sso.browser_sessions')
        .select(['owner_sub', 'last_used_at', 'authenticated_at', 'created_at'])
        .where('token_hash', '=', tokenHash)
        .where('expires_at', '>', at)
        .executeTakeFirst();
      if (row && at.getTime() - row.last_used_at.getTime() >= useInterval)
        await db
          .updateTable('sso.browser_sessions')
          .set({ last_used_at: at, ip: place.ip, user_agent: place.userAgent })
          .where('token_hash', '=', tokenHash)
          .execute();
      return row && { sub: row.owner_sub, confirmedAt: row.authenticated_at ?? row.created_at };
    },

    list: async ({ sub, at, limit, after }) => {
      const rows = await db
        .selectFrom('sso.browser_sessions')
        .selectAll()
        .where('owner_sub', '=', sub)
        .where('expires_at', '>', at)
        .$call(newestFirst('created_at', 'id', { limit, after }))
        .execute();
      return rows.map(browserSessionOf);
    },

    signOut: async (tokenHash, at) => {
      const ended = await db
        .deleteFrom('sso.browser_sessions')
        .where('token_hash', '=', tokenHash)
        .returning('id')
        .execute();
      await recordBrowserLogout(db, { browserSessions: ended.map(({ id }) => id), at });
    },

    replace: async (tokenHash, successor, at) => {
      const former = await db
        .deleteFrom('sso.browser_sessions')
        .where('token_hash', '=', tokenHash)
        .returning(['id', 'owner_sub'])
        .executeTakeFirst();
      if (!former) return;
      if (former.owner_sub !== successor.sub) return recordBrowserLogout(db, { browserSessions: [former.id], at });
      await db
        .updateTable('sso.sessions')
        .set({ browser_session_id: successor.id })
        .where('browser_session_id', '=', former.id)
        .execute();
    },

    deleteById: async (sub, id, at) => {
      const row = await db
        .deleteFrom('sso.browser_sessions')
        .where('id', '=', id)
        .where('owner_sub', '=', sub)
        .where('expires_at', '>', at)
        .returningAll()
        .executeTakeFirst();
      if (row) await recordBrowserLogout(db, { browserSessions: [row.id], at });
      return row && browserSessionOf(row);
    },

    deleteAll: async (sub, at, keptSession) => {
      const ended = await db
        .deleteFrom('sso.browser_sessions')
        .where('owner_sub', '=', sub)
        .$if(keptSession !== undefined, (query) => query.where('token_hash', '<>', keptSession ?? ''))
        .returning('id')
        .execute();
      await recordBrowserLogout(db, { browserSessions: ended.map(({ id }) => id), at });
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

function browserSessionOf(row: Selectable<BrowserSessionTable>): BrowserSession {
  return {
    id: row.id,
    tokenHash: row.token_hash,
    sub: row.owner_sub,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    place: row.ip === null ? null : { ip: row.ip, userAgent: row.user_agent },
  };
}
