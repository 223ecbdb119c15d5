import type { BaseLogger } from 'pino';
import { attemptDelivery, type AttemptTools } from './delivery-attempt.ts';
import { createResultWriter } from './result-writer.ts';
import type { ClaimedDelivery, DeliveryQueue } from './store/delivery-queue.ts';
import type { DeliveryResults } from './store/delivery-results.ts';
import { startWorkerLoop, type WorkerLoop } from './worker-loop.ts';

/** Deliveries under way at once in one process; waiting for a slow endpoint costs little. */
const maxUnderWay = 512;
/** And to one endpoint. One that fails gets fewer, so that many dead ones leave room for the living. */
const perApp = 16;
const perFailingApp = 2;
/** An attempt takes 10 seconds at most; what is not reported after this long was lost with its worker. */
const leaseMs = 30_000;
const pollMs = 500;

const firstApp = '00000000-0000-0000-0000-000000000000';

export interface DeliveryWorkerParts extends AttemptTools {
  readonly queue: DeliveryQueue;
  readonly results: DeliveryResults;
  readonly newId: () => string;
  readonly log: Pick<BaseLogger, 'error' | 'warn'>;
}

/** Delivers status webhooks from the outbox, beside any number of others like it. */
export interface DeliveryWorker {
  readonly start: () => void;
  readonly wake: () => void;
  /** Takes no more, finishes what is under way. */
  readonly stop: () => Promise<void>;
  /** Delivers all that is due now, without `start`. @returns the number of attempts. */
  readonly drain: () => Promise<number>;
}

interface Lease {
  readonly worker: string;
  readonly leaseEndsAt: Date;
}

export function createDeliveryWorker(parts: DeliveryWorkerParts): DeliveryWorker {
  const { queue, now, newId, log } = parts;
  const underWay = new Map<string, number>();
  const tasks = new Set<Promise<void>>();
  const writer = createResultWriter(parts);
  let loop: WorkerLoop | undefined;

  const run = async (delivery: ClaimedDelivery, { worker, leaseEndsAt }: Lease): Promise<void> => {
    const { appId } = delivery;
    underWay.set(appId, (underWay.get(appId) ?? 0) + 1);
    try {
      const result = await attemptDelivery(delivery, parts);
      await writer.write({ ...result, worker }, leaseEndsAt);
    } catch (error) {
      log.error({ err: error, deliveryId: delivery.id }, 'a webhook attempt was not recorded');
    } finally {
      const left = (underWay.get(appId) ?? 1) - 1;
      if (left > 0) underWay.set(appId, left);
      else underWay.delete(appId);
    }
  };

  const claim = async (apps: readonly string[]): Promise<number> => {
    const limit = maxUnderWay - tasks.size;
    if (limit <= 0 || apps.length === 0) return 0;
    const at = now();
    // A name for each claim: a result that comes after its lease has ended finds the row in other hands.
    const lease = { worker: newId(), leaseEndsAt: new Date(at.getTime() + leaseMs) };
    const claimed = await queue.claim(apps, {
      ...lease,
      now: at,
      limit,
      perApp,
      perFailingApp,
      underWay: Object.fromEntries(underWay),
    });
    for (const delivery of claimed) {
      const task = run(delivery, lease).finally(() => {
        tasks.delete(task);
        loop?.wake();
      });
      tasks.add(task);
    }
    return claimed.length;
  };

  /** Once round all apps with work. @returns how many deliveries were taken. */
  const round = async (): Promise<number> => {
    let taken = 0;
    let after: string | undefined = firstApp;
    while (after !== undefined && tasks.size < maxUnderWay) {
      const { apps, last } = await queue.look(after, now());
      taken += await claim(apps);
      after = last;
    }
    return taken;
  };

  const finish = async (): Promise<void> => {
    while (tasks.size > 0) await Promise.all(tasks);
  };

  return {
    start: () => {
      loop ??= startWorkerLoop({ name: 'webhook deliveries', round: async () => void (await round()), pollMs, log });
    },
    wake: () => loop?.wake(),
    stop: async () => {
      await loop?.stop();
      await finish();
    },
    drain: async () => {
      let attempts = 0;
      for (let taken = await round(); taken > 0; taken = await round()) {
        attempts += taken;
        await finish();
      }
      return attempts;
    },
  };
}
