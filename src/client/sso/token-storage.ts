/** Synchronous storage of a client: the used part of the Web Storage interface. */
export interface TokenStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Creates in-memory storage for servers, tests and browsers that deny storage. */
export function createMemoryStorage(): TokenStorage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

/**
 * Returns a storage of the browser, or new in-memory storage outside browsers (so that users of one server share nothing) and
 * when the browser denies storage (sandboxed frames).
 */
export function defaultStorage(kind: 'localStorage' | 'sessionStorage'): TokenStorage {
  // Recent Node versions have a global localStorage shared by all users of the process.
  if (typeof window === 'undefined' || typeof document === 'undefined') return createMemoryStorage();
  try {
    return window[kind] ?? createMemoryStorage();
  } catch {
    return createMemoryStorage();
  }
}
