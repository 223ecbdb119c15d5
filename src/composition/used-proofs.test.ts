import { expect, test } from 'vitest';
import { hashSlot } from '../runtime/outbound/redis.ts';
import { type GroupOwners, groupOf, markOf, marksOf, ownersInCluster, slotPrefix } from './used-proofs.ts';

const [a, b, c] = ['redis://a', 'redis://b', 'redis://c'];
const cluster = ownersInCluster([
  { first: 0, last: 5_460, url: a },
  { first: 5_461, last: 10_922, url: b },
  { first: 10_923, last: 16_383, url: c },
]);
const single: GroupOwners = [a];
/** The slot that Redis takes for a key. */
const slotOfKey = (key: string) => hashSlot(/^\{(\d+)\}/.exec(key)?.[1] ?? key);

test('groups of proofs: a single server has one group, whose keys have no prefix', () => {
  expect([groupOf(single, 'proof'), slotPrefix(single, 0), markOf(single, 0)]).toEqual([0, '', 'dpop-proofs-since']);
  expect(marksOf(single, a)).toEqual(['dpop-proofs-since']);
});

test('groups of proofs: those of a cluster have slots of their own and are spread over its masters', () => {
  expect(new Set(cluster.map((_owner, group) => hashSlot(String(group)))).size).toBe(1024);
  const shares = [a, b, c].map((url) => marksOf(cluster, url).length);
  expect(shares.reduce((sum, share) => sum + share)).toBe(1024);
  for (const share of shares) expect(share).toBeGreaterThan(300);
});

test('groups of proofs: a proof and the mark of its group have the same slot, at the master of the slot', () => {
  for (const key of ['forum.dpop_proofs:x', 'sso.dpop_proofs:y', '']) {
    const group = groupOf(cluster, key);
    const slot = slotOfKey(slotPrefix(cluster, group) + key);
    expect(slotOfKey(markOf(cluster, group))).toBe(slot);
    expect(cluster[group]).toBe(slot <= 5_460 ? a : slot <= 10_922 ? b : c);
  }
});

test('groups of proofs: slots that no master serves have no owner', () => {
  const partial = ownersInCluster([{ first: 5_461, last: 16_383, url: b }]);
  const without = partial.flatMap((owner, group) => (owner === undefined ? [hashSlot(String(group))] : []));
  expect(without.length).toBeGreaterThan(300);
  expect(Math.max(...without)).toBeLessThanOrEqual(5_460);
});
