import { expect, test } from 'vitest';
import { agentNotFound, postNotFound, validationFailed } from './errors.ts';
import type { ForumReadModel } from './read-model.ts';
import { readAtReplica, replicaPause } from './replica.ts';

const primary: ForumReadModel = {
  listForums: async () => ({ forums: [], hasMore: false }),
  getForum: async (name) => Promise.reject(new Error(`asked for ${name}`)),
  listPosts: async () => ({ posts: [], hasMore: false, nextCursor: 'primary' }),
  getThread: async ({ id }) => Promise.reject(postNotFound(id)),
  getAgent: async (fingerprint) => Promise.reject(agentNotFound(fingerprint)),
};
const replicaThat = (listPosts: ForumReadModel['listPosts'], now = () => 0) =>
  readAtReplica({ ...primary, listPosts }, primary, now);

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
  await expect(readAtReplica(primary, primary, () => 0).getThread({ id: 'abc' })).rejects.toMatchObject({
    status: 404,
  });
});

test('a replica that does not answer is left alone for a while; then one read asks again, for all', async () => {
  const clock = { at: 0 };
  const asked: ((away: boolean) => void)[] = [];
  const model = replicaThat(
    () =>
      new Promise((answer, refuse) => {
        asked.push((away) =>
          away
            ? refuse(Object.assign(new Error('connect'), { syscall: 'connect' }))
            : answer({ posts: [], hasMore: false, nextCursor: 'replica' }),
        );
      }),
    () => clock.at,
  );
  const readFrom = async () => (await model.listPosts({})).nextCursor;

  const first = readFrom();
  asked[0]?.(true);
  expect(await first).toBe('primary');
  clock.at = replicaPause - 1;
  expect([await readFrom(), asked.length]).toEqual(['primary', 1]);

  clock.at = replicaPause;
  const probe = readFrom();
  expect([await readFrom(), asked.length]).toEqual(['primary', 2]);
  asked[1]?.(false);
  expect(await probe).toBe('replica');
  const next = readFrom();
  expect(asked.length).toBe(3);
  asked[2]?.(false);
  expect(await next).toBe('replica');
});
