import { array, assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { decidePrompt, promptWindowMs } from './consent-store.ts';

const start = Date.UTC(2026, 2, 1);

test('permission prompts: three in succession, the fourth exactly 24 hours after the first', () => {
  let shown: readonly number[] = [];
  for (const time of [0, 1, 2]) {
    const decision = decidePrompt(shown, new Date(start + time));
    expect(decision.allowed).toBe(true);
    if (decision.allowed) shown = decision.shown;
  }
  const refused = { allowed: false, nextPromptAt: new Date(start + promptWindowMs) };
  expect(decidePrompt(shown, new Date(start + 2))).toEqual(refused);
  expect(decidePrompt(shown, new Date(start + promptWindowMs - 1))).toEqual(refused);
  expect(decidePrompt(shown, new Date(start + promptWindowMs)).allowed).toBe(true);
});

test('permission prompts: no 24 hours have four, and nextPromptAt is the earliest allowed time', () => {
  assert(
    property(array(integer({ min: 0, max: promptWindowMs }), { maxLength: 40 }), (gaps) => {
      let now = start;
      let shown: readonly number[] = [];
      const all: number[] = [];
      for (const gap of gaps) {
        now += gap;
        const decision = decidePrompt(shown, new Date(now));
        if (decision.allowed) {
          shown = decision.shown;
          all.push(now);
        } else {
          expect(decidePrompt(shown, decision.nextPromptAt).allowed).toBe(true);
          expect(decidePrompt(shown, new Date(decision.nextPromptAt.getTime() - 1)).allowed).toBe(false);
        }
      }
      for (const time of all) {
        expect(all.filter((later) => later >= time && later - time < promptWindowMs).length).toBeLessThan(4);
      }
    }),
  );
});
