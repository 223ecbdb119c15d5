import { expect, test } from 'vitest';
import { preparedJson, createPublicDocument } from './public-document.ts';

const document = createPublicDocument({ name: 'café' });

test('RFC 9110 §13.1.2: If-None-Match compares weakly, accepts lists, and * matches any document', () => {
  const { etag } = document.headers;
  expect([etag, etag.replace('W/', ''), `"other", ${etag}`, '*'].map(document.matches)).toEqual([
    true,
    true,
    true,
    true,
  ]);
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

test('public document: its body has serialized JSON, other bodies have not', async () => {
  const contentOf = async (body: object) => (await preparedJson(body)?.select(undefined))?.content;
  expect(await contentOf(document.body)).toEqual(Buffer.from('{"name":"café"}'));
  expect(await contentOf(document.body)).toBe(await contentOf(document.body));
  expect(await contentOf(createPublicDocument({ name: 'tea' }).body)).toBe('{"name":"tea"}');
  expect(await contentOf(createPublicDocument({ name: 'tea'.repeat(9000) }).body)).toBeInstanceOf(Buffer);
  expect([{ name: 'café' }, 'text', null, undefined].map(preparedJson)).toEqual(Array(4).fill(undefined));
});
