import { LRUCache } from 'lru-cache';
import type { ClaimedDelivery } from './store/delivery-queue.ts';

/** Concurrent attempts at one endpoint, in one process. */
const maxConcurrent = 16;
/** Concurrent attempts at an endpoint that fails: many dead endpoints must not starve the working ones. */
const maxConcurrentFailing = 2;
/** Deliveries held for an endpoint whose latency is unknown: few, because it may hang. */
const unknownCapacity = 2;
/** Deliveries held for a fast endpoint: enough to make one database round trip worthwhile. */
const fastCapacity = 256;
/** An endpoint is fast while its average latency is below this, milliseconds. */
const slowLatencyMs = 300;
/** Least time left of a lease to start an attempt, milliseconds: an attempt takes up to 10 s, then its result is written. */
const minLeaseLeftMs = 15_000;
/** Weight of the newest sample in the moving average of the latency. */
const newestWeight = 0.2;

export interface DeliveryLease {
  /** Id of the claim. */
  readonly worker: string;
  readonly endsAt: Date;
}

export interface LeasedDelivery {
  readonly delivery: ClaimedDelivery;
  readonly lease: DeliveryLease;
}

export interface FinishedAttempt {
  /** Latency of a successful attempt, milliseconds; undefined when the attempt failed. */
  readonly latencyMs: number | undefined;
  /** Resolves when the result is written. The next attempt at the endpoint does not wait for it. */
  readonly written: Promise<void>;
}

export interface EndpointQueuesDependencies {
  /** Makes one attempt. Never rejects. */
  readonly attempt: (leased: LeasedDelivery) => Promise<FinishedAttempt>;
  /** Returns deliveries that could not be attempted in time to the outbox. */
  readonly release: (leased: readonly LeasedDelivery[]) => Promise<void>;
  /** Called when a working endpoint has capacity again. Failing endpoints wait for the next poll. */
  readonly onCapacity: () => void;
  readonly now: () => Date;
}

interface EndpointQueue {
  readonly waiting: LeasedDelivery[];
  running: number;
  /** Attempts whose result is being written. */
  writing: number;
  failing: boolean;
}

/** Deliveries that this process holds, in one queue per endpoint, so that no endpoint delays another. */
export interface EndpointQueues {
  readonly add: (leased: readonly LeasedDelivery[]) => void;
  /** How many more deliveries the endpoint's queue accepts. */
  readonly capacity: (appId: string) => number;
  /** Whether the endpoint's average latency is high. */
  readonly isSlow: (appId: string) => boolean;
  /** Attempts in flight: all of them, and those at slow or failing endpoints. */
  readonly inFlight: () => { readonly all: number; readonly slow: number };
  /** Releases all deliveries that wait. */
  readonly clear: () => Promise<void>;
  /** Resolves when the queues are empty and nothing is in flight. */
  readonly idle: () => Promise<void>;
}

export function createEndpointQueues({
  attempt,
  release,
  onCapacity,
  now,
}: EndpointQueuesDependencies): EndpointQueues {
  const queues = new Map<string, EndpointQueue>();
  const tasks = new Set<Promise<void>>();
  /** Average latency in milliseconds, by app. */
  const latencies = new LRUCache<string, number>({ max: 4096 });

  const held = ({ waiting, running, writing }: EndpointQueue): number => waiting.length + running + writing;

  const isSlow = (appId: string): boolean => (latencies.get(appId) ?? 0) >= slowLatencyMs;

  const capacity = (appId: string): number => {
    const queue = queues.get(appId);
    const used = queue ? held(queue) : 0;
    if (queue?.failing) return Math.max(0, maxConcurrentFailing - used);
    if (latencies.get(appId) === undefined) return Math.max(0, unknownCapacity - used);
    if (isSlow(appId)) return Math.max(0, maxConcurrent - used);
    return used > fastCapacity / 2 ? 0 : fastCapacity - used;
  };

  const recordLatency = (appId: string, ms: number | undefined): void => {
    if (ms === undefined) {
      latencies.delete(appId);
      return;
    }
    const average = latencies.get(appId);
    latencies.set(appId, average === undefined ? ms : average + newestWeight * (ms - average));
  };

  const track = (task: Promise<void>): void => {
    const tracked = task.finally(() => tasks.delete(tracked));
    tasks.add(tracked);
  };

  const run = async (appId: string, queue: EndpointQueue, leased: LeasedDelivery): Promise<void> => {
    queue.running += 1;
    const { latencyMs, written } = await attempt(leased);
    recordLatency(appId, latencyMs);
    queue.running -= 1;
    queue.writing += 1;
    advance(appId, queue);
    await written;
    queue.writing -= 1;
    if (held(queue) === 0) queues.delete(appId);
    if (!queue.failing && capacity(appId) > 0) onCapacity();
  };

  const advance = (appId: string, queue: EndpointQueue): void => {
    const concurrency = queue.failing ? maxConcurrentFailing : maxConcurrent;
    while (queue.running < concurrency) {
      const next = queue.waiting.shift();
      if (next === undefined) return;
      if (next.lease.endsAt.getTime() - now().getTime() < minLeaseLeftMs) {
        track(release([next, ...queue.waiting.splice(0)]));
      } else track(run(appId, queue, next));
    }
  };

  return {
    add: (leased) => {
      for (const [appId, own] of Map.groupBy(leased, ({ delivery }) => delivery.appId)) {
        const queue = queues.get(appId) ?? { waiting: [], running: 0, writing: 0, failing: false };
        queues.set(appId, queue);
        queue.failing = own.some(({ delivery }) => delivery.failing);
        queue.waiting.push(...own);
        advance(appId, queue);
      }
    },
    capacity,
    isSlow,
    inFlight: () => {
      let [all, slow] = [0, 0];
      for (const [appId, { running, writing, failing }] of queues) {
        all += running + writing;
        if (failing || isSlow(appId)) slow += running + writing;
      }
      return { all, slow };
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
