import type { BaseLogger } from 'pino';
import type { ObserveOutcome } from '../runtime/metrics.ts';
import type { Tracing } from '../runtime/tracing.ts';
import { type DeliveryAttemptDependencies, attemptDelivery } from './delivery-attempt.ts';
import { createDeliveryResultWriter } from './delivery-result-writer.ts';
import { createEndpointQueues, type FinishedAttempt, type LeasedDelivery } from './endpoint-queues.ts';
import { createFairQueue } from './fair-queue.ts';
import type { ClaimedDelivery, DeliveryQueue } from './store/delivery-queue.ts';
import type { DeliveryResults } from './store/delivery-results.ts';
import type { DueApp } from './store/due-apps.ts';
import { startWorkerLoop, type WorkerLoop } from './worker-loop.ts';

/** Attempts in flight in one process; an attempt that waits for a slow endpoint costs little. */
const maxInFlight = 1024;
/** Attempts in flight at slow or failing endpoints; the remainder is reserved for the others. */
const maxInFlightSlow = 512;
/** A claimed delivery without a result after this time is claimed again, milliseconds. */
const leaseMs = 30_000;
const pollMs = 500;

export interface DeliveryWorkerDependencies extends DeliveryAttemptDependencies {
  readonly queue: DeliveryQueue;
  readonly results: DeliveryResults;
  readonly newId: () => string;
  readonly log: Pick<BaseLogger, 'error' | 'warn'>;
  /** Counts attempts by outcome and measures their latency. */
  readonly measure: ObserveOutcome;
  /** Continues the trace of the request that caused the event. */
  readonly continueTrace: Tracing['continueTrace'];
}

/** Delivers status webhooks from the outbox. Any number of workers share one outbox. */
export interface DeliveryWorker {
  readonly start: () => void;
  readonly wake: () => void;
  /** Claims no more, finishes attempts in flight and releases the rest. */
  readonly stop: () => Promise<void>;
  /** Delivers everything that is due now, without `start`. @returns the number of attempts */
  readonly drain: () => Promise<number>;
}

export function createDeliveryWorker(dependencies: DeliveryWorkerDependencies): DeliveryWorker {
  const { queue, now, newId, log, measure, continueTrace } = dependencies;
  const writer = createDeliveryResultWriter(dependencies);
  let loop: WorkerLoop | undefined;

  const logLostResult =
    ({ delivery }: LeasedDelivery) =>
    (error: unknown) =>
      log.error({ err: error, deliveryId: delivery.id }, 'the result of a webhook attempt was not recorded');

  const attempt = async (leased: LeasedDelivery): Promise<FinishedAttempt> => {
    const { delivery, lease } = leased;
    try {
      const result = await continueTrace(delivery.traceparent, () => attemptDelivery(delivery, dependencies));
      measure(result.succeeded ? 'succeeded' : 'failed', result.latencyMs / 1000);
      const written = writer.write({ ...result, worker: lease.worker }, lease.endsAt).catch(logLostResult(leased));
      return { latencyMs: result.succeeded ? result.latencyMs : undefined, written };
    } catch (error) {
      return { latencyMs: undefined, written: Promise.resolve(logLostResult(leased)(error)) };
    }
  };
  const release = async (leased: readonly LeasedDelivery[]): Promise<void> => {
    const releases = leased.map(({ delivery: { appId, id, abandonedAt }, lease: { worker } }) => ({
      appId,
      id,
      worker,
      abandoned: abandonedAt !== null,
    }));
    try {
      await queue.release(releases, now());
    } catch (error) {
      log.error({ err: error }, 'deliveries were not released; they are due again when their lease ends');
    }
  };
  const queues = createEndpointQueues({ attempt, release, onCapacity: () => loop?.wake(), now });
  const fastApps = createFairQueue();
  const slowApps = createFairQueue();

  const claim = async (apps: readonly DueApp[], limit: number): Promise<readonly ClaimedDelivery[]> => {
    const claimedAt = now();
    // Every claim has its own id: a result that arrives after the lease ended then matches no row.
    const lease = { worker: newId(), endsAt: new Date(claimedAt.getTime() + leaseMs) };
    const capacities = apps.map(({ appId }) => ({ appId, capacity: queues.capacity(appId) }));
    const claimed = await queue.claim({
      worker: lease.worker,
      now: claimedAt,
      leaseEndsAt: lease.endsAt,
      limit,
      capacities,
    });
    queues.add(claimed.map((delivery) => ({ delivery, lease })));
    return claimed;
  };

  const capacity = (): number => maxInFlight - queues.inFlight().all;
  const slowCapacity = (): number => Math.min(capacity(), maxInFlightSlow - queues.inFlight().slow);

  /** Claims once for all apps with due deliveries. @returns the number of claimed deliveries */
  const round = async (): Promise<number> => {
    if (capacity() <= 0) return 0;
    const due = (await queue.dueApps(now())).filter(({ appId }) => queues.capacity(appId) > 0);
    const { fast = [], slow = [] } = Object.groupBy(due, ({ appId, failing }) =>
      failing || queues.isSlow(appId) ? 'slow' : 'fast',
    );
    const claimedFast = await fastApps.serve(fast, { capacity, claim });
    const claimedSlow = await slowApps.serve(slow, { capacity: slowCapacity, claim });
    return claimedFast + claimedSlow;
  };

  return {
    start: () => {
      loop ??= startWorkerLoop({ name: 'webhook deliveries', round: async () => void (await round()), pollMs, log });
    },
    wake: () => loop?.wake(),
    stop: async () => {
      await loop?.stop();
      await queues.clear();
      await queues.idle();
    },
    drain: async () => {
      let attempts = 0;
      for (let claimed = await round(); claimed > 0; claimed = await round()) {
        attempts += claimed;
        await queues.idle();
      }
      return attempts;
    },
  };
}
