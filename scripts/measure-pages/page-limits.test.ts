import { expect, test } from 'vitest';
import { combineVisits, exceededLimits } from './page-limits.ts';

const limits = { bytes: 100_000, lcp: 1_500, cls: 0, blocking: 150, elements: 2_500 };
const light = { blocking: 0, elements: 100 };

test('page limits: a visit at its limits passes', () => {
  expect(exceededLimits({ bytes: 100_000, lcp: 1_500, cls: 0, blocking: 150, elements: 2_500 }, limits)).toEqual([]);
});

test('page limits: every exceeded number is named', () => {
  expect(exceededLimits({ bytes: 100_001, lcp: 1_501, cls: 0.001, blocking: 151, elements: 2_501 }, limits)).toEqual([
    'bytes',
    'lcp',
    'cls',
    'blocking',
    'elements',
  ]);
});

test('page limits: a number without a limit is not compared', () => {
  expect(exceededLimits({ bytes: 1e9, lcp: 1e9, cls: 0, ...light }, { cls: 0 })).toEqual([]);
});

test('page limits: a paint that was never reported exceeds its limit', () => {
  expect(exceededLimits(combineVisits([{ bytes: 1, lcp: NaN, cls: 0, ...light }]), limits)).toEqual(['lcp']);
});

test('page limits: of several visits the fastest interaction counts, and one that was not reported exceeds its limit', () => {
  const visit = { bytes: 1, lcp: 1, cls: 0, ...light };
  const combined = combineVisits([
    { ...visit, inp: 250 },
    { ...visit, inp: 40 },
  ]);
  expect(combined.inp).toBe(40);
  expect(exceededLimits(combined, { cls: 0, inp: 39 })).toEqual(['inp']);
  expect(exceededLimits(combineVisits([visit]), { cls: 0, inp: 200 })).toEqual(['inp']);
});

test('page limits: of several visits the earliest paint and shortest blocking count, and the most bytes and elements and the largest shift', () => {
  const visits = [
    { bytes: 90, lcp: 1_200, cls: 0.1, blocking: 20, elements: 100 },
    { bytes: 95, lcp: 900, cls: 0, blocking: 10, elements: 110 },
  ];
  expect(combineVisits(visits)).toEqual({ bytes: 95, lcp: 900, cls: 0.1, blocking: 10, elements: 110 });
});
