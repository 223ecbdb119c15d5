import { beforeAll, expect, test, afterAll, describe } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { startForum, type ForumAgent, type RunningForum } from '../fixtures/forum.ts';
import { useStarted } from '../fixtures/use-started.ts';
import type { ParsedResponse } from '../fixtures/http.ts';

const forum = useStarted(() =>
  startForum({
    env: { RATE_LIMITS: 'on', FORUM_BUDGET_POSTS: '20', FORUM_BUDGET_VOTES: '20', FORUM_NEW_OWNER_SHARE: '0.1' },
  }),
);
const community = 'agent-tools';
beforeAll(async () => {
  const founder = await forum.join();
  unwrap(await founder.forum.createForum({ body: { name: community, description: 'Tools.' } }));
});

test('forum createPost: a new owner over its budget gets 429 with RateLimit and Retry-After [F10]', async () => {
  const agent = await forum.join();
  const second = await forum.join(agent.sub);
  const post = (body: string) => ({ title: 'Title', body, forum: community });
  unwrap(await agent.forum.createPost({ body: post('One') }));
  unwrap(await second.forum.createPost({ body: post('Two') }));
  const refused = await forum.send('POST', '/api/posts', { as: agent, body: post('Three') });
  expect(refused.status).toBe(429);
  expect(refused.body).toMatchObject({ ok: false, code: 'budget_exhausted' });
  const seconds = Number(refused.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(3_500);
  expect(seconds).toBeLessThanOrEqual(3_600);
  expect(refused.headers.get('ratelimit')).toBe(`"posts";r=0;t=${seconds}`);
  expect(refused.headers.get('ratelimit-policy')).toBe('"posts";q=2;w=3600');
});

test('forum voteOnPost and voteOnComment: votes have one budget', async () => {
  const author = await forum.join();
  const id = unwrap(await author.forum.createPost({ body: { title: 'T', body: 'To vote on', forum: community } })).post
    .id;
  const comment = unwrap(await author.forum.createComment({ path: { id }, body: { body: 'Vote' } })).comment.id;
  const voter = await forum.join();
  expect((await voter.forum.voteOnPost({ path: { id }, body: { value: 1 } })).status).toBe(200);
  expect((await voter.forum.voteOnComment({ path: { id: comment }, body: { value: 1 } })).status).toBe(200);
  expect((await voter.forum.voteOnComment({ path: { id: comment }, body: { value: 0 } })).status).toBe(429);
});

test('forum createComment: a text that the owner repeats in the community is 409 duplicate_body [F11]', async () => {
  const agent = await forum.join();
  const body = 'Look at my site';
  const { post } = unwrap(await agent.forum.createPost({ body: { title: 'Title', body, forum: community } }));
  const repeated = await agent.forum.createComment({ path: { id: post.id }, body: { body: ` ${body}\n` } });
  expect([repeated.status, repeated.body]).toMatchObject([409, { code: 'duplicate_body' }]);
});

test('forum updatePost and updateComment: a text of another post of the owner is 409 duplicate_body', async () => {
  const author = await forum.join();
  const first = { title: 'Title', body: 'Cheap beans', forum: community };
  const { id } = unwrap(await author.forum.createPost({ body: first })).post;
  const second = unwrap(await author.forum.createPost({ body: { ...first, body: 'Nothing to sell' } })).post.id;
  const comment = unwrap(await author.forum.createComment({ path: { id }, body: { body: 'Really' } })).comment.id;
  const body = { body: ' Cheap beans\n' };
  for (const refused of [
    await author.forum.updatePost({ path: { id: second }, body }),
    await author.forum.updateComment({ path: { id: comment }, body }),
  ])
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'duplicate_body' }]);
  expect((await author.forum.updatePost({ path: { id }, body })).status).toBe(200);
});

test('forum createForum, createPost, createComment: a repeated Idempotency-Key returns the same record, another body is 422 [F13]', async () => {
  const agent = await forum.join();
  const send = (path: string, key: string, body: object) =>
    forum.send('POST', path, { as: agent, body, headers: { 'idempotency-key': key } });
  const named = { name: 'retried', description: 'Once.' };
  const [created, again] = [await send('/api/forums', 'f', named), await send('/api/forums', 'f', named)];
  expect([created.status, again.status]).toEqual([201, 201]);
  expect(again.body).toEqual(created.body);

  const text = { title: 'Retried', body: 'Sent twice', forum: community };
  const [first, second] = await Promise.all([send('/api/posts', 'p', text), send('/api/posts', 'p', text)]);
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body).toEqual(first.body);
  const other = await send('/api/posts', 'p', { ...text, body: 'Changed' });
  expect([other.status, other.body]).toMatchObject([422, { code: 'idempotency_key_reused' }]);

  const { post } = unwrap(await agent.forum.createPost({ body: { ...text, body: 'To comment on' } }));
  const path = `/api/posts/${post.id}/comments`;
  const comments = [await send(path, 'c', { body: 'Hello' }), await send(path, 'c', { body: 'Hello' })];
  expect(comments.map(({ status }) => status)).toEqual([201, 201]);
  expect(unwrap(await forum.reader.getPost({ path: { id: post.id } })).comments.length).toBe(1);
});

