import { LRUCache } from 'lru-cache';
import type { ClaimedDelivery } from './store/delivery-queue.ts';

/** Attempts at one endpoint at once, in one process. */
const attemptsAtOnce = 16;
/** And at one that fails: many dead endpoints leave room for the living. */
const attemptsAtOnceFailing = 2;
/** What is taken for an endpoint that is not known yet: little, for it may hang. */
const firstShare = 2;
/** What is taken for an endpoint that answers quickly: enough for one trip to the database to pay. */
const quickShare = 256;
/** An endpoint is quick while it answers within this, milliseconds, on average. */
const quickMs = 300;
/** An attempt may take 10 seconds, and its result has to be written before the lease ends. */
const leftForAttemptMs = 15_000;
/** Weight of the newest answer in the average. */
const newest = 0.2;

export interface Lease {
  /** Names the claim. */
  readonly worker: string;
  readonly endsAt: Date;
}

export interface Held {
  readonly delivery: ClaimedDelivery;
  readonly lease: Lease;
}

export interface Attempted {
  /** How long the endpoint took, milliseconds; undefined when it failed. */
  readonly tookMs: number | undefined;
  /** Resolves when the result is written. The endpoint can be asked for the next one meanwhile. */
  readonly written: Promise<void>;
}

export interface LanesParts {
  /** Makes one attempt. Never rejects. */
  readonly attempt: (held: Held) => Promise<Attempted>;
  /** Gives back what could not be tried in time. */
  readonly release: (held: readonly Held[]) => Promise<void>;
  /** There is room for more at an endpoint that works; those that fail can wait until somebody looks. */
  readonly onRoom: () => void;
  readonly now: () => Date;
}

interface Lane {
  readonly waiting: Held[];
  running: number;
  /** Attempts whose result is being written. */
  writing: number;
  failing: boolean;
}

/** Deliveries that this process holds, a lane for each endpoint, so that none waits behind another's. */
export interface Lanes {
  readonly add: (held: readonly Held[]) => void;
  /** How many more deliveries an endpoint may get. */
  readonly room: (appId: string) => number;
  /** The endpoint is known to take long. */
  readonly isSlow: (appId: string) => boolean;
  /** Attempts under way, and those of them at endpoints that are slow or fail. */
  readonly underWay: () => { readonly all: number; readonly slow: number };
  /** Gives back all that waits. */
  readonly clear: () => Promise<void>;
  /** Resolves when nothing is held. */
  readonly empty: () => Promise<void>;
}

export function createLanes({ attempt, release, onRoom, now }: LanesParts): Lanes {
  const lanes = new Map<string, Lane>();
  const tasks = new Set<Promise<void>>();
  /** Average milliseconds of an answer, by app. */
  const paces = new LRUCache<string, number>({ max: 4096 });

  const held = ({ waiting, running, writing }: Lane): number => waiting.length + running + writing;

  const isSlow = (appId: string): boolean => (paces.get(appId) ?? 0) >= quickMs;

  const room = (appId: string): number => {
    const lane = lanes.get(appId);
    const taken = lane ? held(lane) : 0;
    if (lane?.failing) return Math.max(0, attemptsAtOnceFailing - taken);
    if (paces.get(appId) === undefined) return Math.max(0, firstShare - taken);
    if (isSlow(appId)) return Math.max(0, attemptsAtOnce - taken);
    return taken > quickShare / 2 ? 0 : quickShare - taken;
  };

  const notePace = (appId: string, ms: number | undefined): void => {
    if (ms === undefined) {
      paces.delete(appId);
      return;
    }
    const before = paces.get(appId);
    paces.set(appId, before === undefined ? ms : before + newest * (ms - before));
  };

  const track = (task: Promise<void>): void => {
    const tracked = task.finally(() => tasks.delete(tracked));
    tasks.add(tracked);
  };

  const run = async (appId: string, lane: Lane, one: Held): Promise<void> => {
    lane.running += 1;
    const { tookMs, written } = await attempt(one);
    notePace(appId, tookMs);
    lane.running -= 1;
    lane.writing += 1;
    advance(appId, lane);
    await written;
    lane.writing -= 1;
    if (held(lane) === 0) lanes.delete(appId);
    if (!lane.failing && room(appId) > 0) onRoom();
  };

  const advance = (appId: string, lane: Lane): void => {
    const atOnce = lane.failing ? attemptsAtOnceFailing : attemptsAtOnce;
    while (lane.running < atOnce) {
      const next = lane.waiting.shift();
      if (next === undefined) return;
      if (next.lease.endsAt.getTime() - now().getTime() < leftForAttemptMs) {
        track(release([next, ...lane.waiting.splice(0)]));
      } else track(run(appId, lane, next));
    }
  };

  return {
    add: (more) => {
      for (const [appId, own] of Map.groupBy(more, ({ delivery }) => delivery.appId)) {
        const lane = lanes.get(appId) ?? { waiting: [], running: 0, writing: 0, failing: false };
        lanes.set(appId, lane);
        lane.failing = own.some(({ delivery }) => delivery.failing);
        lane.waiting.push(...own);
        advance(appId, lane);
      }
    },
    room,
    isSlow,
    underWay: () => {
      let [all, slow] = [0, 0];
      for (const [appId, { running, writing, failing }] of lanes) {
        all += running + writing;
        if (failing || isSlow(appId)) slow += running + writing;
      }
      return { all, slow };
    },
    clear: async () => {
      const waiting = [...lanes.values()].flatMap((lane) => lane.waiting.splice(0));
      if (waiting.length > 0) await release(waiting);
    },
    empty: async () => {
      while (tasks.size > 0) await Promise.all(tasks);
    },
  };
}
