import { replayId, storedNow, storeOnce } from '../client/dpop/replay-stores.ts';
import { repeat } from '../runtime/jobs/repeat.ts';
import { readSlotRanges, hashSlot, type SlotRange } from '../runtime/outbound/redis.ts';
import type { UsedProofs } from '../runtime/caller/replay-store.ts';
import { connectProofServer, fieldOf, type ProofServer } from './proof-server.ts';

/**
 * Used proofs form groups that have one hash slot each, so that a mark in the group moves, and is lost, together with its
 * proofs. A group is its number; its element is the URL of the server that has it, or undefined when none does.
 */
export type GroupOwners = readonly [string | undefined, ...(string | undefined)[]];

const groupCount = 1024;

/** Owners of the groups in a cluster; a single server has one group of all proofs. */
export function ownersInCluster(ranges: readonly SlotRange[]): GroupOwners {
  const ownerOf = (group: number) => {
    const slot = hashSlot(String(group));
    return ranges.find(({ first, last }) => first <= slot && slot <= last)?.url;
  };
  return [ownerOf(0), ...Array.from({ length: groupCount - 1 }, (_, i) => ownerOf(i + 1))];
}

/** The group of a key. */
export const groupOf = (owners: GroupOwners, key: string): number =>
  owners.length === 1 ? 0 : hashSlot(key) % owners.length;

/** Prefix that gives a key the hash slot of its group. */
export const slotPrefix = (owners: GroupOwners, group: number): string => (owners.length === 1 ? '' : `{${group}}`);

/** The key of a group that says which server has its proofs, and since when. */
export const markOf = (owners: GroupOwners, group: number): string => `${slotPrefix(owners, group)}dpop-proofs-since`;

/** Marks of all groups of a server. */
export const marksOf = (owners: GroupOwners, url: string): readonly string[] =>
  owners.flatMap((owner, group) => (owner === url ? [markOf(owners, group)] : []));

/** Milliseconds for which the owners of groups are not asked for again, however many proofs fail. */
const ownersKept = 100;
/** Milliseconds between two looks at all servers. */
const lookInterval = 2_000;

/**
 * Connects to Redis as the store of used proofs: to the server of the URL, or to all masters of the cluster that it says it is
 * a node of. Proofs go to the master of their slot over its own connection and redirections are not followed, so that each
 * reply is that of a server whose identity is known; a proof that meets a redirection is refused, the next one finds the new
 * master.
 *
 * @param now milliseconds
 */
export async function connectUsedProofs(
  setting: string,
  now: () => number,
): Promise<
  UsedProofs & {
    /** @throws Error when one of the servers does not respond, or must not be relied on */
    readonly check: () => Promise<void>;
    readonly close: () => void;
  }
> {
  const url = new URL(setting).href;
  const servers = new Map([[url, await connectProofServer(url, now)]]);
  let isClosed = false;
  let isAsking = false;
  let asked: { readonly owners: Promise<GroupOwners>; readonly at: number } | undefined;

  const readOwners = async (): Promise<GroupOwners> => {
    const owners = await firstReply([...servers].map(([address, server]) => askOwners(address, server)));
    const masters = new Set([url, ...owners.filter((owner) => owner !== undefined)]);
    for (const [address, { close }] of servers)
      if (!masters.has(address)) {
        servers.delete(address);
        close();
      }
    for (const address of [...masters].filter((master) => !servers.has(master))) {
      const server = await connectProofServer(address, now);
      if (isClosed) server.close();
      else servers.set(address, server);
    }
    return owners;
  };
  const owners = () => {
    if (asked !== undefined) return asked.owners;
    isAsking = true;
    const reading = readOwners().finally(() => {
      isAsking = false;
    });
    asked = { owners: reading, at: now() };
    return reading;
  };
  const askAgain = () => {
    if (!isAsking && asked !== undefined && Math.abs(now() - asked.at) > ownersKept) asked = undefined;
  };
  const serverOf = (address: string | undefined): ProofServer => {
    const server = address === undefined ? undefined : servers.get(address);
    if (server === undefined) throw new Error('A part of the Redis cluster has no master.');
    return server;
  };

  const check = async () => {
    const all = await owners();
    await Promise.all([...new Set(all)].map((owner) => serverOf(owner).check(marksOf(all, owner ?? ''))));
  };
  // A new primary is seen soon, not only when a proof needs it, which would be refused.
  const looking = repeat(lookInterval, () => {
    askAgain();
    return check();
  });

  return {
    now,
    use: async (prefix, jkt, jti, expiresAt) => {
      const key = prefix + replayId(jkt, jti);
      try {
        const all = await owners();
        const group = groupOf(all, key);
        const owner = all[group];
        const { reply, since } = await serverOf(owner).use(
          storeOnce(slotPrefix(all, group) + key, expiresAt),
          markOf(all, group),
          () => marksOf(all, owner ?? ''),
        );
        return { isFirst: reply === storedNow, since };
      } catch (error) {
        askAgain();
        throw error;
      }
    },
    check,
    close: () => {
      isClosed = true;
      void looking.stop();
      for (const { close } of servers.values()) close();
    },
  };
}

/** Asks a server who has the groups: itself alone, or the masters of its cluster. */
async function askOwners(address: string, { command }: ProofServer): Promise<GroupOwners> {
  const cluster = String(await command(['INFO', 'cluster']));
  if (fieldOf(cluster, 'cluster_enabled') !== '1') return [address];
  return ownersInCluster(readSlotRanges(await command(['CLUSTER', 'SLOTS']), address));
}

/** @throws the reason of the first, when all are rejected */
async function firstReply<Reply>(replies: readonly Promise<Reply>[]): Promise<Reply> {
  try {
    return await Promise.any(replies);
  } catch (error) {
    throw error instanceof AggregateError ? error.errors[0] : error;
  }
}
