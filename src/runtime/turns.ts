/** One after another, first come, first served. */
export interface Turns {
  /** Resolves when it is the caller's turn; rejects when that takes too long. */
  take(): Promise<void>;
  /** Ends the caller's turn. */
  pass(): void;
  readonly taken: boolean;
  readonly waiting: number;
}

/** @param timeout milliseconds; waiting longer than this rejects with what `reason` makes. */
export function createTurns(timeout: number, reason: () => Error): Turns {
  const queue = new Set<() => void>();
  let taken = false;
  return {
    take() {
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
    pass() {
      const [next] = queue;
      if (next) {
        queue.delete(next);
        next();
      } else taken = false;
    },
    get taken() {
      return taken;
    },
    get waiting() {
      return queue.size;
    },
  };
}
