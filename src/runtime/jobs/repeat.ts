import type { BaseLogger } from 'pino';

/** A task that runs periodically. */
export interface Repetition {
  /** Cancels the next run and resolves when the current run, if any, has ended. */
  readonly stop: () => Promise<void>;
}

export interface RepetitionOptions {
  readonly onError?: (error: unknown) => void;
  /** Default: `setTimeout` without a reference, so that the timer does not keep the process alive. */
  readonly schedule?: ((task: () => void, ms: number) => { readonly cancel: () => void }) | undefined;
}

const scheduleTimeout = (task: () => void, ms: number) => {
  const timer = setTimeout(task, ms);
  timer.unref();
  return { cancel: () => clearTimeout(timer) };
};

/**
 * Runs a task periodically. Each run starts `intervalMs` after the previous one has ended, so runs never overlap.
 * A run that rejects is passed to `onError` and does not end the repetition.
 */
export function repeat(intervalMs: number, task: () => Promise<unknown>, options: RepetitionOptions = {}): Repetition {
  const { onError = () => undefined, schedule = scheduleTimeout } = options;
  let stopped = false;
  let running: Promise<unknown> = Promise.resolve();
  let next = schedule(run, intervalMs);

  function run(): void {
    running = task()
      .catch(onError)
      .then(() => {
        if (!stopped) next = schedule(run, intervalMs);
      });
  }

  return {
    stop: async () => {
      stopped = true;
      next.cancel();
      await running;
    },
  };
}

/** Repeats rounds of work: on `wake`, and after `pollMs` at the latest. */
export interface WorkerLoop {
  readonly wake: () => void;
  /** Starts no further round; resolves when the current one is finished. */
  readonly stop: () => Promise<void>;
}

interface WorkerLoopOptions {
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

/** Settles as `work` does, or rejects with `reason` after the timeout, which does not cancel `work`. */
export async function withTimeout<Result>(
  milliseconds: number,
  work: Promise<Result>,
  reason: string,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${reason} within ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
