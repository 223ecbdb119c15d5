import type { BaseLogger } from 'pino';
import type { ServiceMetrics } from './metrics.ts';

/** Background work that repeats. */
export interface Repeating {
  /** Resolves once the run under way, if any, has ended. No further one starts. */
  readonly stop: () => Promise<void>;
}

export interface RepeatingOptions {
  readonly onError?: (error: unknown) => void;
  /** Default: the system's timer. It must not keep the process alive. */
  readonly schedule?: ((task: () => void, ms: number) => { readonly cancel: () => void }) | undefined;
}

const systemSchedule = (task: () => void, ms: number) => {
  const timer = setTimeout(task, ms);
  timer.unref();
  return { cancel: () => clearTimeout(timer) };
};

/**
 * Runs a task again and again, `intervalMs` after its last run ended: runs never overlap, however long one takes.
 * A run that fails is reported and the next one comes all the same.
 */
export function every(intervalMs: number, task: () => Promise<unknown>, options: RepeatingOptions = {}): Repeating {
  const { onError = () => undefined, schedule = systemSchedule } = options;
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

/** Deletes in batches until one is not full, so that no statement holds locks for long. @returns how many rows went. */
export async function pruneInBatches(batch: (limit: number) => Promise<number>, limit = 1000): Promise<number> {
  let total = 0;
  for (;;) {
    const deleted = await batch(limit);
    total += deleted;
    if (deleted < limit) return total;
  }
}

/** Milliseconds between two rounds of removing what is over. */
const pruneInterval = 60_000;

export interface PruningParts {
  readonly log: Pick<BaseLogger, 'error'>;
  readonly metrics: ServiceMetrics;
  readonly schedule?: RepeatingOptions['schedule'];
}

/** Removes what is over, now and then: one kind of rows after the other, in batches. How it went is logged and counted. */
export function startPruning(
  prunes: readonly ((limit: number) => Promise<number>)[],
  { log, metrics, ...options }: PruningParts,
): Repeating {
  const measure = metrics.outcomes('pruning_duration_seconds', 'Rounds of removing rows that are over');
  const round = async () => {
    const started = performance.now();
    const ended = (outcome: string) => measure(outcome, (performance.now() - started) / 1000);
    try {
      for (const prune of prunes) await pruneInBatches(prune);
      ended('succeeded');
    } catch (error) {
      ended('failed');
      log.error({ err: error }, 'rows that are over could not be removed; the next round tries again');
    }
  };
  return every(pruneInterval, round, options);
}
