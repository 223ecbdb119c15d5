import type { BaseLogger } from 'pino';
import type { Tracing } from '../../runtime/tracing.ts';
import type { Outcome } from '../outcome.ts';
import type { Signals } from '../signals.ts';
import type { DeviceStore, ReachableDevice } from '../store/devices.ts';
import type { DueApp } from '../store/due-apps.ts';
import type { ClaimedPush, PushStore } from '../store/pushes.ts';
import { createTurns } from '../turns.ts';
import { startWorkerLoop, type WorkerLoop } from '../worker-loop.ts';
import { streamGraceMs } from './stream-transport.ts';
import { type Handover, pushLifetimeMs, type PushTransports } from './transport.ts';

/** Pushes that one process has under way; waiting for a slow push service costs little. */
const maxUnderWay = 1024;
/** And of one app. */
const perApp = 128;
/** A push service answers within 10 seconds; what is not settled after this long was lost with its process. */
const leaseMs = 30_000;
const pollMs = 500;
/** Pauses before a push service that failed is tried again: 5 seconds, doubling, at most 5 minutes. */
const basePauseMs = 5_000;
const maxPauseMs = 300_000;

export interface DispatcherParts {
  readonly pushes: PushStore;
  readonly devices: DeviceStore;
  readonly transports: PushTransports;
  readonly signals: Signals;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly log: Pick<BaseLogger, 'error'>;
  /** Pushes belong to the trace of the request that sent them. */
  readonly following: Tracing['continueTrace'];
}

/** Hands accepted pushes to the devices of their people, beside any number of others like it. */
export interface Dispatcher {
  readonly start: () => void;
  readonly wake: () => void;
  /** Takes no more, finishes what is under way. */
  readonly stop: () => Promise<void>;
  /** Looks once at all that is due now, without `start`. @returns how many pushes that was. */
  readonly drain: () => Promise<number>;
}

interface Dispatching extends DispatcherParts {
  readonly worker: string;
  /** Until then pages that were open when this process was not there may connect again. */
  readonly pagesReturnUntil: Date;
}

/** What becomes of a push now: an outcome, or another look later. */
type Next = { readonly outcome: Outcome } | { readonly lookAgainAt: Date };

export function createDispatcher(parts: DispatcherParts): Dispatcher {
  const { pushes, signals, now, newId, log, following } = parts;
  const worker = newId();
  const dispatching = { ...parts, worker, pagesReturnUntil: new Date(now().getTime() + streamGraceMs) };
  const tasks = new Set<Promise<void>>();
  /** Pushes under way, by app. */
  const underWay = new Map<string, number>();
  const turns = createTurns();
  let loop: WorkerLoop | undefined;

  const run = async (push: ClaimedPush): Promise<void> => {
    try {
      const next = await decide(push, dispatching);
      if ('outcome' in next) {
        if (await pushes.settle(push, next.outcome)) signals.emit('deliveries', undefined);
      } else {
        await pushes.offer(push, worker, next.lookAgainAt);
        signals.emit('pushes', push.sessionAddress);
      }
    } catch (error) {
      log.error({ err: error, notificationId: push.notificationId }, 'a push was not handed over; it is tried again');
    }
  };

  const left = (): number => maxUnderWay - tasks.size;

  const claim = async (apps: readonly DueApp[], limit: number): Promise<readonly ClaimedPush[]> => {
    const at = now();
    const leaseEndsAt = new Date(at.getTime() + leaseMs);
    const room = apps.map(({ appId }) => ({ appId, room: perApp - (underWay.get(appId) ?? 0) }));
    const claimed = await pushes.claim({ worker, now: at, leaseEndsAt, limit, room });
    for (const push of claimed) {
      const { appId, traceparent } = push;
      underWay.set(appId, (underWay.get(appId) ?? 0) + 1);
      const task = following(traceparent, () => run(push)).finally(() => {
        tasks.delete(task);
        const others = (underWay.get(appId) ?? 1) - 1;
        if (others > 0) underWay.set(appId, others);
        else underWay.delete(appId);
        // Half empty, so that a look brings many at a time.
        if (others === perApp / 2 || tasks.size === maxUnderWay / 2) loop?.wake();
      });
      tasks.add(task);
    }
    return claimed;
  };

  /** Once round all apps with pushes that are due. @returns how many were taken. */
  const round = async (): Promise<number> => {
    if (left() <= 0) return 0;
    const due = (await pushes.dueApps()).filter(({ appId }) => (underWay.get(appId) ?? 0) < perApp);
    return turns.serve(due, { left, claim });
  };

  const finish = async (): Promise<void> => {
    while (tasks.size > 0) await Promise.all(tasks);
  };

  return {
    start: () => {
      loop ??= startWorkerLoop({ name: 'push dispatch', round: async () => void (await round()), pollMs, log });
    },
    wake: () => loop?.wake(),
    stop: async () => {
      await loop?.stop();
      await finish();
    },
    drain: async () => {
      let looked = 0;
      for (let taken = await round(); taken > 0; taken = await round()) {
        looked += taken;
        await finish();
      }
      return looked;
    },
  };
}

