import { expect, test } from 'vitest';
import { createFairQueue } from './worker-loop.ts';

test('fair queue: each round continues after the last served group and wraps around', async () => {
  const due = ['d', 'a', 'c', 'b'].map((appId) => ({ appId }));
  const { serve } = createFairQueue(({ appId }: { readonly appId: string }) => appId);
  const served: string[] = [];
  for (let round = 0; round < 3; round++) {
    let left = 3;
    const claim = async (apps: readonly { readonly appId: string }[], limit: number) => {
      const claimed = apps.slice(0, limit);
      left -= claimed.length;
      served.push(...claimed.map(({ appId }) => appId));
      return claimed;
    };
    expect(await serve(due, { capacity: () => left, claim })).toBe(3);
  }
  expect(served.join('')).toBe('abcdabcda');
});

test('fair queue: capacity that becomes free during a claim serves the groups that follow, not those of the next claim', async () => {
  const due = Array.from({ length: 300 }, (_, index) => ({ appId: String(index).padStart(3, '0') }));
  const { serve } = createFairQueue(({ appId }: { readonly appId: string }) => appId);
  const served: string[] = [];
  const claim = async (apps: readonly { readonly appId: string }[], limit: number) => {
    const claimed = apps.slice(0, limit);
    served.push(...claimed.map(({ appId }) => appId));
    return claimed;
  };
  while (served.length < 300) await serve(due, { capacity: () => 30, claim });
  expect(served).toEqual(due.map(({ appId }) => appId));
});
