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

test.each([
  ['no object', 'eNrbuRgAAhcBXQ'],
  ['an unknown number of bits', { bits: 3, lst: 'eNrbuRgAAhcBXQ' }],
  ['no base64url', { bits: 1, lst: 'eNrbuRgAAhcBXQ==' }],
  ['no ZLIB', { bits: 1, lst: 'AAAA' }],
  ['a truncated list', { bits: 1, lst: 'eNrbuRgAAg' }],
  ['a list that grows past its limit', { bits: 1, lst: encodeBase64url(deflateSync(new Uint8Array(10_000_000))) }],
])('draft-ietf-oauth-status-list-17 §8.3: %s is rejected as a status list', async (_title, claim) => {
  await expect(decodeStatusList(claim)).rejects.toThrow(StatusListError);
});

test('draft-ietf-oauth-status-list-17 §6.2: the claim status names list and index', () => {
  const status = { status_list: { idx: 7, uri: 'https://sso.example/oauth/status-lists/0' } };
  expect(statusReferenceOf({ status })).toEqual(status.status_list);
  expect(statusReferenceOf({})).toBeUndefined();
});

test.each([
  null,
  'revoked',
  {},
  { status_list: {} },
  { status_list: { idx: -1, uri: 'u' } },
  { status_list: { idx: 1 } },
])('draft-ietf-oauth-status-list-17 §6.2: the claim status %j is rejected', (status) => {
  expect(() => statusReferenceOf({ status })).toThrow(StatusListError);
});
