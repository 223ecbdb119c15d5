import { expect, test } from 'vitest';
import { preparedBytes, publicDocument } from './public-document.ts';

const document = publicDocument({ name: 'café' });

test('RFC 9110 §13.1.2: If-None-Match compares weakly, takes lists, and * matches whatever there is', () => {
  const { etag } = document.headers;
  expect([etag, `W/${etag}`, `"other", ${etag}`, '*'].map(document.isKnown)).toEqual([true, true, true, true]);
  expect([undefined, '', '"other"', etag.replaceAll('"', '')].map(document.isKnown)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test('a document that differs has another tag', () => {
  expect(publicDocument({ name: 'cafe' }).headers.etag).not.toBe(document.headers.etag);
});

test('a public document is answered by the bytes that were prepared; any other answer is not', () => {
  expect(preparedBytes(document.body)).toEqual(Buffer.from('{"name":"café"}'));
  expect(preparedBytes(document.body)).toBe(preparedBytes(document.body));
  expect([{ name: 'café' }, 'text', null, undefined].map(preparedBytes)).toEqual(Array(4).fill(undefined));
});
