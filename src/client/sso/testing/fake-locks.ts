import { vi } from 'vitest';
import type { TokenStorage } from '../token-storage.ts';

/**
 * Makes this process a page with Web Locks whose own storage is the given one. `vi.unstubAllGlobals` ends it.
 *
 * @returns the names of the locks that were given, or queued for
 */
export function stubPageWithLocks(localStorage: TokenStorage): readonly string[] {
  const names: string[] = [];
  const queues = new Map<string, Promise<unknown>>();
  type Run = (lock: object | null) => Promise<unknown>;
  const request = (name: string, ...given: [Run] | [{ readonly ifAvailable: boolean }, Run]) => {
    const [{ ifAvailable }, run] = given.length === 1 ? [{ ifAvailable: false }, given[0]] : given;
    if (ifAvailable && queues.has(name)) return run(null);
    names.push(name);
    const turn = (queues.get(name) ?? Promise.resolve()).then(() => run({ name }));
    const over = turn
      .catch(() => undefined)
      .then(() => {
        if (queues.get(name) === over) queues.delete(name);
      });
    queues.set(name, over);
    return turn;
  };
  vi.stubGlobal('window', { localStorage });
  vi.stubGlobal('navigator', { locks: { request } });
  return names;
}
