import type { BaseLogger } from 'pino';
import type { OutcomeMetric } from '../service/metrics.ts';
import { attemptDelivery, type AttemptTools } from './delivery-attempt.ts';
import { type Attempted, createLanes, type Held } from './delivery-lanes.ts';
import { createResultWriter } from './result-writer.ts';
import type { DeliveryQueue } from './store/delivery-queue.ts';
import type { DeliveryResults } from './store/delivery-results.ts';
import { startWorkerLoop, type WorkerLoop } from './worker-loop.ts';

/** Deliveries that one process holds; waiting for a slow endpoint costs little. */
const maxHeld = 1024;
/** And for one endpoint that it does not know yet. */
const perApp = 16;
const perFailingApp = 2;
/** What is not reported after this long was lost with its worker, milliseconds. */
const leaseMs = 30_000;
const pollMs = 500;

const firstApp = '00000000-0000-0000-0000-000000000000';

export interface DeliveryWorkerParts extends AttemptTools {
  readonly queue: DeliveryQueue;
  readonly results: DeliveryResults;
  readonly newId: () => string;
  readonly log: Pick<BaseLogger, 'error' | 'warn'>;
  /** Told of every attempt that was made. */
  readonly measure: OutcomeMetric;
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
  const { queue, now, newId, log, measure } = parts;
  const writer = createResultWriter(parts);
  let loop: WorkerLoop | undefined;

  const lost =
    ({ delivery }: Held) =>
    (error: unknown) =>
      log.error({ err: error, deliveryId: delivery.id }, 'a webhook attempt was not recorded');

  const attempt = async (held: Held): Promise<Attempted> => {
    try {
      const result = await attemptDelivery(held.delivery, parts);
      measure(result.succeeded ? 'succeeded' : 'failed', result.latencyMs / 1000);
      const written = writer.write({ ...result, worker: held.lease.worker }, held.lease.endsAt).catch(lost(held));
      return { tookMs: result.succeeded ? result.latencyMs : undefined, written };
    } catch (error) {
      return { tookMs: undefined, written: Promise.resolve(lost(held)(error)) };
    }
  };
  const release = async (held: readonly Held[]): Promise<void> => {
    const rows = held.map(({ delivery: { appId, id }, lease: { worker } }) => ({ appId, id, worker }));
    try {
      await queue.release(rows, now());
    } catch (error) {
      log.error({ err: error }, 'deliveries were not given back; they are free when their lease ends');
    }
  };
  const lanes = createLanes({ attempt, release, onRoom: () => loop?.wake(), now });

  const claim = async (apps: readonly string[]): Promise<number> => {
    const limit = maxHeld - lanes.size();
    if (limit <= 0 || apps.length === 0) return 0;
    const at = now();
    // A name for each claim: a result that comes after its lease has ended finds the row in other hands.
    const lease = { worker: newId(), endsAt: new Date(at.getTime() + leaseMs) };
    const claimed = await queue.claim(apps, {
      worker: lease.worker,
      now: at,
      leaseEndsAt: lease.endsAt,
      limit,
      perApp,
      perFailingApp,
      room: lanes.room(),
    });
    lanes.add(claimed.map((delivery) => ({ delivery, lease })));
    return claimed.length;
  };

  /** Once round all apps with work. @returns how many deliveries were taken. */
  const round = async (): Promise<number> => {
    let taken = 0;
    let after: string | undefined = firstApp;
    while (after !== undefined && lanes.size() < maxHeld) {
      const { apps, last } = await queue.look(after, now());
      taken += await claim(apps);
      after = last;
    }
    return taken;
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
