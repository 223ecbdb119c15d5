import { vi } from 'vitest';
import type { TokenStorage } from '../token-storage.ts';

/**
 * Makes this process a page with Web Locks whose own storage is the given one. `vi.unstubAllGlobals` ends it.
 *
 * @returns the names that were asked for
 */
export function stubPageWithLocks(localStorage: TokenStorage): readonly string[] {
  const names: string[] = [];
  const queues = new Map<string, Promise<unknown>>();
  const request = <T>(name: string, run: () => Promise<T>): Promise<T> => {
    names.push(name);
    const turn = (queues.get(name) ?? Promise.resolve()).then(run);
    queues.set(
      name,
      turn.catch(() => undefined),
    );
    return turn;
  };
  vi.stubGlobal('window', { localStorage });
  vi.stubGlobal('navigator', { locks: { request } });
  return names;
}
