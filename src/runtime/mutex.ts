/** A lock with a queue: callers acquire it in the order of their calls. */
export interface Mutex {
  /** Resolves when the caller has the lock; rejects after the timeout. */
  acquire(): Promise<void>;
  /** Releases the lock to the next caller. */
  release(): void;
  readonly locked: boolean;
  readonly waiting: number;
}

/** Creates a mutex. @param timeout milliseconds, after which waiting rejects with the error of `reason` */
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
