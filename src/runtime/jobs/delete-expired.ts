import type { BaseLogger } from 'pino';
import type { ServiceMetrics } from '../observe/metrics.ts';
import { repeat, type Repetition, type RepetitionOptions } from './repeat.ts';

/** A store whose rows expire. */
export interface ExpiringStore {
  /** Deletes at most `limit` rows that expired before `now`. @returns the number of deleted rows. */
  deleteExpired(now: Date, limit: number): Promise<number>;
}

/**
 * Deletes in batches until a batch is not full, so that no statement holds locks for long.
 *
 * @param deleteBatch deletes at most `limit` rows and returns how many it deleted
 * @returns the number of deleted rows
 */
export async function deleteInBatches(deleteBatch: (limit: number) => Promise<number>, limit = 1000): Promise<number> {
  let total = 0;
  for (;;) {
    const deleted = await deleteBatch(limit);
    total += deleted;
    if (deleted < limit) return total;
  }
}

/** Milliseconds between two rounds. */
const roundInterval = 60_000;

interface DeletingExpiredDependencies {
  readonly log: Pick<BaseLogger, 'error'>;
  readonly metrics: ServiceMetrics;
  readonly schedule?: RepetitionOptions['schedule'];
}

/**
 * Deletes expired rows once a minute, in batches. Logs a round that fails and counts every round in the metric
 * `expired_rows_deletion_duration_seconds`.
 *
 * @param deletions one per kind of rows; they run in order
 */
export function startDeletingExpired(
  deletions: readonly ((limit: number) => Promise<number>)[],
  { log, metrics, ...options }: DeletingExpiredDependencies,
): Repetition {
  const observe = metrics.outcomeHistogram(
    'expired_rows_deletion_duration_seconds',
    'Duration of the rounds that delete expired rows',
  );
  const round = async () => {
    const startedAt = performance.now();
    const ended = (outcome: string) => observe(outcome, (performance.now() - startedAt) / 1000);
    try {
      for (const deletion of deletions) await deleteInBatches(deletion);
      ended('succeeded');
    } catch (error) {
      ended('failed');
      log.error({ err: error }, 'deleting expired rows failed; the next round tries again');
    }
  };
  return repeat(roundInterval, round, options);
}
