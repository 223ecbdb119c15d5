import { expect, test } from 'vitest';
import { responseText, streamBytes } from './stream-bytes.ts';

test('response text: a response of the limit is read, and a longer one throws with its limit', async () => {
  expect(await responseText(new Response('grün'), 5)).toBe('grün');
  await expect(responseText(new Response('grün!'), 5)).rejects.toThrow('is larger than 5 bytes.');
});

test('response text: a response without a body is empty', async () => {
  expect(await responseText(new Response(null), 5)).toBe('');
});

test('stream bytes: no body has no bytes', async () => {
  for (const body of [null, undefined]) expect(await streamBytes(body, 0)).toEqual(new Uint8Array());
});
