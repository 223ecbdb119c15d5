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

test('entries are weighed: the idle ones go until the rest fits, and what never fits is not kept', () => {
  const map = createRecentMap<string>(10, (value) => value.length);
  map.set('a', 'aaaa');
  map.set('b', 'bbbb');
  map.get('a');
  map.set('c', 'cccc');
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual(['aaaa', undefined, 'cccc']);
  map.set('c', 'cc');
  map.set('d', 'dddd');
  expect([map.get('a'), map.get('c'), map.get('d')]).toEqual(['aaaa', 'cc', 'dddd']);
  map.set('e', 'e'.repeat(11));
  expect(map.size).toBe(0);
});
