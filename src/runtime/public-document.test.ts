import { expect, test } from 'vitest';
import { preparedJson, createPublicDocument } from './public-document.ts';

const document = createPublicDocument({ name: 'café' });

test('RFC 9110 §13.1.2: If-None-Match compares weakly, accepts lists, and * matches any document', () => {
  const { etag } = document.headers;
  expect([etag, `W/${etag}`, `"other", ${etag}`, '*'].map(document.matches)).toEqual([true, true, true, true]);
  expect([undefined, '', '"other"', etag.replaceAll('"', '')].map(document.matches)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test('public document: different documents have different ETags', () => {
  expect(createPublicDocument({ name: 'cafe' }).headers.etag).not.toBe(document.headers.etag);
});

test('public document: its body has serialized JSON, other bodies have not', () => {
  expect(preparedJson(document.body)).toEqual(Buffer.from('{"name":"café"}'));
  expect(preparedJson(document.body)).toBe(preparedJson(document.body));
  expect(preparedJson(createPublicDocument({ name: 'tea' }).body)).toBe('{"name":"tea"}');
  expect(preparedJson(createPublicDocument({ name: 'tea'.repeat(9000) }).body)).toBeInstanceOf(Buffer);
  expect([{ name: 'café' }, 'text', null, undefined].map(preparedJson)).toEqual(Array(4).fill(undefined));
});
