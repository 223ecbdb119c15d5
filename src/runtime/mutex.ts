/** One after another, first come, first served. */
export interface Mutex {
  /** Resolves when it is the caller's turn; rejects when that takes too long. */
  acquire(): Promise<void>;
  /** Ends the caller's turn. */
  release(): void;
  readonly locked: boolean;
  readonly waiting: number;
}

/** @param timeout milliseconds; waiting longer than this rejects with what `reason` makes. */
export function createMutex(timeout: number, reason: () => Error): Mutex {
  const queue = new Set<() => void>();
  let taken = false;
  return {
    acquire() {
      if (!taken) {
        taken = true;
        return Promise.resolve();
      }
      return new Promise((resolve, reject) => {
        const start = () => {
          clearTimeout(timer);
          resolve();
        };
        const timer = setTimeout(() => {
          queue.delete(start);
          reject(reason());
        }, timeout);
        queue.add(start);
      });
    },
    release() {
      const [next] = queue;
      if (next) {
        queue.delete(next);
        next();
      } else taken = false;
    },
    get locked() {
      return taken;
    },
    get waiting() {
      return queue.size;
    },
  };
}
