import type { BaseLogger } from 'pino';
import { systemApp, type NotificationOutcome } from '../sends/notification.ts';
import { createDatabaseClock } from '../../runtime/database/database-clock.ts';
import { createFairQueue } from '../../runtime/jobs/fair-queue.ts';
import { startWorkerLoop, type WorkerLoop } from '../../runtime/jobs/repeat.ts';
import type { Tracing } from '../../runtime/observe/tracing.ts';
import type { EventBus } from './event-bus.ts';
import type { PushDeviceStore, ReachableDevice } from './device-store.ts';
import type { DueApp } from '../sends/due-app-store.ts';
import type { ClaimedPush, Handovers, PushStore } from './push-store.ts';
import { type HandoverResult, pushLifetimeMs, type PushTransports, streamGraceMs } from './push-transport.ts';

/** Pushes in flight in one process; a push that waits for a slow push service costs little. */
const maxInFlight = 1024;
/** Pushes in flight of one app, in one process. */
const maxInFlightPerApp = 128;
/** A claimed push without a result after this time is claimed again, milliseconds. A push service has 10 s to respond. */
const leaseMs = 30_000;
const pollMs = 500;
/** Pause before a retry at a push service: 5 seconds, doubling, at most 5 minutes. */
const minRetryMs = 5_000;
const maxRetryMs = 300_000;

interface PushDispatcherDependencies {
  readonly pushes: PushStore;
  readonly devices: PushDeviceStore;
  readonly transports: PushTransports;
  readonly eventBus: EventBus;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly log: Pick<BaseLogger, 'error'>;
  /** Continues the trace of the request that sent the push. */
  readonly continueTrace: Tracing['continueTrace'];
}

/** A claim of this process. */
export interface PushLease {
  readonly worker: string;
  readonly endsAt: Date;
}

/** Takes pushes as they are accepted, so that nothing has to find and claim them. */
export interface PushIntake {
  /** Returns the lease with which the next push can be stored; undefined while this process takes no more. */
  readonly lease: (appId: string) => PushLease | undefined;
  /** Hands over a push that was stored with a lease of this process. */
  readonly take: (push: ClaimedPush) => void;
}

interface DispatchContext extends PushDispatcherDependencies {
  readonly worker: string;
  /** The clock of the database, which due times and leases follow. */
  readonly databaseNow: () => Date;
  /** Until this time of the local clock all registered pages count as open: they may reconnect after a restart. */
  readonly reconnectUntil: Date;
}

/** Next state of a push: settled with an outcome, or checked again later. */
type Decision = { readonly outcome: NotificationOutcome } | { readonly dueAt: Date; readonly handovers: Handovers };

/** Delivers accepted pushes to the devices of their recipients. Any number of dispatchers share one database. */
export function createPushDispatcher(dependencies: PushDispatcherDependencies) {
  const { pushes, eventBus, now, newId, log, continueTrace } = dependencies;
  const worker = newId();
  const clock = createDatabaseClock(pushes.time, now);
  const context = {
    ...dependencies,
    worker,
    databaseNow: clock.now,
    reconnectUntil: new Date(now().getTime() + streamGraceMs),
  };
  const tasks = new Set<Promise<void>>();
  /** Pushes in flight, by app. */
  const inFlight = new Map<string, number>();
  const apps = createFairQueue(({ appId }: { readonly appId: string }) => appId);
  let loop: WorkerLoop | undefined;
  /** Whether the time of the database is known. */
  let synchronized = false;

  const run = async (push: ClaimedPush): Promise<void> => {
    try {
      const decision = await decide(push, context);
      if ('outcome' in decision) {
        const recorded = await pushes.recordOutcome(push, decision.outcome);
        if (recorded && push.appId !== systemApp.id) eventBus.emit('deliveries', undefined);
      } else {
        const offered = await pushes.scheduleNextCheck(push, worker, decision);
        if (offered) eventBus.emit('pages', push.sessionAddress, { push });
      }
    } catch (error) {
      log.error(
        { err: error, notificationId: push.notificationId },
        'handing over a push failed; it is tried again when its lease ends',
      );
    }
  };

  const take = (push: ClaimedPush): void => {
    const { appId, traceparent } = push;
    inFlight.set(appId, (inFlight.get(appId) ?? 0) + 1);
    const task = continueTrace(traceparent, () => run(push)).finally(() => {
      tasks.delete(task);
      const others = (inFlight.get(appId) ?? 1) - 1;
      if (others > 0) inFlight.set(appId, others);
      else inFlight.delete(appId);
      // Claims again at half capacity, so that one query brings many pushes.
      if (others === maxInFlightPerApp / 2 || tasks.size === maxInFlight / 2) loop?.wake();
    });
    tasks.add(task);
  };

  const capacity = (): number => maxInFlight - tasks.size;
  const capacityOf = (appId: string): number => maxInFlightPerApp - (inFlight.get(appId) ?? 0);
  const leaseEnd = (): Date => new Date(clock.now().getTime() + leaseMs);

  const claim = async (dueApps: readonly DueApp[], limit: number): Promise<readonly ClaimedPush[]> => {
    const capacities = dueApps.map(({ appId }) => ({ appId, capacity: capacityOf(appId) }));
    const claimed = await pushes.claim({ worker, now: clock.now(), leaseEndsAt: leaseEnd(), limit, capacities });
    claimed.forEach(take);
    return claimed;
  };

  /** Claims once for all apps with due pushes. @returns the number of claimed pushes */
  const round = async (): Promise<number> => {
    if (capacity() <= 0) return 0;
    await clock.synchronize();
    synchronized = true;
    const due = (await pushes.dueApps(clock.now())).filter(({ appId }) => capacityOf(appId) > 0);
    return apps.serve(due, { capacity, claim });
  };

  const idle = async (): Promise<void> => {
    while (tasks.size > 0) await Promise.all(tasks);
  };

  return {
    start: () => {
      loop ??= startWorkerLoop({ name: 'push dispatch', round: async () => void (await round()), pollMs, log });
    },
    wake: () => loop?.wake(),
    lease: (appId: string): PushLease | undefined =>
      loop && synchronized && capacity() > 0 && capacityOf(appId) > 0 ? { worker, endsAt: leaseEnd() } : undefined,
    take,
    /** Claims no more and finishes pushes in flight. */
    stop: async () => {
      const last = loop;
      loop = undefined;
      await last?.stop();
      await idle();
    },
    /** Handles everything that is due now, without `start`. @returns the number of claimed pushes */
    drain: async () => {
      let total = 0;
      for (let claimed = await round(); claimed > 0; claimed = await round()) {
        total += claimed;
        await idle();
      }
      return total;
    },
  };
}