/** Consent of this moment, presence, devices: the first that speaks against a push names its outcome. */
async function decide(push: ClaimedPush, parts: Dispatching): Promise<Next> {
  const { devices, pagesReturnUntil, now } = parts;
  const at = now();
  const endsAt = push.sentAt.getTime() + pushLifetimeMs;
  if (!push.allowed) return { outcome: 'dropped_permission_revoked' };
  if (push.state === 'queued' && push.insideApp) return { outcome: 'suppressed_user_in_app' };
  if (at.getTime() >= endsAt) return { outcome: 'dropped_device_unreachable' };

  const seenSince = at < pagesReturnUntil ? new Date(0) : new Date(at.getTime() - streamGraceMs);
  const reachable = await devices.reachable(push.sessionAddress, seenSince);
  await showPagesFirst(push, reachable, parts);
  const handovers = await Promise.all(
    reachable.map(async (device) => ({ device, handover: await handOver(push, device, parts) })),
  );
  for (const { device, handover } of handovers) {
    if (handover === 'gone') await devices.remove(push.sessionAddress, device.id);
  }
  return nextLook(push, handovers, { ...parts, at });
}

/** Open pages read what is offered; they do not wait for the push services of the person's other devices. */
async function showPagesFirst(
  push: ClaimedPush,
  reachable: readonly ReachableDevice[],
  { pushes, signals, worker }: Dispatching,
): Promise<void> {
  if (new Set(reachable.map(({ transport }) => transport)).size < 2) return;
  await pushes.show(push, worker);
  signals.emit('pushes', push.sessionAddress);
}

/** A device that nothing can be sent to does not keep a push from the others. */
async function handOver(
  push: ClaimedPush,
  device: ReachableDevice,
  { transports, log }: DispatcherParts,
): Promise<Handover> {
  try {
    return await transports[device.transport].offer(push, device);
  } catch (error) {
    log.error({ err: error, deviceId: device.id }, 'a push could not be made ready for a device');
    return 'refused';
  }
}

interface Offered {
  readonly device: ReachableDevice;
  readonly handover: Handover;
}

interface Look extends DispatcherParts {
  /** When the devices were looked up. */
  readonly at: Date;
}

function nextLook(push: ClaimedPush, offered: readonly Offered[], { transports, at, now }: Look): Next {
  const endsAt = push.sentAt.getTime() + pushLifetimeMs;
  const receiptUntil = Math.max(
    0,
    ...offered
      .filter(({ handover }) => handover === 'taken')
      .map(({ device }) => transports[device.transport].receiptUntil(push, at).getTime()),
  );
  // A push service keeps it for the browser: from here on only a receipt can come.
  if (receiptUntil >= endsAt) return { lookAgainAt: new Date(endsAt) };
  if (offered.some(({ handover }) => handover === 'failed')) {
    const pause = Math.min(basePauseMs * 2 ** Math.min(push.tries - 1, 10), maxPauseMs);
    return { lookAgainAt: new Date(Math.min(now().getTime() + pause, endsAt)) };
  }
  if (receiptUntil > now().getTime()) return { lookAgainAt: new Date(receiptUntil) };
  return { outcome: 'dropped_device_unreachable' };
}
