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
