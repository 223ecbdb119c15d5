export interface FairSlotsOptions {
  /** Work that runs at once. */
  readonly slots: number;
  /** Work of one group that runs at once. */
  readonly perGroup: number;
  /** Work of one group that waits at most. */
  readonly waiting: number;
}

/** Runs work of many groups in turn, so that a flood of one group delays that group only. */
export interface FairSlots {
  /** @returns undefined when too much work of the group waits already */
  readonly run: <Result>(group: string, work: () => Promise<Result>) => Promise<Result> | undefined;
}

export function createFairSlots({ slots, perGroup, waiting }: FairSlotsOptions): FairSlots {
  const running = new Map<string, number>();
  /** In the order of turns: a group that got one is the last. */
  const queues = new Map<string, (() => void)[]>();
  let used = 0;

  const runningOf = (group: string) => running.get(group) ?? 0;
  const startNext = (): void => {
    if (used >= slots) return;
    for (const [group, queue] of queues) {
      if (runningOf(group) >= perGroup) continue;
      const start = queue.shift();
      queues.delete(group);
      if (queue.length > 0) queues.set(group, queue);
      return start?.();
    }
  };
  const execute = async <Result>(group: string, work: () => Promise<Result>): Promise<Result> => {
    used += 1;
    running.set(group, runningOf(group) + 1);
    try {
      return await work();
    } finally {
      used -= 1;
      const left = runningOf(group) - 1;
      if (left > 0) running.set(group, left);
      else running.delete(group);
      startNext();
    }
  };

  return {
    run: (group, work) => {
      if (used < slots && runningOf(group) < perGroup && !queues.has(group)) return execute(group, work);
      const queue = queues.get(group) ?? [];
      if (queue.length >= waiting) return undefined;
      queues.set(group, queue);
      return new Promise<void>((resolve) => queue.push(resolve)).then(() => execute(group, work));
    },
  };
}
