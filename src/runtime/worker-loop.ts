import type { BaseLogger } from 'pino';

/** Repeats rounds of work: on `wake`, and after `pollMs` at the latest. */
export interface WorkerLoop {
  readonly wake: () => void;
  /** Starts no further round; resolves when the current one is finished. */
  readonly stop: () => Promise<void>;
}

export interface WorkerLoopOptions {
  readonly name: string;
  /** Does the work that is due. A failure is logged, and the next round tries again. */
  readonly round: () => Promise<void>;
  /** Longest pause between two rounds, milliseconds. */
  readonly pollMs: number;
  readonly log: Pick<BaseLogger, 'error'>;
}

/** Pause after a failed round, milliseconds: an unreachable database needs time to recover. */
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
        log.error({ err: error }, `${name}: a round failed; the next one starts in ${failurePauseMs} ms`);
        woken = false;
        if (!signal.aborted) await pause(failurePauseMs);
      }
      // A wake during the round may concern work that the round did not see.
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
