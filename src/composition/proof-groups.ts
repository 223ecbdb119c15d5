import { hashSlot, type SlotRange } from '../runtime/outbound/redis-cluster.ts';

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
export const groupOf = (owners: GroupOwners, key: string): number => hashSlot(key) % owners.length;

/** Prefix that gives a key the hash slot of its group. */
export const slotPrefix = (owners: GroupOwners, group: number): string => (owners.length === 1 ? '' : `{${group}}`);

/** The key of a group that says which server has its proofs, and since when. */
export const markOf = (owners: GroupOwners, group: number): string => `${slotPrefix(owners, group)}dpop-proofs-since`;

/** Marks of all groups of a server. */
export const marksOf = (owners: GroupOwners, url: string): readonly string[] =>
  owners.flatMap((owner, group) => (owner === url ? [markOf(owners, group)] : []));
