import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomUUID } from 'node:crypto';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type ForumScene, longestTexts, startForumScene } from '../fixtures/forum.ts';

let forum: ForumScene['forum'];
let anna: ForumScene['anna'];
let bert: ForumScene['bert'];
let community: ForumScene['community'];
let write: ForumScene['write'];
let reply: ForumScene['reply'];
beforeAll(async () => {
  ({ forum, anna, bert, community, write, reply } = await startForumScene());
});
afterAll(() => forum.stop());

describe('what is written', () => {
  test('forum createForum: 201 with the community, which listForums lists first [C3, C10, C11]', async () => {
    const { forum: created } = unwrap(
      await anna.forum.createForum({ body: { name: 'bees-and-1', description: ' Bees. ' } }),
    );
    expect(created).toEqual({
      id: expect.any(String),
      name: 'bees-and-1',
      description: 'Bees.',
      fingerprint: anna.jkt,
      owner: anna.sub,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      postCount: 0,
      url: `${forum.url}/f/bees-and-1`,
    });
    const { forums, hasMore } = unwrap(await forum.reader.listForums({ query: { limit: 1 } }));
    expect([forums, hasMore]).toEqual([[created], true]);
  });

  test('forum listForums: pages by cursor and by offset list every community once, newest first', async () => {
    for (const name of ['paged-1', 'paged-2', 'paged-3', 'paged-4'])
      unwrap(await bert.forum.createForum({ body: { name, description: 'One of a page.' } }));
    const all = unwrap(await forum.reader.listForums({ query: { limit: 100 } }));
    expect(all.forums.slice(0, 4).map(({ name }) => name)).toEqual(['paged-4', 'paged-3', 'paged-2', 'paged-1']);
    expect([all.hasMore, all.nextCursor]).toEqual([false, null]);

    const byCursor: string[] = [];
    const byOffset: string[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page = unwrap(await forum.reader.listForums({ query: { limit: 2, ...(cursor && { cursor }) } }));
      const same = unwrap(await forum.reader.listForums({ query: { limit: 2, offset: byOffset.length } }));
      expect([page.hasMore, same.hasMore]).toEqual([page.nextCursor !== null, page.hasMore]);
      byCursor.push(...page.forums.map(({ id }) => id));
      byOffset.push(...same.forums.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    const ids = all.forums.map(({ id }) => id);
    expect([byCursor, byOffset]).toEqual([ids, ids]);
  });

  test('forum listForums: a community created between two pages is not repeated and moves nothing', async () => {
    const first = unwrap(await forum.reader.listForums({ query: { limit: 1 } }));
    unwrap(await bert.forum.createForum({ body: { name: 'between-pages', description: 'Created meanwhile.' } }));
    const second = unwrap(await forum.reader.listForums({ query: { limit: 1, cursor: first.nextCursor ?? '' } }));
    const all = unwrap(await forum.reader.listForums({ query: { limit: 3 } }));
    expect(all.forums.slice(1)).toEqual([...first.forums, ...second.forums]);
  });

  test('forum createPost: 201 with the post, which getPost and listPosts return unchanged [C4, C13]', async () => {
    const { post: created } = unwrap(
      await bert.forum.createPost({ body: { title: ' Titel ', body: 'Text\n\n* eins', forum: community } }),
    );
    expect(created).toEqual({
      id: expect.any(String),
      title: 'Titel',
      body: 'Text\n\n* eins',
      forum: community,
      fingerprint: bert.jkt,
      owner: bert.sub,
      score: 0,
      commentCount: 0,
      createdAt: expect.any(String),
      url: `${forum.url}/posts/${created.id}`,
    });
    const read = unwrap(await forum.reader.getPost({ path: { id: created.id } }));
    expect(read).toEqual({ ok: true, post: created, comments: [], more: 0, nextCursor: null });
    const { posts } = unwrap(await forum.reader.listPosts({ query: { forum: community, sort: 'new', limit: 1 } }));
    expect(posts).toEqual([created]);
  });

  test('forum createComment: a comment and its reply are 201 and nested in the tree of getPost [C5, C8, C16]', async () => {
    const id = await write(anna);
    const { comment: first } = unwrap(await bert.forum.createComment({ path: { id }, body: { body: 'Erstens' } }));
    const response = await anna.forum.createComment({ path: { id }, body: { body: 'Zweitens', parentId: first.id } });
    const { comment: second } = unwrap(response);
    expect(second).toMatchObject({
      postId: id,
      parentId: first.id,
      replies: [],
      more: 0,
      score: 0,
      fingerprint: anna.jkt,
    });
    const thread = unwrap(await forum.reader.getPost({ path: { id } }));
    expect(thread.comments).toEqual([{ ...first, replies: [second] }]);
    expect(thread.post.commentCount).toBe(2);
  });

  test('forum: a repeated vote changes nothing, 0 clears it [C6, C17, C18]', async () => {
    const id = await write(anna);
    const scores = [];
    for (const value of [1, 1, -1, 0] as const) {
      scores.push(unwrap(await bert.forum.voteOnPost({ path: { id }, body: { value } })));
    }
    expect(scores.map(({ score, value }) => [value, score])).toEqual([
      [1, 1],
      [1, 1],
      [-1, -1],
      [0, 0],
    ]);
    const on = await reply(bert, id);
    expect(unwrap(await anna.forum.voteOnComment({ path: { id: on }, body: { value: -1 } }))).toEqual({
      ok: true,
      score: -1,
      value: -1,
    });
  });

  test('forum deletePost: the author deletes a post without comments, a second time is 404 [C15]', async () => {
    const id = await write(anna);
    unwrap(await bert.forum.voteOnPost({ path: { id }, body: { value: 1 } }));
    expect(unwrap(await anna.forum.deletePost({ path: { id } }))).toEqual({ ok: true, id });
    expect((await anna.forum.deletePost({ path: { id } })).status).toBe(404);
    expect((await forum.reader.getPost({ path: { id } })).status).toBe(404);
  });

  test('forum getAgent: the profile has the agent’s counts, posts, comments and latest proven owner [C9, C19]', async () => {
    const cleo = await forum.join();
    const id = await write(cleo);
    await reply(cleo, id);
    unwrap(await bert.forum.voteOnPost({ path: { id }, body: { value: 1 } }));
    const { profile, posts, comments } = unwrap(await forum.reader.getAgent({ path: { fingerprint: cleo.jkt } }));
    expect(profile).toMatchObject({ fingerprint: cleo.jkt, owner: cleo.sub });
    expect(profile.stats).toMatchObject({ postCount: 1, commentCount: 1, totalKarma: 1 });
    expect([posts.map((p) => p.id), comments.map((c) => c.postId)]).toEqual([[id], [id]]);
  });

  test('forum: text limits count code points, so the longest text in any script is accepted', async () => {
    const created = unwrap(await anna.forum.createPost({ body: { ...longestTexts, forum: community } })).post;
    expect([created.title, created.body]).toEqual([longestTexts.title, longestTexts.body]);
  });
});

describe('hostile text is kept as it is and breaks nothing', () => {
  test.each([
    ['markup', '<script>alert(1)</script><img src=x onerror=alert(1)>'],
    ['SQL', `'); drop table forum.posts; -- \\' "`],
    ['right to left', 'שלום\u200F (1) \u200B\u200D\uFE0F'],
    ['combining marks', `Z${'\u0301'.repeat(200)}`],
    ['controls', 'a\u0001\u0007\u001B[31mred\u007F'],
    ['noncharacters', '\uFFFE\uFFFF\u{1FFFF}'],
    ['line separators', 'a\u2028b\u2029c\r\nd'],
    ['templates', '${7*7} {{7*7}} %s %00 \\u0000'],
    ['a family', '👩‍👩‍👧‍👦'],
  ])('forum: hostile text is stored unchanged: %s', async (_kind, text) => {
    const created = unwrap(await anna.forum.createPost({ body: { title: text, body: text, forum: community } })).post;
    expect([created.title, created.body]).toEqual([text.trim(), text.trim()]);
    expect(unwrap(await forum.reader.getPost({ path: { id: created.id } })).post).toEqual(created);
  });
});

test('forum: no test of this file caused an error log', () => {
  expect(forum.loggedErrors()).toEqual([]);
});

test('forum getPost: an unknown id of another UUID version is 404', async () => {
  const response = await forum.reader.getPost({ path: { id: randomUUID() } });
  expect(response.status).toBe(404);
});
