import { setTimeout } from 'node:timers/promises';
import type { BaseLogger } from 'pino';
import type { LeasedWebhook, WebhookDeliveryStore, WebhookResult } from './delivery-store.ts';

/** Maximum number of results in one transaction. */
const maxBatch = 200;
/** Results of this time share a statement, milliseconds: a statement for each would cost more than its delivery. */
const pauseMs = 5;
const retryMs = 250;

const notices = {
  failing_for_an_hour: 'webhook fails: all attempts of the last hour failed',
  failing: 'webhook paused: all attempts failed for 5 days',
  gone: 'webhook paused: the endpoint responded 410',
};

export interface DeliveryResultWriterDependencies {
  readonly store: Pick<WebhookDeliveryStore<LeasedWebhook>, 'record'>;
  readonly now: () => Date;
  readonly log: Pick<BaseLogger, 'warn'>;
}

export interface DeliveryResultWriter {
  /**
   * Writes one result, together with those of the next milliseconds. While the database is unreachable,
   * retries until the lease ends, so that a delivered event is not sent again.
   */
  readonly write: (result: WebhookResult, leaseEndsAt: Date) => Promise<void>;
}

interface Waiting {
  readonly result: WebhookResult;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export function createDeliveryResultWriter({
  store,
  now,
  log,
}: DeliveryResultWriterDependencies): DeliveryResultWriter {
  let waiting: Waiting[] = [];
  let flushing = false;

  const flush = async (): Promise<void> => {
    if (flushing) return;
    flushing = true;
    while (waiting.length > 0) {
      await setTimeout(pauseMs);
      const batch = waiting.slice(0, maxBatch);
      waiting = waiting.slice(maxBatch);
      try {
        const changed = await store.record(batch.map(({ result }) => result));
        for (const { endpointId, reason } of changed) log.warn({ endpointId }, notices[reason]);
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    flushing = false;
  };

  const once = (result: WebhookResult) =>
    new Promise<void>((resolve, reject) => {
      waiting.push({ result, resolve, reject });
      void flush();
    });

  const write = async (result: WebhookResult, leaseEndsAt: Date): Promise<void> => {
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
