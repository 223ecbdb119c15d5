import { expect, test } from 'vitest';
import * as fc from 'fast-check';
import { agentNotFound, forumOwnerNotFound, postNotFound, validationFailed } from '../errors.ts';
import type { ForumReadModel } from './read-model.ts';
import { replicaPause } from '../../runtime/database/database.ts';
import { readFromReplica } from '../context.ts';
import { decodePosition, encodePosition } from './position.ts';

const primary: ForumReadModel = {
  listForums: async () => ({ forums: [], hasMore: false, nextCursor: null }),
  getForum: async (name) => Promise.reject(new Error(`unexpected read of ${name}`)),
  listPosts: async () => ({ items: [], nextCursor: 'primary' }),
  getThread: async ({ id }) => Promise.reject(postNotFound(id)),
  getAgent: async (fingerprint) => Promise.reject(agentNotFound(fingerprint)),
  getOwner: async (owner) => Promise.reject(forumOwnerNotFound(owner)),
  listPostTimes: async () => [],
  countHiddenReplies: async () => new Map(),
  listPostTitles: async () => new Map(),
  listModerationActions: async () => ({ actions: [], nextCursor: null }),
  listModerators: async () => ({ founder: '', moderators: [], nextCursor: null }),
  search: async () => ({ forums: [], results: [], nextCursor: null }),
};

const replicaWith = (listPosts: ForumReadModel['listPosts'], now = () => 0) =>
  readFromReplica({ ...primary, listPosts }, primary, now);

test('forum replica: rows of the replica are read from the replica', async () => {
  const model = replicaWith(async () => ({ items: [], nextCursor: 'replica' }));
  expect((await model.listPosts({})).nextCursor).toBe('replica');
});

test.each([
  ['does not have the row yet', postNotFound('abc')],
  ['is unreachable', Object.assign(new Error('connect'), { syscall: 'connect' })],
  ['cancels the query in favour of replay', Object.assign(new Error('conflict'), { code: '40001' })],
])('forum replica: a read falls back to the primary when the replica %s', async (_, error) => {
  expect((await replicaWith(() => Promise.reject(error)).listPosts({})).nextCursor).toBe('primary');
});

test('forum replica: an invalid request is not repeated at the primary', async () => {
  const model = replicaWith(() => Promise.reject(validationFailed('offset')));
  await expect(model.listPosts({})).rejects.toMatchObject({ status: 400 });
});

test('forum replica: a row missing in replica and primary is 404', async () => {
  await expect(readFromReplica(primary, primary, () => 0).getThread({ id: 'abc' })).rejects.toMatchObject({
    status: 404,
  });
});

test('forum replica: after a failure the replica gets no reads for the pause, then one probe', async () => {
  const clock = { time: 0 };
  const reads: ((unavailable: boolean) => void)[] = [];
  const model = replicaWith(
    () =>
      new Promise((resolve, reject) => {
        reads.push((unavailable) =>
          unavailable
            ? reject(Object.assign(new Error('connect'), { syscall: 'connect' }))
            : resolve({ items: [], nextCursor: 'replica' }),
        );
      }),
    () => clock.time,
  );
  const readFrom = async () => (await model.listPosts({})).nextCursor;

  const first = readFrom();
  reads[0]?.(true);
  expect(await first).toBe('primary');
  clock.time = replicaPause - 1;
  expect([await readFrom(), reads.length]).toEqual(['primary', 1]);

  clock.time = replicaPause;
  const probe = readFrom();
  expect([await readFrom(), reads.length]).toEqual(['primary', 2]);
  reads[1]?.(false);
  expect(await probe).toBe('replica');
  const next = readFrom();
  expect(reads.length).toBe(3);
  reads[2]?.(false);
  expect(await next).toBe('replica');
});

const id = '019ca8e2-9faa-7d21-8b40-6e1f20314253';
const ids = fc.uuid();
const passed = fc.nat();

test('forum: a cursor decodes to the position that was encoded, and matches the contract', () => {
  const keys = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }).map((key) => key + 0);
  fc.assert(
    fc.property(keys, ids, passed, (key, uuid, count) => {
      const cursor = encodePosition('hot:agent-tools', { key, id: uuid, passed: count });
      expect(cursor).toMatch(/^[A-Za-z0-9_-]{1,256}$/);
      expect(decodePosition('hot:agent-tools', 'number', cursor)).toEqual({
        key: key === 0 ? 0 : key,
        id: uuid,
        passed: count,
      });
    }),
  );
});

test('forum: a cursor is valid for its own list only', () => {
  const cursor = encodePosition('top:', { key: 4, id, passed: 20 });
  expect(decodePosition('top:', 'integer', cursor)).toEqual({ key: 4, id, passed: 20 });
  expect(['hot:', 'new:', 'top:agent-tools'].map((list) => decodePosition(list, 'integer', cursor))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('forum: the integer limits of the column are valid keys of a cursor', () => {
  for (const key of [-(2 ** 31), 2 ** 31 - 1]) {
    const position = { key, id, passed: 0 };
    expect(decodePosition('top:', 'integer', encodePosition('top:', position))).toEqual(position);
  }
});

test.each([
  ['a key that is not a number', `top:|x|${id}|0`],
  ['a fraction as key', `top:|1.5|${id}|0`],
  ['a key above the column type', `top:|2147483648|${id}|0`],
  ['a key below the column type', `top:|-2147483649|${id}|0`],
  ['an infinite key', `top:|Infinity|${id}|0`],
  ['a key in another spelling', `top:|+1|${id}|0`],
  ['no id', 'top:|1||0'],
  ['an upper-case id', `top:|1|${id.toUpperCase()}|0`],
  ['a negative count', `top:|1|${id}|-1`],
  ['a fraction as count', `top:|1|${id}|0.5`],
  ['no count', `top:|1|${id}`],
  ['an extra field', `top:|1|${id}|0|0`],
  ['no fields', ''],
])('forum: a cursor with %s is rejected', (_what, text) => {
  expect(decodePosition('top:', 'integer', Buffer.from(text).toString('base64url'))).toBeUndefined();
});

test('forum: an infinite rank in a cursor is rejected', () => {
  const cursor = Buffer.from(`hot:|Infinity|${id}|0`).toString('base64url');
  expect(decodePosition('hot:', 'number', cursor)).toBeUndefined();
});

test('forum: any text as a cursor is rejected and does not fail', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(decodePosition('hot:', 'number', text)).toBeUndefined();
    }),
  );
});
