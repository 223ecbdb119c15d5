/** A map that forgets what was not read or written for longest once it is full. */
export interface RecentMap<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
  readonly size: number;
}

/** @param capacity most entries kept; whatever untrusted callers send, memory stays bounded. */
export function createRecentMap<Value>(capacity: number): RecentMap<Value> {
  // A Map iterates in insertion order, so the first key is the one that was idle longest.
  const entries = new Map<string, Value>();
  const set = (key: string, value: Value): void => {
    entries.delete(key);
    entries.set(key, value);
    if (entries.size <= capacity) return;
    const [idle] = entries.keys();
    if (idle !== undefined) entries.delete(idle);
  };
  return {
    get(key) {
      const value = entries.get(key);
      if (value !== undefined) set(key, value);
      return value;
    },
    set,
    delete(key) {
      entries.delete(key);
    },
    get size() {
      return entries.size;
    },
  };
}
