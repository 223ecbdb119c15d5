import { expect, test } from 'vitest';
import { evenSample, scoreOf } from './scores.ts';

test('mutant scores: are the share of noticed changes in percent', () => {
  const [killed, survived] = [{ killed: true }, { killed: false }];
  expect(scoreOf([killed, killed, survived, killed])).toEqual({ killed: 3, total: 4, score: 75 });
  expect(scoreOf([])).toEqual({ killed: 0, total: 0, score: 100 });
});

test('mutant samples: are spread evenly over the list, and are the whole list when it is shorter', () => {
  expect(evenSample([1, 2, 3, 4, 5, 6], 3)).toEqual([1, 3, 5]);
  expect(evenSample([1, 2, 3, 4, 5], 2)).toEqual([1, 3]);
  expect(evenSample([1, 2], 5)).toEqual([1, 2]);
  expect(evenSample([1, 2], Infinity)).toEqual([1, 2]);
});
