import { LRUCache } from 'lru-cache';
import type { LeasedWebhook } from './delivery-store.ts';

/** Concurrent attempts at one endpoint, in one process. */
const maxConcurrent = 16;
/** Concurrent attempts at an endpoint that fails: many dead endpoints must not starve the working ones. */
const maxConcurrentFailing = 2;
/** Deliveries held for an endpoint whose latency is unknown: few, because it may hang. */
const unknownCapacity = 2;
/** Deliveries held for a fast endpoint: enough to attempt while results are written and others are claimed. */
const fastCapacity = 512;
/** An endpoint is fast while its average latency is below this, milliseconds. */
const slowLatencyMs = 300;
/** Least time left of a lease to start an attempt, milliseconds: an attempt takes up to 10 s, then its result is written. */
const minLeaseLeftMs = 15_000;
/** Weight of the newest sample in the moving average of the latency. */
const newestWeight = 0.2;

export interface LeasedDelivery<Delivery extends LeasedWebhook> {
  readonly delivery: Delivery;
  readonly lease: {
    /** Id of the claim. */
    readonly worker: string;
    readonly endsAt: Date;
  };
}

export interface FinishedAttempt {
  /** Latency of a successful attempt, milliseconds; undefined when the attempt failed. */
  readonly latencyMs: number | undefined;
  /** Resolves when the result is written. The next attempt at the endpoint does not wait for it. */
  readonly written: Promise<void>;
}

interface EndpointQueuesDependencies<Delivery extends LeasedWebhook> {
  /** Makes one attempt. Never rejects. */
  readonly attempt: (leased: LeasedDelivery<Delivery>) => Promise<FinishedAttempt>;
  /** Returns deliveries that could not be attempted in time to the outbox. */
  readonly release: (leased: readonly LeasedDelivery<Delivery>[]) => Promise<void>;
  /** Called when a working endpoint has capacity. Failing endpoints wait for the next poll. */
  readonly onCapacity: (endpointId: string) => void;
  readonly now: () => Date;
}

interface EndpointQueue<Delivery extends LeasedWebhook> {
  readonly waiting: LeasedDelivery<Delivery>[];
  running: number;
  /** Attempts whose result is being written. */
  writing: number;
  failing: boolean;
}

/** Deliveries that this process holds, in one queue per endpoint, so that no endpoint delays another. */
interface EndpointQueues<Delivery extends LeasedWebhook> {
  readonly add: (leased: readonly LeasedDelivery<Delivery>[]) => void;
  /** How many more deliveries the endpoint's queue accepts. */
  readonly capacity: (endpointId: string) => number;
  /** Whether the endpoint's average latency is high. */
  readonly isSlow: (endpointId: string) => boolean;
  /** Attempts in flight: all of them, and those at slow or failing endpoints. */
  readonly inFlight: () => { readonly all: number; readonly slow: number };
  /** From now on no attempt starts: deliveries wait for `clear`. */
  readonly close: () => void;
  /** Releases all deliveries that wait. */
  readonly clear: () => Promise<void>;
  /** Resolves when the queues are empty and nothing is in flight. */
  readonly idle: () => Promise<void>;
}

export function createEndpointQueues<Delivery extends LeasedWebhook>({
  attempt,
  release,
  onCapacity,
  now,
}: EndpointQueuesDependencies<Delivery>): EndpointQueues<Delivery> {
  const queues = new Map<string, EndpointQueue<Delivery>>();
  const tasks = new Set<Promise<void>>();
  let closed = false;
  /** Average latency in milliseconds, by endpoint. */
  const latencies = new LRUCache<string, number>({ max: 4096 });

  const held = ({ waiting, running, writing }: EndpointQueue<Delivery>): number => waiting.length + running + writing;

  const isSlow = (endpointId: string): boolean => (latencies.get(endpointId) ?? 0) >= slowLatencyMs;

  const capacity = (endpointId: string): number => {
    const queue = queues.get(endpointId);
    const used = queue ? held(queue) : 0;
    if (queue?.failing) return Math.max(0, maxConcurrentFailing - used);
    if (latencies.get(endpointId) === undefined) return Math.max(0, unknownCapacity - used);
    if (isSlow(endpointId)) return Math.max(0, maxConcurrent - used);
    return used > fastCapacity / 2 ? 0 : fastCapacity - used;
  };

  const recordLatency = (endpointId: string, ms: number | undefined): void => {
    if (ms === undefined) {
      latencies.delete(endpointId);
      return;
    }
    const average = latencies.get(endpointId);
    latencies.set(endpointId, average === undefined ? ms : average + newestWeight * (ms - average));
  };

  const track = (task: Promise<void>): void => {
    const tracked = task.finally(() => tasks.delete(tracked));
    tasks.add(tracked);
  };

  const run = async (
    endpointId: string,
    queue: EndpointQueue<Delivery>,
    leased: LeasedDelivery<Delivery>,
  ): Promise<void> => {
    queue.running += 1;
    const { latencyMs, written } = await attempt(leased);
    recordLatency(endpointId, latencyMs);
    queue.running -= 1;
    queue.writing += 1;
    advance(endpointId, queue);
    await written;
    queue.writing -= 1;
    if (held(queue) === 0) queues.delete(endpointId);
    if (!queue.failing && capacity(endpointId) > 0) onCapacity(endpointId);
  };

  const advance = (endpointId: string, queue: EndpointQueue<Delivery>): void => {
    if (closed) return;
    const concurrency = queue.failing ? maxConcurrentFailing : maxConcurrent;
    while (queue.running < concurrency) {
      const next = queue.waiting.shift();
      if (next === undefined) return;
      if (next.lease.endsAt.getTime() - now().getTime() < minLeaseLeftMs) {
        track(release([next, ...queue.waiting.splice(0)]));
      } else track(run(endpointId, queue, next));
    }
  };

  return {
    add: (leased) => {
      for (const [endpointId, deliveries] of Map.groupBy(leased, ({ delivery }) => delivery.endpointId)) {
        const queue = queues.get(endpointId) ?? { waiting: [], running: 0, writing: 0, failing: false };
        queues.set(endpointId, queue);
        queue.failing = deliveries.some(({ delivery }) => delivery.failing);
        queue.waiting.push(...deliveries);
        advance(endpointId, queue);
      }
    },
    capacity,
    isSlow,
    inFlight: () => {
      let [all, slow] = [0, 0];
      for (const [endpointId, { running, writing, failing }] of queues) {
        all += running + writing;
        if (failing || isSlow(endpointId)) slow += running + writing;
      }
      return { all, slow };
    },
    close: () => {
      closed = true;
    },
    clear: async () => {
      const waiting = [...queues.values()].flatMap((queue) => queue.waiting.splice(0));
      if (waiting.length > 0) await release(waiting);
    },
    idle: async () => {
      while (tasks.size > 0) await Promise.all(tasks);
    },
  };
}
