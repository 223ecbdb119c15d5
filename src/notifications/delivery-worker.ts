import type { BaseLogger } from 'pino';
import type { ObserveOutcome } from '../runtime/metrics.ts';
import type { Tracing } from '../runtime/tracing.ts';
import { attemptDelivery, type AttemptTools } from './delivery-attempt.ts';
import { type Attempted, createLanes, type Held } from './delivery-lanes.ts';
import { createResultWriter } from './result-writer.ts';
import type { ClaimedDelivery, DeliveryQueue } from './store/delivery-queue.ts';
import type { DeliveryResults } from './store/delivery-results.ts';
import type { DueApp } from './store/due-apps.ts';
import { createTurns } from './turns.ts';
import { startWorkerLoop, type WorkerLoop } from './worker-loop.ts';

/** Attempts that one process has under way; waiting for a slow endpoint costs little. */
const maxUnderWay = 1024;
/** And at endpoints that are slow or fail: the others always find room. */
const maxSlow = 512;
/** What is not reported after this long was lost with its worker, milliseconds. */
const leaseMs = 30_000;
const pollMs = 500;

export interface DeliveryWorkerParts extends AttemptTools {
  readonly queue: DeliveryQueue;
  readonly results: DeliveryResults;
  readonly newId: () => string;
  readonly log: Pick<BaseLogger, 'error' | 'warn'>;
  /** Told of every attempt that was made. */
  readonly measure: ObserveOutcome;
  /** Attempts belong to the trace of the request that their event came of. */
  readonly following: Tracing['continueTrace'];
}

/** Delivers status webhooks from the outbox, beside any number of others like it. */
export interface DeliveryWorker {
  readonly start: () => void;
  readonly wake: () => void;
  /** Takes no more, finishes what is under way, gives back the rest. */
  readonly stop: () => Promise<void>;
  /** Delivers all that is due now, without `start`. @returns the number of attempts. */
  readonly drain: () => Promise<number>;
}

export function createDeliveryWorker(parts: DeliveryWorkerParts): DeliveryWorker {
  const { queue, now, newId, log, measure, following } = parts;
  const writer = createResultWriter(parts);
  let loop: WorkerLoop | undefined;

  const lost =
    ({ delivery }: Held) =>
    (error: unknown) =>
      log.error({ err: error, deliveryId: delivery.id }, 'a webhook attempt was not recorded');

  const attempt = async (held: Held): Promise<Attempted> => {
    try {
      const { delivery } = held;
      const result = await following(delivery.traceparent, () => attemptDelivery(delivery, parts));
      measure(result.succeeded ? 'succeeded' : 'failed', result.latencyMs / 1000);
      const written = writer.write({ ...result, worker: held.lease.worker }, held.lease.endsAt).catch(lost(held));
      return { tookMs: result.succeeded ? result.latencyMs : undefined, written };
    } catch (error) {
      return { tookMs: undefined, written: Promise.resolve(lost(held)(error)) };
    }
  };
  const release = async (held: readonly Held[]): Promise<void> => {
    const rows = held.map(({ delivery: { appId, id, abandonedAt }, lease: { worker } }) => ({
      appId,
      id,
      worker,
      abandoned: abandonedAt !== null,
    }));
    try {
      await queue.release(rows, now());
    } catch (error) {
      log.error({ err: error }, 'deliveries were not given back; they are free when their lease ends');
    }
  };
  const lanes = createLanes({ attempt, release, onRoom: () => loop?.wake(), now });
  const quickTurns = createTurns();
  const slowTurns = createTurns();

  const claim = async (apps: readonly DueApp[], limit: number): Promise<readonly ClaimedDelivery[]> => {
    const at = now();
    // A name for each claim: a result that comes after its lease has ended finds the row in other hands.
    const lease = { worker: newId(), endsAt: new Date(at.getTime() + leaseMs) };
    const room = apps.map(({ appId }) => ({ appId, room: lanes.room(appId) }));
    const claimed = await queue.claim({ worker: lease.worker, now: at, leaseEndsAt: lease.endsAt, limit, room });
    lanes.add(claimed.map((delivery) => ({ delivery, lease })));
    return claimed;
  };

  const left = (): number => maxUnderWay - lanes.underWay().all;
  const leftForSlow = (): number => Math.min(left(), maxSlow - lanes.underWay().slow);

  /** Once round all apps with work. @returns how many deliveries were taken. */
  const round = async (): Promise<number> => {
    if (left() <= 0) return 0;
    const due = (await queue.dueApps(now())).filter(({ appId }) => lanes.room(appId) > 0);
    const { quick = [], slow = [] } = Object.groupBy(due, ({ appId, failing }) =>
      failing || lanes.isSlow(appId) ? 'slow' : 'quick',
    );
    return (
      (await quickTurns.serve(quick, { left, claim })) + (await slowTurns.serve(slow, { left: leftForSlow, claim }))
    );
  };

  return {
    start: () => {
      loop ??= startWorkerLoop({ name: 'webhook deliveries', round: async () => void (await round()), pollMs, log });
    },
    wake: () => loop?.wake(),
    stop: async () => {
      await loop?.stop();
      await lanes.clear();
      await lanes.empty();
    },
    drain: async () => {
      let attempts = 0;
      for (let taken = await round(); taken > 0; taken = await round()) {
        attempts += taken;
        await lanes.empty();
      }
      return attempts;
    },
  };
}
