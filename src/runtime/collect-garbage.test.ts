import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { collectGarbage } from './collect-garbage.ts';

test('garbage collection: frees what is not referenced, and does not expose the collector to other code', async () => {
  const freed = new WeakRef({});
  const kept = {};
  const referenced = new WeakRef(kept);
  // A weak reference keeps its target until the end of the turn that created it.
  await setImmediate();
  collectGarbage('last-resort');
  expect(freed.deref()).toBeUndefined();
  expect(referenced.deref()).toBe(kept);
  expect('gc' in globalThis).toBe(false);
});
