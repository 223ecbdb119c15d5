import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import Fastify from 'fastify';
import { encodeBase64url } from '../../protocol/base64url.ts';
import { utf8 } from '../../protocol/bytes.ts';
import { uuidPattern } from '../start/ids.ts';
import { decodePageCursor, encodePageCursor, createPage } from './page.ts';
import { hookRoutes } from './incoming-request.ts';
import { clientNetwork, countedNetworks, widestNetwork } from './rate-limit.ts';
import { createEncodedContent, createPublicDocument, preparedJson } from './encoded-content.ts';

const id = '019ca98e-49f4-7a60-b7c8-d9e0f1a2b3c4';
const unknown = () => new Error('no cursor of this list');
const decode = (cursor: string) => decodePageCursor(cursor, uuidPattern, unknown);

test('page cursor: decodes to the position that was encoded, and matches the contracts', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date(0), max: new Date(9e13), noInvalidDate: true }), fc.uuid(), (at, last) => {
      const cursor = encodePageCursor({ at, id: last });
      expect(cursor).toMatch(/^[A-Za-z0-9_-]{1,256}$/);
      expect(decode(cursor)).toEqual({ at, id: last });
    }),
  );
});

test('page cursor: without a cursor there is no position', () => {
  expect(decodePageCursor(undefined, uuidPattern, unknown)).toBeUndefined();
});

test.each([
  ['nothing', ''],
  ['one letter', 'x'],
  ['an extra field', `1|${id}|`],
  ['a time in another spelling', `01|${id}`],
  ['a time before 1970', `-1|${id}`],
  ['a time in scientific notation', `1e3|${id}`],
  ['a time above the limit', `100000000000000|${id}`],
  ['an upper-case id', `1|${id.toUpperCase()}`],
  ['no id', '1|'],
  ['a fraction as time', `1.5|${id}`],
  ['an infinite time', `Infinity|${id}`],
  ['an id of another list', `1|${'0'.repeat(32)}`],
])('page cursor: %s is rejected', (_what, text) => {
  expect(() => decode(encodeBase64url(utf8(text)))).toThrow('no cursor of this list');
});

test('page cursor: any text is rejected and does not fail', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(() => decode(text)).toThrow('no cursor of this list');
    }),
  );
});

test('pages: following the cursors returns every item once, for any page size', () => {
  const items = Array.from({ length: 7 }, (_, index) => ({ at: new Date(index >> 1), id: `${index}` })).toReversed();
  const after = (position: { at: Date; id: string } | undefined) =>
    items.filter(
      ({ at, id: own }) =>
        position === undefined || at < position.at || (at.getTime() === position.at.getTime() && own < position.id),
    );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), (limit) => {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const position = decodePageCursor(cursor, /^\d$/, unknown);
        const page = createPage(after(position).slice(0, limit + 1), limit, (item) => item);
        seen.push(...page.items.map((item) => item.id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect(seen).toEqual(['6', '5', '4', '3', '2', '1', '0']);
    }),
  );
});

test('route hooks: run before those of the route, once, also for HEAD, and only on their routes', async () => {
  const ran: string[] = [];
  const record = (name: string) => async () => void ran.push(name);
  const app = Fastify();
  hookRoutes(app, ({ operationId, url }) => {
    if (operationId === 'listNotes') return { preValidation: record('by operationId') };
    return url === '/other' ? { preHandler: record('by path') } : undefined;
  });
  const handler = async () => ran.push('handler');
  await app.register(async (child) => {
    child.get('/notes', { config: { operationId: 'listNotes' }, preValidation: record('of the route'), handler });
    child.get('/other', { preHandler: [record('of the route')], handler });
    child.get('/none', handler);
  });

  const order = async (method: 'GET' | 'HEAD', url: string) => {
    ran.length = 0;
    expect((await app.inject({ method, url })).statusCode).toBe(200);
    return ran.slice();
  };
  for (const method of ['GET', 'HEAD'] as const) {
    expect(await order(method, '/notes'), method).toEqual(['by operationId', 'of the route', 'handler']);
    expect(await order(method, '/other'), method).toEqual(['by path', 'of the route', 'handler']);
    expect(await order(method, '/none'), method).toEqual(['handler']);
  }
  await app.close();
});

test('limits: an IPv4 address counts alone, also when it is mapped to IPv6', () => {
  for (const ip of ['203.0.113.7', '::ffff:203.0.113.7'])
    expect([countedNetworks(ip), widestNetwork(ip)]).toEqual([[{ network: '203.0.113.7', share: 1 }], '203.0.113.7']);
});

test('limits: an IPv6 address counts in its /64, /56 and /48, with growing budgets', () => {
  expect(countedNetworks('2001:db8:0:12ab:ffff::1')).toEqual([
    { network: '2001:db8:0:12ab', share: 1 },
    { network: '2001:db8:0:1200/56', share: 4 },
    { network: '2001:db8:0:0/48', share: 16 },
  ]);
  expect(clientNetwork('2001:0db8:0:12ab::9')).toBe('2001:db8:0:12ab');
});

test('limits: neighbours share the wider networks only', () => {
  const [one, other] = [countedNetworks('2001:db8:7:100::1'), countedNetworks('2001:db8:7:1ff::1')];
  expect(one[0]).not.toEqual(other[0]);
  expect(one.slice(1)).toEqual(other.slice(1));
  expect(widestNetwork('2001:db8:8::1')).not.toBe(widestNetwork('2001:db8:7::1'));
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:1:2::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8:1:2:ffff::', '2001:db8:1:2'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('limits: the address %s counts as %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});

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
  const statusOf = (ifNoneMatch: string | undefined) => document.response({ 'if-none-match': ifNoneMatch }).status;
  const { etag } = document.response({}).headers;
  for (const current of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) expect(statusOf(current)).toBe(304);
  for (const other of [undefined, '', '"other"', etag.replaceAll('"', '')]) expect(statusOf(other)).toBe(200);
});

test('public document: different documents have different ETags', () => {
  const etags = [document, createPublicDocument({ name: 'cafe' })].map((one) => one.response({}).headers.etag);
  expect(new Set(etags).size).toBe(2);
});

test('public document: its body has serialized JSON, other bodies have not', async () => {
  const contentOf = async (body: object) => (await preparedJson(body)?.select(undefined))?.content;
  expect(await contentOf(document.body)).toEqual(Buffer.from('{"name":"café"}'));
  expect(await contentOf(document.body)).toBe(await contentOf(document.body));
  expect(await contentOf(createPublicDocument({ name: 'tea' }).body)).toBe('{"name":"tea"}');
  expect(await contentOf(createPublicDocument({ name: 'tea'.repeat(9000) }).body)).toBeInstanceOf(Buffer);
  expect([{ name: 'café' }, 'text', null, undefined].map(preparedJson)).toEqual(Array(4).fill(undefined));
});