/** Checks consent, presence, age and devices, in this order; the first obstacle decides the outcome. */
async function decide(push: ClaimedPush, context: DispatchContext): Promise<Decision> {
  const { devices, reconnectUntil, now, databaseNow } = context;
  const checkedAt = databaseNow();
  const expiresAt = push.sentAt.getTime() + pushLifetimeMs;
  if (!push.allowed) return { outcome: 'dropped_permission_revoked' };

  const seenSince = now() < reconnectUntil ? new Date(0) : new Date(checkedAt.getTime() - streamGraceMs);
  const { sessionAddress, appId } = push;
  const reach = await devices.reachable({ sessionAddress, appId, at: checkedAt, seenSince });
  if (push.state === 'queued' && reach.insideApp) return { outcome: 'suppressed_user_in_app' };
  if (checkedAt.getTime() >= expiresAt) return { outcome: 'dropped_device_unreachable' };

  // Devices that have the push are left alone; a device that failed is tried again although another has it.
  const reachable = reach.devices.filter(
    ({ id, platformOnly }) => push.handovers[id] === undefined && (!platformOnly || push.appId === systemApp.id),
  );
  await showOnOpenPages(push, reachable, context);
  const handovers = await Promise.all(
    reachable.map(async (device) => ({ device, result: await handOver(push, device, context) })),
  );
  for (const { device, result } of handovers) {
    if (result === 'gone') await devices.delete(push.sessionAddress, device.id);
  }
  return afterHandover(push, handovers, { ...context, checkedAt });
}

/** Offers the push to open pages first, so that they do not wait for the push services of other devices. */
async function showOnOpenPages(
  push: ClaimedPush,
  reachable: readonly ReachableDevice[],
  { pushes, eventBus, worker }: DispatchContext,
): Promise<void> {
  if (new Set(reachable.map(({ transport }) => transport)).size < 2) return;
  if (await pushes.markOffered(push, worker)) eventBus.emit('pages', push.sessionAddress, { push });
}

/** Delivers a push to one device. An error concerns this device only. */
async function handOver(
  push: ClaimedPush,
  device: ReachableDevice,
  { transports, log }: PushDispatcherDependencies,
): Promise<HandoverResult> {
  try {
    return await transports[device.transport].handOver(push, device);
  } catch (error) {
    log.error({ err: error, deviceId: device.id }, 'handing a push to a device failed');
    return 'refused';
  }
}

interface HandoverContext extends DispatchContext {
  /** When the devices were listed. */
  readonly checkedAt: Date;
}

function afterHandover(
  push: ClaimedPush,
  attempted: readonly { readonly device: ReachableDevice; readonly result: HandoverResult }[],
  { transports, checkedAt, databaseNow }: HandoverContext,
): Decision {
  const expiresAt = push.sentAt.getTime() + pushLifetimeMs;
  const finished = attempted.flatMap(({ device, result }): (readonly [string, number])[] => {
    if (result === 'accepted')
      return [[device.id, transports[device.transport].receiptDeadline(push, checkedAt).getTime()]];
    return result === 'refused' ? [[device.id, 0]] : [];
  });
  const handovers = { ...push.handovers, ...Object.fromEntries(finished) };
  const pauses = attempted.flatMap(({ result }) => retryPause(result, push.tries) ?? []);
  if (pauses.length > 0) {
    return { dueAt: new Date(Math.min(databaseNow().getTime() + Math.min(...pauses), expiresAt)), handovers };
  }
  // A push service stores the push for the browser: only a receipt can follow, until the push expires.
  const receiptDeadline = Math.min(Math.max(0, ...Object.values(handovers)), expiresAt);
  if (receiptDeadline > databaseNow().getTime()) return { dueAt: new Date(receiptDeadline), handovers };
  return { outcome: 'dropped_device_unreachable' };
}

/** Pause before the next handover to a device that failed, milliseconds; undefined when it did not fail. */
function retryPause(result: HandoverResult, tries: number): number | undefined {
  if (result !== 'failed' && typeof result === 'string') return undefined;
  const pause = Math.min(minRetryMs * 2 ** Math.min(tries - 1, 10), maxRetryMs);
  return result === 'failed' ? pause : Math.max(pause, Math.min(result.retryAfterMs, maxRetryMs));
}
