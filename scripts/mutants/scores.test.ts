import { expect, test } from 'vitest';
import { scoresOf } from './scores.ts';

test('mutant scores: are counted by folder, and folders without results have none', () => {
  const results = [
    { file: 'src/protocol/htu.ts', killed: true },
    { file: 'src/protocol/htu.ts', killed: false },
    { file: 'src/protocol/hex.ts', killed: true },
    { file: 'src/protocol/hex.ts', killed: true },
  ];
  expect(scoresOf(results)).toEqual([{ name: 'protocol rules', killed: 3, total: 4, score: 75, threshold: 85 }]);
  expect(scoresOf([{ file: 'src/forum/operations/get-post.ts', killed: false }])).toMatchObject([
    { name: 'handlers', killed: 0, total: 1, threshold: 75 },
  ]);
});
