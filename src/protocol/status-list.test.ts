import { expect, test } from 'vitest';
import { encodeBase64url } from './base64url.ts';
import { deflateSync } from 'node:zlib';
import {
  decodeStatusList,
  encodeStatusList,
  maxStatusListBytes,
  statusAt,
  StatusListError,
  statusReferenceOf,
  uniteStatusLists,
} from './status-list.ts';

test('draft-ietf-oauth-status-list-17 §4.1: the published list of one-bit statuses decodes to its statuses', async () => {
  const list = await decodeStatusList({ bits: 1, lst: 'eNrbuRgAAhcBXQ' });
  const statuses = Array.from({ length: 16 }, (_, idx) => statusAt(list, idx));
  expect(statuses).toEqual([1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 0, 0, 0, 1, 0, 1]);
});

test('draft-ietf-oauth-status-list-17 §4.1: the published list of two-bit statuses decodes to its statuses', async () => {
  const list = await decodeStatusList({ bits: 2, lst: 'eNo76fITAAPfAgc' });
  const statuses = Array.from({ length: 12 }, (_, idx) => statusAt(list, idx));
  expect(statuses).toEqual([1, 2, 0, 3, 0, 1, 0, 1, 1, 2, 3, 3]);
});

test('draft-ietf-oauth-status-list-17 §8.3: an index behind the end of a list has no status', async () => {
  const list = await decodeStatusList({ bits: 1, lst: 'eNrbuRgAAhcBXQ' });
  expect(statusAt(list, 16)).toBeUndefined();
});

test('draft-ietf-oauth-status-list-17 §4.2: an encoded list decodes to the same bytes', async () => {
  const bytes = new Uint8Array(maxStatusListBytes);
  bytes[70_000] = 0b0100_0001;
  const encoded = await encodeStatusList({ bits: 1, bytes });
  expect(encoded.lst.length).toBeLessThan(400);
  expect(await decodeStatusList(encoded)).toEqual({ bits: 1, bytes });
});

test.each([4, 8] as const)(
  'draft-ietf-oauth-status-list-17 §4.1: a list of %i-bit statuses decodes to its bytes',
  async (bits) => {
    const list = { bits, bytes: Uint8Array.of(0xb9, 0xa3) };
    expect(await decodeStatusList(await encodeStatusList(list))).toEqual(list);
  },
);

test.each([
  ['no object', 'eNrbuRgAAhcBXQ', 'bits is not 1, 2, 4 or 8.'],
  ['an unknown number of bits', { bits: 3, lst: 'eNrbuRgAAhcBXQ' }, 'bits is not 1, 2, 4 or 8.'],
  ['no lst', { bits: 1 }, 'lst is not base64url.'],
  ['a list of bytes', { bits: 1, lst: ['eNrbuRgAAhcBXQ'] }, 'lst is not base64url.'],
  ['no base64url', { bits: 1, lst: 'eNrbuRgAAhcBXQ==' }, 'lst is not base64url.'],
  ['no ZLIB', { bits: 1, lst: 'AAAA' }, 'lst is not compressed with ZLIB.'],
  ['a truncated list', { bits: 1, lst: 'eNrbuRgAAg' }, 'lst is not compressed with ZLIB.'],
  [
    'a list that grows past its limit',
    { bits: 1, lst: encodeBase64url(deflateSync(new Uint8Array(10_000_000))) },
    'The list is larger than 131072 bytes.',
  ],
])('draft-ietf-oauth-status-list-17 §8.3: %s is rejected as a status list', async (_title, claim, message) => {
  const rejected = decodeStatusList(claim);
  await expect(rejected).rejects.toThrow(StatusListError);
  await expect(rejected).rejects.toThrow(message);
});

test('draft-ietf-oauth-status-list-17 §6.2: the claim status names list and index', () => {
  const status = { status_list: { idx: 7, uri: 'https://sso.example/oauth/status-lists/0' } };
  expect(statusReferenceOf({ status })).toEqual(status.status_list);
  expect(statusReferenceOf({ status: { status_list: { idx: 0, uri: 'u' } } })).toEqual({ idx: 0, uri: 'u' });
  expect(statusReferenceOf({})).toBeUndefined();
});

test.each([
  [null, 'has no status_list'],
  ['revoked', 'has no status_list'],
  [{}, 'has no status_list'],
  [{ status_list: {} }, 'has no idx or uri'],
  [{ status_list: { idx: -1, uri: 'u' } }, 'has no idx or uri'],
  [{ status_list: { idx: 1.5, uri: 'u' } }, 'has no idx or uri'],
  [{ status_list: { idx: '1', uri: 'u' } }, 'has no idx or uri'],
  [{ status_list: { idx: 1 } }, 'has no idx or uri'],
])('draft-ietf-oauth-status-list-17 §6.2: the claim status %j %s and is rejected', (status, message) => {
  expect(() => statusReferenceOf({ status })).toThrow(StatusListError);
  expect(() => statusReferenceOf({ status })).toThrow(message);
});

test('status lists: united marks are those of both lists, also of the longer one', () => {
  const [short, long] = [
    { bits: 2, bytes: Uint8Array.of(0b01_00_10_00) },
    { bits: 2, bytes: Uint8Array.of(0b00_11_01_00, 1) },
  ] as const;
  const united = { bits: 2, bytes: Uint8Array.of(0b01_11_11_00, 1) };
  expect([uniteStatusLists(short, long), uniteStatusLists(long, short)]).toEqual([united, united]);
  expect(() => uniteStatusLists(short, { bits: 1, bytes: Uint8Array.of(0) })).toThrow(StatusListError);
});