test('forum createPost, createComment: a repeated Idempotency-Key whose record was deleted is 404 and creates nothing', async () => {
  const agent = await forum.join();
  const send = (path: string, body: object) =>
    forum.send('POST', path, { as: agent, body, headers: { 'idempotency-key': 'deleted' } });
  const text = { title: 'Deleted', body: 'Sent again after its deletion', forum: community };
  const { post } = unwrap(await agent.forum.createPost({ headers: { 'Idempotency-Key': 'deleted' }, body: text }));
  unwrap(await agent.forum.deletePost({ path: { id: post.id } }));
  const again = await send('/api/posts', text);
  expect([again.status, again.body]).toMatchObject([404, { code: 'post_not_found' }]);

  const { post: kept } = unwrap(await agent.forum.createPost({ body: { ...text, body: 'To comment on' } }));
  const body = { body: 'Hello' };
  const [path, headers] = [{ id: kept.id }, { 'Idempotency-Key': 'deleted-comment' }];
  const { comment } = unwrap(await agent.forum.createComment({ path, headers, body }));
  unwrap(await agent.forum.deleteComment({ path: { id: comment.id } }));
  const repeated = await forum.send('POST', `/api/posts/${kept.id}/comments`, { as: agent, body, headers });
  expect([repeated.status, repeated.body]).toMatchObject([404, { code: 'comment_not_found' }]);
  const read = unwrap(await forum.reader.getAgent({ path: { fingerprint: agent.jkt } }));
  expect(read.profile.stats).toMatchObject({ postCount: 1, commentCount: 0 });
});

test('forum: an Idempotency-Key with spaces or more than 255 characters is 400', async () => {
  const agent = await forum.join();
  for (const key of ['a b', 'x'.repeat(256)]) {
    const options = { as: agent, body: { name: 'never', description: 'd' }, headers: { 'idempotency-key': key } };
    expect((await forum.send('POST', '/api/forums', options)).status).toBe(400);
  }
});

test.skipIf(process.env['TEST_DATABASE_URL'] === undefined)(
  'forum budgets: two processes on one database count together, exactly',
  async () => {
    const other = await startForum({
      env: {
        DATABASE_URL: forum.platform.env['DATABASE_URL'],
        SSO_BASE_URL: forum.issuer.issuer,
        RATE_LIMITS: 'on',
        FORUM_BUDGET_POSTS: '20',
        FORUM_NEW_OWNER_SHARE: '0.5',
      },
    });
    const agent = await forum.join();
    const sent = await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const url = `${index % 2 === 0 ? forum.url : other.url}/api/posts`;
        const body = JSON.stringify({ title: 'Title', body: `Text ${index}`, forum: community });
        const headers = { 'content-type': 'application/json', ...(await agent.headers('POST', url)) };
        return (await fetch(url, { method: 'POST', headers, body })).status;
      }),
    );
    // The first process admits while fewer than 2 are counted, the second while fewer than 10.
    expect(sent.filter((status) => status === 201).length).toBe(10);
    expect(sent.filter((status) => status === 429).length).toBe(20);
    await other.platform.stop();
    await other.issuer.close();
  },
);

test('forum: RATE_LIMITS=off lifts budgets and accepts repeated texts [F12]', async () => {
  const free = await startForum({ env: { FORUM_BUDGET_POSTS: '1' } });
  const agent = await free.join();
  unwrap(await agent.forum.createForum({ body: { name: community, description: 'Tools.' } }));
  const body = { title: 'Title', body: 'The same', forum: community };
  for (const _again of [0, 1, 2]) unwrap(await agent.forum.createPost({ body }));
  await free.stop();
});

describe.each([
  { demoData: 'false', posts: 1, comments: 6, votes: 30 },
  { demoData: 'true', posts: 10, comments: 60, votes: 300 },
])('forum budgets: defaults of a new owner with DEMO_DATA=$demoData', ({ demoData, posts, comments, votes }) => {
  let forum: RunningForum;
  let agent: ForumAgent;
  let id: string;
  beforeAll(async () => {
    forum = await startForum({ env: { RATE_LIMITS: 'on', DEMO_DATA: demoData } });
    const founder = await forum.join();
    unwrap(await founder.forum.createForum({ body: { name: community, description: 'Tools.' } }));
    const body = { title: 'A post', body: 'To write below.', forum: community };
    ({ id } = unwrap(await founder.forum.createPost({ body })).post);
    agent = await forum.join();
  });
  afterAll(() => forum.stop());

  /** Writes until a write is refused. @returns how many were accepted, and the refusal */
  async function useUp(
    path: string,
    body: (index: number) => object,
  ): Promise<{ readonly accepted: number; readonly refusal: ParsedResponse }> {
    for (let accepted = 0; ; accepted += 1) {
      const response = await forum.send('POST', path, { as: agent, body: body(accepted) });
      if (response.status >= 300) return { accepted, refusal: response };
    }
  }

  test.each([
    [
      'posts',
      posts,
      (): string => '/api/posts',
      (index: number) => ({ title: 'T', body: `Post ${index}`, forum: community }),
    ],
    [
      'comments',
      comments,
      (): string => `/api/posts/${id}/comments`,
      (index: number) => ({ body: `Comment ${index}` }),
    ],
    ['votes', votes, (): string => `/api/posts/${id}/vote`, (index: number) => ({ value: index % 2 })],
  ] as const)('forum budgets: %s are limited to %i in an hour', async (kind, budget, path, body) => {
    const { accepted, refusal } = await useUp(path(), body);
    expect([accepted, refusal.status]).toEqual([budget, 429]);
    expect(refusal.body).toMatchObject({ ok: false, code: 'budget_exhausted' });
    expect(refusal.headers.get('ratelimit-policy')).toBe(`"${kind}";q=${budget};w=3600`);
    const seconds = refusal.headers.get('retry-after');
    expect(refusal.headers.get('ratelimit')).toBe(`"${kind}";r=0;t=${seconds}`);
  });
});
