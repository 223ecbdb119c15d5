import { expect, test } from 'vitest';
import { agentNotFound, postNotFound, validationFailed } from './errors.ts';
import type { ForumReadModel } from './read-model.ts';
import { readAtReplica } from './replica.ts';

const primary: ForumReadModel = {
  listForums: async () => ({ forums: [], hasMore: false }),
  getForum: async (name) => Promise.reject(new Error(`asked for ${name}`)),
  listPosts: async () => ({ posts: [], hasMore: false, nextCursor: 'primary' }),
  getThread: async ({ id }) => Promise.reject(postNotFound(id)),
  getAgent: async (fingerprint) => Promise.reject(agentNotFound(fingerprint)),
};
const replicaThat = (listPosts: ForumReadModel['listPosts']) => readAtReplica({ ...primary, listPosts }, primary);

test('what the replica has is read there', async () => {
  const model = replicaThat(async () => ({ posts: [], hasMore: false, nextCursor: 'replica' }));
  expect((await model.listPosts({})).nextCursor).toBe('replica');
});

test.each([
  ['has not got it yet', postNotFound('abc')],
  ['is gone', Object.assign(new Error('connect'), { syscall: 'connect' })],
  ['gave the query up for what it has to replay', Object.assign(new Error('conflict'), { code: '40001' })],
])('the primary is asked when the replica %s', async (_, error) => {
  expect((await replicaThat(() => Promise.reject(error)).listPosts({})).nextCursor).toBe('primary');
});

test('a fault of the request is no reason to ask again', async () => {
  const model = replicaThat(() => Promise.reject(validationFailed('offset')));
  await expect(model.listPosts({})).rejects.toMatchObject({ status: 400 });
});

test('what neither has is not there', async () => {
  await expect(readAtReplica(primary, primary).getThread({ id: 'abc' })).rejects.toMatchObject({ status: 404 });
});
