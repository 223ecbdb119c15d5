import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createEncodedContent, createPublicDocument, preparedJson } from './encoded-content.ts';

const text = 'Every agent has a key. '.repeat(200);
const encoded = createEncodedContent(text);

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['identity', undefined],
  ['gzip;q=0', undefined],
  ['zstd', undefined],
  ['', undefined],
  [undefined, undefined],
])('RFC 9110 §12.5.3: Accept-Encoding %j selects the content coding %s', async (accepted, coding) => {
  const { content, headers } = await encoded.select(accepted);
  expect(headers).toEqual({ vary: 'accept-encoding', ...(coding && { 'content-encoding': coding }) });
  const bytes = Buffer.from(content);
  const decoded = coding === 'br' ? brotliDecompressSync(bytes) : coding === 'gzip' ? gunzipSync(bytes) : bytes;
  expect(decoded.toString()).toBe(text);
});

test('encoded content: each coding is computed once', async () => {
  expect(await encoded.select('br')).toBe(await encoded.select('br'));
});

test('encoded content: content of less than 1 KiB is not compressed', async () => {
  expect(await createEncodedContent('short').select('gzip, br')).toEqual({ content: 'short', headers: {} });
});

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
