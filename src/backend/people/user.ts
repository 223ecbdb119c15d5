import { LRUCache } from 'lru-cache';
import type { UserRow, UserStore } from './user-store.ts';

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

export interface LastSeenDependencies {
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
