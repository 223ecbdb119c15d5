/** Where a client keeps its values: the part of the Web Storage interface that it uses. Synchronous. */
export interface TokenStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Values in this process only: for servers, tests, and browsers that refuse storage. */
export function createMemoryStorage(): TokenStorage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

/**
 * The browser's storage of a kind; memory of its own outside browsers, so that two users on one server share nothing,
 * and where the browser refuses storage (a sandboxed frame).
 */
export function defaultStorage(kind: 'localStorage' | 'sessionStorage'): TokenStorage {
  // Recent Node has a global localStorage too, one for all users of a process.
  if (typeof window === 'undefined' || typeof document === 'undefined') return createMemoryStorage();
  try {
    return window[kind] ?? createMemoryStorage();
  } catch {
    return createMemoryStorage();
  }
}
