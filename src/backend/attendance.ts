import { LRUCache } from 'lru-cache';
import type { UserRow, UserStore } from './store/users.ts';
import type { User } from './user.ts';

/** Milliseconds in which one process writes once that the same person was here. */
const interval = 60_000;

/** So many people are remembered; somebody who is forgotten is written down again, that is all. */
const people = 50_000;

/** Writes down that somebody was here. @returns their row, or undefined when it was written a moment ago. */
export type Attend = (user: User) => Promise<UserRow | undefined>;

export interface AttendanceParts {
  readonly users: UserStore;
  readonly now: () => Date;
  readonly newId: () => string;
}

export function createAttendance({ users, now, newId }: AttendanceParts): Attend {
  const written = new LRUCache<string, number>({ max: people });
  return async ({ platformId }) => {
    const at = now();
    const last = written.get(platformId);
    if (last !== undefined && Math.abs(at.getTime() - last) < interval) return undefined;
    written.set(platformId, at.getTime());
    try {
      return await users.seen({ id: newId(), platformId, at });
    } catch (error) {
      written.delete(platformId);
      throw error;
    }
  };
}
