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

/** The database is away: asking at once again helps nobody, milliseconds. */
const failurePauseMs = 2_000;

export function startWorkerLoop({ name, round, pollMs, log }: WorkerLoopOptions): WorkerLoop {
  const abort = new AbortController();
  const { signal } = abort;
  let woken = false;
  let endPause: (() => void) | undefined;

  const wake = () => {
    woken = true;
    endPause?.();
  };
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
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
        log.error({ err: error }, `${name}: a round failed; the next one comes in ${failurePauseMs} ms`);
        woken = false;
        if (!signal.aborted) await pause(failurePauseMs);
      }
      // What woke the loop during the round may have come too late for it.
      if (!woken && !signal.aborted) await pause(pollMs);
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
