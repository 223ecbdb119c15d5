import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRecentMap } from './recent-map.ts';

test('a recent map never outgrows its capacity and holds what was used last', () => {
  const step = fc.record({
    key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    action: fc.constantFrom('get', 'set', 'delete'),
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4 }), fc.array(step), (capacity, steps) => {
      const map = createRecentMap<number>(capacity);
      let used: (readonly [string, number])[] = [];
      for (const [index, { key, action }] of steps.entries()) {
        const held = used.find(([other]) => other === key);
        const others = used.filter(([other]) => other !== key);
        if (action === 'get') {
          expect(map.get(key)).toBe(held?.[1]);
          used = held === undefined ? used : [...others, held];
        } else if (action === 'set') {
          map.set(key, index);
          used = [...others, [key, index] as const].slice(-capacity);
        } else {
          map.delete(key);
          used = others;
        }
        expect(map.size).toBe(used.length);
      }
    }),
  );
});
