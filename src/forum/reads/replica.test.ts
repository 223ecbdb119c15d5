import { expect, test } from 'vitest';
import { agentNotFound, forumOwnerNotFound, postNotFound, validationFailed } from '../errors.ts';
import type { ForumReadModel } from './read-model.ts';
import { replicaPause } from '../../runtime/database/replica-reads.ts';
import { readFromReplica } from '../context.ts';

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
