import type { BaseLogger } from 'pino';

/** Work that is taken again and again: when woken, and otherwise every so often. */
export interface WorkerLoop {
  readonly wake: () => void;
  /** Takes no more; resolves when the round under way is over. */
  readonly stop: () => Promise<void>;
}

export interface WorkerLoopOptions {
  readonly name: string;
  /** Takes what there is to do. A failure is logged and the next round tries again. */
  readonly round: () => Promise<void>;
  /** Longest time between two rounds, milliseconds. */
  readonly pollMs: number;
  readonly log: Pick<BaseLogger, 'error'>;
}

export function startWorkerLoop({ name, round, pollMs, log }: WorkerLoopOptions): WorkerLoop {
  const abort = new AbortController();
  const { signal } = abort;
  let woken = false;
  let endPause: (() => void) | undefined;

  const wake = () => {
    woken = true;
    endPause?.();
  };
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pollMs);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const run = async () => {
    while (!signal.aborted) {
      woken = false;
      try {
        await round();
      } catch (error) {
        log.error({ err: error }, `${name}: a round failed`);
      }
      // What woke the loop during the round may have come too late for it.
      if (!woken && !signal.aborted) await pause();
    }
  };
  const running = run();

  return {
    wake,
    stop: () => {
      abort.abort();
      wake();
      return running;
    },
  };
}
