import { setImmediate, setTimeout } from 'node:timers/promises';
import type { BaseLogger } from 'pino';
import type { DeliveryResult, DeliveryResults } from './store/delivery-results.ts';

/** Most results of one transaction. */
const maxBatch = 200;
const retryMs = 250;

export interface ResultWriterParts {
  readonly results: DeliveryResults;
  readonly now: () => Date;
  readonly log: Pick<BaseLogger, 'warn'>;
}

export interface ResultWriter {
  /**
   * Writes one result; those that arrive while another transaction is under way share the next one. While the database
   * is away it is tried again until the lease ends: what an endpoint was told already should not be told again.
   */
  readonly write: (result: DeliveryResult, leaseEndsAt: Date) => Promise<void>;
}

interface Waiting {
  readonly result: DeliveryResult;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export function createResultWriter({ results, now, log }: ResultWriterParts): ResultWriter {
  let waiting: Waiting[] = [];
  let flushing = false;

  const flush = async (): Promise<void> => {
    if (flushing) return;
    flushing = true;
    await setImmediate();
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxBatch);
      waiting = waiting.slice(maxBatch);
      try {
        const paused = await results.record(batch.map(({ result }) => result));
        for (const appId of paused) log.warn({ appId }, 'webhook paused: it only failed for 5 days');
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    flushing = false;
  };

  const once = (result: DeliveryResult) =>
    new Promise<void>((resolve, reject) => {
      waiting.push({ result, resolve, reject });
      void flush();
    });

  const write = async (result: DeliveryResult, leaseEndsAt: Date): Promise<void> => {
    try {
      await once(result);
    } catch (error) {
      if (now() >= leaseEndsAt) throw error;
      await setTimeout(retryMs);
      await write(result, leaseEndsAt);
    }
  };

  return { write };
}
