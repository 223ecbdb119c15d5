import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { bucketOf } from '../../runtime/database/bucket.ts';
import type { BackendDatabase } from '../database.ts';
import { LRUCache } from 'lru-cache';

export type UserRow = Selectable<BackendDatabase['backend.users']>;

export interface SeenUser {
  /** Id to use if the row is inserted. */
  readonly id: string;
  readonly platformId: string;
  readonly at: Date;
}

export function createUserStore(db: Kysely<BackendDatabase>) {
  return {
    /** Creates the user or updates the last-seen time, in one statement: of concurrent first calls, one inserts the row. */
    recordSeen: ({ id, platformId, at }: SeenUser): Promise<UserRow> =>
      db
        .insertInto('backend.users')
        .values({ bucket: bucketOf(platformId), id, platform_id: platformId, created_at: at, updated_at: at })
        .onConflict((conflict) =>
          // Clocks of machines differ; the later time wins.
          conflict
            .columns(['bucket', 'platform_id'])
            .doUpdateSet({ updated_at: sql`greatest(users.updated_at, excluded.updated_at)` }),
        )
        .returningAll()
        .executeTakeFirstOrThrow(),
  };
}

/** Makes invoices that a person creates at the same time, and the erasure of the person, wait for the end of the transaction. */
export async function lockUser(trx: Transaction<BackendDatabase>, user: SeenUser): Promise<void> {
  const { platformId } = user;
  const known = await trx
    .selectFrom('backend.users')
    .select('id')
    .where('bucket', '=', bucketOf(platformId))
    .where('platform_id', '=', platformId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  // The person was erased after the request had been authenticated.
  if (known === undefined) await createUserStore(trx).recordSeen(user);
}

type UserStore = ReturnType<typeof createUserStore>;

/** The authenticated user of a request. */
export interface User {
  /** The `sub` of the access token. */
  readonly platformId: string;
}

/** OpenID Connect Core §2: a `sub` has at most 255 characters. */
const maxLength = 255;

/** @returns undefined for a `sub` that cannot be stored: too long, with an unpaired surrogate or with U+0000 */
export function userOf(sub: string): User | undefined {
  return sub.length <= maxLength && sub.isWellFormed() && !sub.includes('\0') ? { platformId: sub } : undefined;
}

/** Minimum time between two writes for one user by one process, milliseconds. */
const interval = 60_000;

/** Number of users remembered per process; a forgotten user is written again. */
const maxUsers = 50_000;

/** Updates the user's last-seen time. @returns the user's row, or undefined within a minute of the last write. */
export type UpdateLastSeen = (user: User) => Promise<UserRow | undefined>;

interface LastSeenDependencies {
  readonly users: UserStore;
  readonly now: () => Date;
  readonly newId: () => string;
}

export function createLastSeenUpdater({ users, now, newId }: LastSeenDependencies): UpdateLastSeen {
  const written = new LRUCache<string, number>({ max: maxUsers });
  return async ({ platformId }) => {
    const at = now();
    const last = written.get(platformId);
    if (last !== undefined && Math.abs(at.getTime() - last) < interval) return undefined;
    written.set(platformId, at.getTime());
    try {
      return await users.recordSeen({ id: newId(), platformId, at });
    } catch (error) {
      written.delete(platformId);
      throw error;
    }
  };
}
