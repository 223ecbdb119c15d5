import { expect, test } from 'vitest';
import { guideBlocks } from './guide-blocks.ts';

test('test:sdks: named shell blocks of a page are its commands; others are not', () => {
  const page = 'Text\n```sh go\ngo build\n```\n```sh\nnot this\n```\n```sh oapi-codegen\na\nb\n```\n';
  expect([...guideBlocks(page)]).toEqual([
    ['go', 'go build\n'],
    ['oapi-codegen', 'a\nb\n'],
  ]);
});
