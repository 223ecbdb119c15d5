import { expect, test } from 'vitest';
import { preparedJson, createPublicDocument } from './public-document.ts';

const document = createPublicDocument({ name: 'café' });

test('RFC 9110 §13.1.2: If-None-Match compares weakly, takes lists, and * matches whatever there is', () => {
  const { etag } = document.headers;
  expect([etag, `W/${etag}`, `"other", ${etag}`, '*'].map(document.matches)).toEqual([true, true, true, true]);
  expect([undefined, '', '"other"', etag.replaceAll('"', '')].map(document.matches)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test('a document that differs has another tag', () => {
  expect(createPublicDocument({ name: 'cafe' }).headers.etag).not.toBe(document.headers.etag);
});

test('a public document is answered by the JSON that was prepared; any other answer is not', () => {
  expect(preparedJson(document.body)).toEqual(Buffer.from('{"name":"café"}'));
  expect(preparedJson(document.body)).toBe(preparedJson(document.body));
  expect(preparedJson(createPublicDocument({ name: 'tea' }).body)).toBe('{"name":"tea"}');
  expect(preparedJson(createPublicDocument({ name: 'tea'.repeat(9000) }).body)).toBeInstanceOf(Buffer);
  expect([{ name: 'café' }, 'text', null, undefined].map(preparedJson)).toEqual(Array(4).fill(undefined));
});
