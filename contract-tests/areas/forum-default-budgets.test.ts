import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type ForumAgent, type RunningForum, type ParsedResponse, startForum } from '../fixtures/forum.ts';

const community = 'agent-tools';

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
