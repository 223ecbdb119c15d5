import { beforeAll, expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { startForumScene } from '../fixtures/forum.ts';
import { useStarted } from '../fixtures/use-started.ts';

const scene = useStarted(startForumScene);
beforeAll(async () => {
  const { forum, anna, bert, community, post, write } = scene;
  await write(bert);
  for (const moderator of [bert, await forum.join()])
    unwrap(await anna.forum.setModerator({ path: { name: community, owner: moderator.sub } }));
  for (const reason of ['Spam', 'Off topic'])
    unwrap(await (await forum.join()).forum.createReport({ body: { postId: post, reason } }));
  for (const action of ['pin', 'unpin', 'pin'] as const)
    unwrap(await anna.forum.createModerationAction({ body: { action, postId: post, reason: 'Rules' } }));
});

interface Query {
  readonly limit: number;
  readonly cursor?: string;
}

interface ListPage {
  readonly ok: boolean;
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
  readonly items: readonly unknown[];
}

const lists: readonly (readonly [operationId: string, list: (query: Query) => Promise<ListPage>])[] = [
  [
    'listPosts',
    async (query) => {
      const { posts, ...page } = unwrap(await scene.forum.reader.listPosts({ query: { ...query, sort: 'new' } }));
      return { ...page, items: posts };
    },
  ],
  [
    'listSearchResults',
    async (query) => {
      const found = unwrap(await scene.forum.reader.listSearchResults({ query: { ...query, q: 'sign' } }));
      return { ...found, items: found.results };
    },
  ],
  [
    'listModerationActions',
    async (query) => {
      const { actions, ...page } = unwrap(await scene.forum.reader.listModerationActions({ query }));
      return { ...page, items: actions };
    },
  ],
  [
    'listModerators',
    async (query) => {
      const path = { name: scene.community };
      const { moderators, ...page } = unwrap(await scene.forum.reader.listModerators({ path, query }));
      return { ...page, items: moderators };
    },
  ],
  [
    'listReports',
    async (query) => {
      const { community: forum } = scene;
      const { reports, ...page } = unwrap(await scene.anna.forum.listReports({ query: { ...query, forum } }));
      return { ...page, items: reports };
    },
  ],
];

test.each(lists)(
  'forum %s: pages of one item list everything once, and hasMore is false on the last one only',
  async (_, list) => {
    const whole = await list({ limit: 100 });
    expect(whole).toMatchObject({ ok: true, hasMore: false, nextCursor: null });
    expect(whole.items.length).toBeGreaterThan(1);

    const pages: ListPage[] = [];
    for (let cursor: string | null | undefined; cursor !== null; cursor = pages.at(-1)?.nextCursor ?? null)
      pages.push(await list({ limit: 1, ...(cursor !== undefined && { cursor }) }));
    expect(pages.flatMap(({ items }) => items)).toEqual(whole.items);
    expect(pages.map(({ hasMore }) => hasMore)).toEqual(pages.map((_, index) => index < pages.length - 1));
  },
);

test('forum listPosts: the pinned posts of a community are beside its first page, and nowhere else', async () => {
  const { forum, community, post } = scene;
  const list = async (query: { readonly forum?: string; readonly cursor?: string }) =>
    unwrap(await forum.reader.listPosts({ query: { ...query, limit: 1, sort: 'new' } }));
  const first = await list({ forum: community });
  expect(first.pinned?.map(({ id }) => id)).toEqual([post]);
  expect((await list({ forum: community, cursor: first.nextCursor ?? '' })).pinned).toBeUndefined();
  expect((await list({})).pinned).toBeUndefined();
});
