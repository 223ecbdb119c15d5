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
  let locked = false;
  return {
    acquire() {
      if (!locked) {
        locked = true;
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
      } else locked = false;
    },
    get locked() {
      return locked;
    },
    get waiting() {
      return queue.size;
    },
  };
}
