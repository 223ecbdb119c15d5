import { type Kysely, type Selectable, sql } from 'kysely';
import type { OwnSecretKey } from '../tokens/grant-secrets.ts';
import { newestFirst } from '../../runtime/database/queries.ts';
import { deleteFound } from '../../runtime/database/delete-found.ts';
import { isForeignKeyViolation } from '../../runtime/database/database-errors.ts';
import type { ExpiringStore } from '../../runtime/jobs/delete-expired.ts';
import type { PagePosition } from '../../runtime/http/page.ts';
import type { SsoDatabase } from '../database.ts';
import type { Authenticator } from '../caller/caller.ts';
import type { Place } from './place.ts';
import { lockActiveOwner } from '../owners/lock-owner-store.ts';

/** Time within which a further use is not stored, milliseconds: reading a page sends several requests. */
const useInterval = 60_000;

/** A browser session; only the hash of its cookie is stored. */
export interface BrowserSession {
  /** Public id. */
  readonly id: string;
  readonly tokenHash: string;
  readonly sub: string;
  /** The passkey that started it; null when it is not known. */
  readonly authenticator: Authenticator | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  /** Where it was last used; null when it was not recorded. */
  readonly place: Place | null;
}

/** A live session that a request presents. */
interface UsedBrowserSession {
  readonly browserSessionId: string;
  readonly sub: string;
  readonly authenticator: Authenticator | null;
  /** Last ceremony in it. */
  readonly confirmedAt: Date;
}

interface BrowserSessionStore extends ExpiringStore {
  /** @returns false when the owner was deleted or suspended */
  create(session: Omit<BrowserSession, 'lastUsedAt'> & { readonly place: Place }): Promise<boolean>;
  /** Updates time and place of the last use. @returns undefined unless the session is live */
  use(cookie: OwnSecretKey, at: Date, place: Place): Promise<UsedBrowserSession | undefined>;
  /** Lists live sessions of an owner, the most recently started first. */
  list(query: {
    readonly sub: string;
    readonly at: Date;
    readonly limit: number;
    /** Last session of the previous page. */
    readonly after?: PagePosition | undefined;
  }): Promise<readonly BrowserSession[]>;
  /** Deletes a session that a newer one of the same browser and owner replaces, which takes over what grew from it. */
  replace(former: Pick<BrowserSession, 'id' | 'sub'>, successor: string): Promise<void>;
}

export function createBrowserSessionStore(db: Kysely<SsoDatabase>): BrowserSessionStore {
  return {
    create: async ({ id, tokenHash, sub, authenticator, createdAt, expiresAt, place }) => {
      if (!(await lockActiveOwner(db, sub))) return false;
      try {
        await db
          .insertInto('sso.browser_sessions')
          .values({
            token_hash: tokenHash,
            id,
            owner_sub: sub,
            authenticator,
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

    use: async ({ ownerSub, hash }, at, place) => {
      const row = await db
        .selectFrom('sso.browser_sessions')
        .select(['id', 'owner_sub', 'authenticator', 'last_used_at', 'authenticated_at', 'created_at'])
        .where('owner_sub', '=', ownerSub)
        .where('token_hash', '=', hash)
        .where('expires_at', '>', at)
        .executeTakeFirst();
      if (row && at.getTime() - row.last_used_at.getTime() >= useInterval)
        await db
          .updateTable('sso.browser_sessions')
          .set({ last_used_at: at, ip: place.ip, user_agent: place.userAgent })
          .where('owner_sub', '=', ownerSub)
          .where('token_hash', '=', hash)
          .execute();
      return (
        row && {
          browserSessionId: row.id,
          sub: row.owner_sub,
          authenticator: row.authenticator,
          confirmedAt: row.authenticated_at ?? row.created_at,
        }
      );
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

    replace: async ({ id, sub }, successor) => {
      // The lock waits for redemptions below the former session.
      await sql`select from sso.browser_sessions where id = ${id} and owner_sub = ${sub} for update`.execute(db);
      for (const table of ['sso.authorization_requests', 'sso.sessions'] as const)
        await db
          .updateTable(table)
          .set({ browser_session_id: successor })
          .where('browser_session_id', '=', id)
          .where('owner_sub', '=', sub)
          .execute();
      await db.deleteFrom('sso.browser_sessions').where('id', '=', id).where('owner_sub', '=', sub).execute();
    },

    deleteExpired: (before, limit) =>
      deleteFound(db, {
        table: 'sso.browser_sessions',
        key: ['token_hash'],
        condition: sql`expires_at < ${before}`,
        limit,
      }),
  };
}

function browserSessionOf(row: Selectable<SsoDatabase['sso.browser_sessions']>): BrowserSession {
  return {
    id: row.id,
    tokenHash: row.token_hash,
    sub: row.owner_sub,
    authenticator: row.authenticator,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    place: row.ip === null ? null : { ip: row.ip, userAgent: row.user_agent },
  };
}
