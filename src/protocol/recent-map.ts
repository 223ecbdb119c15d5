/** A map that forgets what was not read or written for longest once it is full. */
export interface RecentMap<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
  readonly size: number;
}

/**
 * @param capacity most that is kept, in entries; whatever untrusted callers send, memory stays bounded
 * @param weigh what an entry takes of the capacity, where that differs; one that takes more than all is not kept
 */
export function createRecentMap<Value>(capacity: number, weigh: (value: Value) => number = () => 1): RecentMap<Value> {
  // A Map iterates in insertion order, so the first key is the one that was idle longest.
  const entries = new Map<string, Value>();
  let taken = 0;
  const remove = (key: string): void => {
    const value = entries.get(key);
    if (value !== undefined && entries.delete(key)) taken -= weigh(value);
  };
  const set = (key: string, value: Value): void => {
    remove(key);
    entries.set(key, value);
    taken += weigh(value);
    for (const idle of entries.keys()) {
      if (taken <= capacity) return;
      remove(idle);
    }
  };
  return {
    get(key) {
      const value = entries.get(key);
      if (value !== undefined) set(key, value);
      return value;
    },
    set,
    delete: remove,
    get size() {
      return entries.size;
    },
  };
}
