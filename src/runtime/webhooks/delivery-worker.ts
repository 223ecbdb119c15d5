import type { BaseLogger } from 'pino';
import { createDatabaseClock } from '../database/database-clock.ts';
import { createFairQueue } from '../jobs/fair-queue.ts';
import { startWorkerLoop, type WorkerLoop } from '../jobs/repeat.ts';
import type { ObserveOutcome, ServiceMetrics } from '../observe/metrics.ts';
import type { Tracing } from '../observe/tracing.ts';
import { attemptDelivery, type WebhookAttemptDependencies } from './delivery-attempt.ts';
import type { DueEndpoint, LeasedWebhook, WebhookDeliveryStore, WebhookResult } from './delivery-store.ts';
import { createEndpointQueues, type FinishedAttempt, type LeasedDelivery } from './endpoint-queues.ts';
import { setTimeout } from 'node:timers/promises';

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

interface Waiting {
  readonly result: WebhookResult;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export function createDeliveryResultWriter({
  store,
  now,
  log,
}: {
  readonly store: Pick<WebhookDeliveryStore<LeasedWebhook>, 'record'>;
  readonly now: () => Date;
  readonly log: Pick<BaseLogger, 'warn'>;
}): {
  /**
   * Writes one result, together with those of the next milliseconds. While the database is unreachable,
   * retries until the lease ends, so that a delivered event is not sent again.
   */
  readonly write: (result: WebhookResult, leaseEndsAt: Date) => Promise<void>;
} {
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

/** Attempts in flight in one process; an attempt that waits for a slow endpoint costs little. */
const maxInFlight = 1024;
/** Attempts in flight at slow or failing endpoints; the remainder is reserved for the others. */
const maxInFlightSlow = 512;
/** A claimed delivery without a result after this time is claimed again, milliseconds. */
const leaseMs = 30_000;
const pollMs = 500;

interface DeliveryWorkerDependencies<Delivery extends LeasedWebhook> extends Omit<
  WebhookAttemptDependencies<Delivery>,
  'databaseNow'
> {
  readonly store: WebhookDeliveryStore<Delivery>;
  readonly newId: () => string;
  readonly log: Pick<BaseLogger, 'error' | 'warn'>;
  /** Counts attempts by outcome and measures their latency. */
  readonly measure: ObserveOutcome;
  readonly countOutcome?: (outcome: DeliveryOutcome, endpointId: string) => void;
  /** Continues the trace of the request that caused the event. */
  readonly continueTrace: Tracing['continueTrace'];
}

/** Delivers webhooks from an outbox. Any number of workers share one outbox. */
interface DeliveryWorker {
  readonly start: () => void;
  readonly wake: () => void;
  /** Claims no more, finishes attempts in flight and releases the rest. */
  readonly stop: () => Promise<void>;
  /** Delivers everything that is due now, without `start`. @returns the number of attempts */
  readonly drain: () => Promise<number>;
}

/**
 * Creates a worker that delivers the events of an outbox.
 *
 * An area brings its outbox (`store`) and the signed request of an event (`sign`); the engine does the rest: it claims due
 * deliveries under a lease of 30 s by the clock of the database, attempts each with a timeout of 10 s, repeats a failed
 * one after 5, 10, 20, 40, 80, 160 and 300 s (later when the receiver asks for it, up to 300 s), serves endpoints in
 * turn, and holds few attempts at slow and failing ones. A crash loses nothing and repeats at most one attempt; an
 * expired lease counts as an attempt. `wake` starts a round at once, otherwise one starts every 500 ms.
 *
 * Pauses are the store's: `record` pauses an endpoint that failed for `pauseEndpointAfterMs` without a gap of
 * `failureSeriesGapMs`, and one whose result is `gone`; `claim` skips paused endpoints.
 *
 * @example
 *   const worker = createDeliveryWorker({
 *     store: createHookOutbox(db),
 *     sign: ({ id, payload }, attemptedAt) => signDelivery({ id, body: payload, attemptedAt }, signer),
 *     post: createOutboundHttp({ allow }).post,
 *     userAgent, now, random, newId, log, measure, continueTrace,
 *   });
 *   worker.start();
 */
export function createDeliveryWorker<Delivery extends LeasedWebhook>(
  dependencies: DeliveryWorkerDependencies<Delivery>,
): DeliveryWorker {
  const { store, now, newId, log, measure, countOutcome, continueTrace } = dependencies;
  type Leased = LeasedDelivery<Delivery>;
  const clock = createDatabaseClock(store.time, now);
  const writer = createDeliveryResultWriter({ store, now: clock.now, log });
  let loop: WorkerLoop | undefined;
  let claiming = false;
  /** Endpoints that have capacity again since the current round began. */
  const freed = new Set<string>();

  const logLostResult =
    ({ delivery }: Leased) =>
    (error: unknown) =>
      log.error({ err: error, deliveryId: delivery.id }, 'the result of a webhook attempt was not recorded');

  const attempt = async (leased: Leased): Promise<FinishedAttempt> => {
    const { delivery, lease } = leased;
    try {
      const result = await continueTrace(delivery.traceparent, () =>
        attemptDelivery(delivery, { ...dependencies, databaseNow: clock.now }),
      );
      measure(result.succeeded ? 'succeeded' : 'failed', result.latencyMs / 1000);
      countOutcome?.(deliveryOutcome(result), delivery.endpointId);
      const written = writer.write({ ...result, worker: lease.worker }, lease.endsAt).catch(logLostResult(leased));
      return { latencyMs: result.succeeded ? result.latencyMs : undefined, written };
    } catch (error) {
      return { latencyMs: undefined, written: Promise.resolve(logLostResult(leased)(error)) };
    }
  };
  const release = async (leased: readonly Leased[]): Promise<void> => {
    const releases = leased.map(({ delivery: { endpointId, id, abandonedAt }, lease: { worker } }) => ({
      endpointId,
      id,
      worker,
      abandoned: abandonedAt !== null,
    }));
    try {
      await store.release(releases);
    } catch (error) {
      log.error({ err: error }, 'deliveries were not released; they are due again when their lease ends');
    }
  };
  const queues = createEndpointQueues<Delivery>({
    attempt,
    release,
    onCapacity: (endpointId) => {
      if (claiming) freed.add(endpointId);
      else loop?.wake();
    },
    now: clock.now,
  });
  const endpointOf = ({ endpointId }: { readonly endpointId: string }) => endpointId;
  const fastEndpoints = createFairQueue(endpointOf);
  const slowEndpoints = createFairQueue(endpointOf);

  const claim = async (endpoints: readonly DueEndpoint[], limit: number): Promise<readonly Delivery[]> => {
    const claimedAt = clock.now();
    // Every claim has its own id: a result that arrives after the lease ended then matches no row.
    const lease = { worker: newId(), endsAt: new Date(claimedAt.getTime() + leaseMs) };
    const capacities = endpoints.map(({ endpointId }) => ({ endpointId, capacity: queues.capacity(endpointId) }));
    const claimed = await store.claim({
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

  /** Claims once for all endpoints with due deliveries. @returns the number of claimed deliveries */
  const round = async (): Promise<number> => {
    if (capacity() <= 0) return 0;
    await clock.synchronize();
    const due = (await store.dueEndpoints(clock.now())).filter(({ endpointId }) => queues.capacity(endpointId) > 0);
    const { fast = [], slow = [] } = Object.groupBy(due, ({ endpointId, failing }) =>
      failing || queues.isSlow(endpointId) ? 'slow' : 'fast',
    );
    const claimedFast = await fastEndpoints.serve(fast, { capacity, claim });
    const claimedSlow = await slowEndpoints.serve(slow, { capacity: slowCapacity, claim });
    return claimedFast + claimedSlow;
  };

  /** A round after which another follows only if the capacity that became free meanwhile was not used by this one. */
  const claimingRound = async (): Promise<void> => {
    claiming = true;
    try {
      await round();
    } finally {
      claiming = false;
      if ([...freed].some((endpointId) => queues.capacity(endpointId) > 0)) loop?.wake();
      freed.clear();
    }
  };

  return {
    start: () => {
      loop ??= startWorkerLoop({ name: 'webhook deliveries', round: claimingRound, pollMs, log });
    },
    wake: () => loop?.wake(),
    stop: async () => {
      // Before the current round ends: an attempt that ends meanwhile must not start the next one.
      queues.close();
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

/** `delivered`: accepted. `retried`: failed, and is attempted again. `failed`: failed, and was the last attempt. */
export type DeliveryOutcome = 'delivered' | 'retried' | 'failed';

const outcomes: readonly DeliveryOutcome[] = ['delivered', 'retried', 'failed'];

const deliveryOutcome = ({
  succeeded,
  gone,
  retryAt,
}: Pick<WebhookResult, 'succeeded' | 'gone' | 'retryAt'>): DeliveryOutcome => {
  if (succeeded) return 'delivered';
  return gone || retryAt === undefined ? 'failed' : 'retried';
};

/** Returns what counts the attempts of webhook deliveries by outcome. */
export function createDeliveryCounter({
  counter,
}: Pick<ServiceMetrics, 'counter'>): (outcome: DeliveryOutcome) => void {
  const deliveries = counter('webhook_deliveries_total', 'Webhook deliveries by outcome of the attempt', ['outcome']);
  // Exist from the start, so that rates see the first increase.
  for (const outcome of outcomes) deliveries({ outcome }, 0);
  return (outcome) => deliveries({ outcome });
}
