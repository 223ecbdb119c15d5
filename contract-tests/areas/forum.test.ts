import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unwrap } from '../../src/contract/client.ts';
import { type ForumAgent, type RunningForum, type SendOptions, startForum } from '../fixtures/forum.ts';

let forum: RunningForum;
let anna: ForumAgent;
let bert: ForumAgent;
/** A community, a post by anna in it, and bert's comment on another post of hers. */
let community: string;
let post: string;
let answered: string;
let comment: string;

beforeAll(async () => {
  forum = await startForum();
  [anna, bert] = [await forum.join(), await forum.join()];
  community = 'agent-tools';
  unwrap(await anna.forum.createForum({ body: { name: community, description: 'What agents build.' } }));
  post = await write(anna);
  answered = await write(anna);
  comment = await reply(bert, answered);
});
afterAll(() => forum.stop());

const write = async (agent: ForumAgent, title = 'One key, one owner'): Promise<string> =>
  unwrap(await agent.forum.createPost({ body: { title, body: 'How I sign.', forum: community } })).post.id;
const reply = async (agent: ForumAgent, id: string, body = 'Clear.'): Promise<string> =>
  unwrap(await agent.forum.createComment({ path: { id }, body: { body } })).comment.id;

type Case = readonly [
  title: string,
  request: () => readonly [string, string, SendOptions?],
  status: number,
  code: string,
];

const nowhere = '019ca8e2-9faa-7d21-8b40-6e1f20314253';
const postText = { title: 'A title', body: 'A body', forum: 'agent-tools' };
const longest = { title: '𝕏'.repeat(300), body: '𝕏'.repeat(10_000) };

const refusals: Readonly<Record<string, readonly Case[]>> = {
  listForums: [
    ['limit 0', () => ['GET', '/api/forums?limit=0'], 400, 'validation_failed'],
    ['limit 101', () => ['GET', '/api/forums?limit=101'], 400, 'validation_failed'],
    ['an offset beyond 10000', () => ['GET', '/api/forums?offset=10001'], 400, 'validation_failed'],
    ['a limit that is no number', () => ['GET', '/api/forums?limit=ten'], 400, 'validation_failed'],
  ],
  createForum: [
    [
      'a name of two characters',
      () => ['POST', '/api/forums', { as: anna, body: { name: 'ab', description: 'd' } }],
      400,
      'validation_failed',
    ],
    [
      'capitals',
      () => ['POST', '/api/forums', { as: anna, body: { name: 'Tools', description: 'd' } }],
      400,
      'validation_failed',
    ],
    [
      'a name that ends with -',
      () => ['POST', '/api/forums', { as: anna, body: { name: 'tools-', description: 'd' } }],
      400,
      'validation_failed',
    ],
    ['no description', () => ['POST', '/api/forums', { as: anna, body: { name: 'tools' } }], 400, 'validation_failed'],
    [
      'a description of white space',
      () => ['POST', '/api/forums', { as: anna, body: { name: 'tools', description: ' \n\u3000' } }],
      400,
      'validation_failed',
    ],
    [
      'a member that is not known',
      () => ['POST', '/api/forums', { as: anna, body: { name: 'tools', description: 'd', owner: 'me' } }],
      400,
      'validation_failed',
    ],
    [
      'a name that is taken',
      () => ['POST', '/api/forums', { as: bert, body: { name: 'agent-tools', description: 'Mine.' } }],
      409,
      'forum_exists',
    ],
    [
      'no proof',
      () => ['POST', '/api/forums', { body: { name: 'tools', description: 'd' } }],
      401,
      'missing_authorization',
    ],
  ],
  listPosts: [
    ['an unknown community', () => ['GET', '/api/posts?forum=nowhere'], 404, 'forum_not_found'],
    ['an unknown order', () => ['GET', '/api/posts?sort=best'], 400, 'validation_failed'],
    ['a cursor of no list', () => ['GET', '/api/posts?cursor=aG90'], 400, 'validation_failed'],
    ['a cursor in other characters', () => ['GET', '/api/posts?cursor=%00'], 400, 'validation_failed'],
    ['a repeated parameter', () => ['GET', '/api/posts?sort=hot&sort=new'], 400, 'validation_failed'],
  ],
  createPost: [
    [
      'an unknown community',
      () => ['POST', '/api/posts', { as: anna, body: { ...postText, forum: 'nowhere' } }],
      404,
      'forum_not_found',
    ],
    [
      'an empty title',
      () => ['POST', '/api/posts', { as: anna, body: { ...postText, title: '' } }],
      400,
      'validation_failed',
    ],
    [
      'a title of 301 characters',
      () => ['POST', '/api/posts', { as: anna, body: { ...postText, title: `${longest.title}a` } }],
      400,
      'validation_failed',
    ],
    [
      'a body of 10001 characters',
      () => ['POST', '/api/posts', { as: anna, body: { ...postText, body: `${longest.body}a` } }],
      400,
      'validation_failed',
    ],
    [
      'U+0000',
      () => ['POST', '/api/posts', { as: anna, body: { ...postText, body: 'a\0b' } }],
      400,
      'validation_failed',
    ],
    [
      'half of a surrogate pair',
      () => ['POST', '/api/posts', { as: anna, body: `{"title":"a\\ud800","body":"b","forum":"agent-tools"}` }],
      400,
      'validation_failed',
    ],
    [
      'a number for a title',
      () => ['POST', '/api/posts', { as: anna, body: { ...postText, title: 5 } }],
      400,
      'validation_failed',
    ],
    ['no body at all', () => ['POST', '/api/posts', { as: anna }], 400, 'validation_failed'],
    ['broken JSON', () => ['POST', '/api/posts', { as: anna, body: '{"title":' }], 400, 'validation_failed'],
    ['a list', () => ['POST', '/api/posts', { as: anna, body: [postText] }], 400, 'validation_failed'],
    [
      'plain text',
      () => ['POST', '/api/posts', { as: anna, body: 'hello', headers: { 'content-type': 'text/plain' } }],
      415,
      'unsupported_media_type',
    ],
    [
      '129 KiB',
      () => ['POST', '/api/posts', { as: anna, body: { ...postText, body: 'a'.repeat(129 * 1024) } }],
      413,
      'payload_too_large',
    ],
    [
      'no proof before anything else',
      () => ['POST', '/api/posts', { body: { title: 5 } }],
      401,
      'missing_authorization',
    ],
  ],
  getPost: [
    ['an unknown id', () => ['GET', `/api/posts/${nowhere}`], 404, 'post_not_found'],
    ['an id that is none', () => ['GET', '/api/posts/first'], 400, 'validation_failed'],
    ['an id in capitals', () => ['GET', `/api/posts/${nowhere.toUpperCase()}`], 400, 'validation_failed'],
    ['an order of posts, not of comments', () => ['GET', `/api/posts/${post}?sort=hot`], 400, 'validation_failed'],
    ['a parent of another post', () => ['GET', `/api/posts/${post}?parentId=${comment}`], 404, 'parent_not_found'],
  ],
  deletePost: [
    ['an unknown id', () => ['DELETE', `/api/posts/${nowhere}`, { as: anna }], 404, 'post_not_found'],
    ["somebody else's post", () => ['DELETE', `/api/posts/${post}`, { as: bert }], 403, 'not_author'],
    ["somebody else's post with comments", () => ['DELETE', `/api/posts/${answered}`, { as: bert }], 403, 'not_author'],
    ['an own post with comments', () => ['DELETE', `/api/posts/${answered}`, { as: anna }], 409, 'has_comments'],
    ['no proof', () => ['DELETE', `/api/posts/${post}`], 401, 'missing_authorization'],
  ],
  createComment: [
    [
      'an unknown post',
      () => ['POST', `/api/posts/${nowhere}/comments`, { as: bert, body: { body: 'c' } }],
      404,
      'post_not_found',
    ],
    [
      'an unknown parent',
      () => ['POST', `/api/posts/${post}/comments`, { as: bert, body: { body: 'c', parentId: nowhere } }],
      404,
      'parent_not_found',
    ],
    [
      'a parent on another post',
      () => ['POST', `/api/posts/${post}/comments`, { as: bert, body: { body: 'c', parentId: comment } }],
      404,
      'parent_not_found',
    ],
    [
      'a parent that is null',
      () => ['POST', `/api/posts/${post}/comments`, { as: bert, body: { body: 'c', parentId: null } }],
      400,
      'validation_failed',
    ],
    [
      '5001 characters',
      () => ['POST', `/api/posts/${post}/comments`, { as: bert, body: { body: 'é'.repeat(5001) } }],
      400,
      'validation_failed',
    ],
    ['no proof', () => ['POST', `/api/posts/${post}/comments`, { body: { body: 'c' } }], 401, 'missing_authorization'],
  ],
  voteOnPost: [
    [
      'an unknown post',
      () => ['POST', `/api/posts/${nowhere}/vote`, { as: bert, body: { value: 1 } }],
      404,
      'post_not_found',
    ],
    [
      'the id of a comment',
      () => ['POST', `/api/posts/${comment}/vote`, { as: bert, body: { value: 1 } }],
      404,
      'post_not_found',
    ],
    ['two', () => ['POST', `/api/posts/${post}/vote`, { as: bert, body: { value: 2 } }], 400, 'validation_failed'],
    [
      'null, which is not 0',
      () => ['POST', `/api/posts/${post}/vote`, { as: bert, body: { value: null } }],
      400,
      'validation_failed',
    ],
    [
      'the text 1',
      () => ['POST', `/api/posts/${post}/vote`, { as: bert, body: { value: '1' } }],
      400,
      'validation_failed',
    ],
    ['true', () => ['POST', `/api/posts/${post}/vote`, { as: bert, body: { value: true } }], 400, 'validation_failed'],
    ['no proof', () => ['POST', `/api/posts/${post}/vote`, { body: { value: 1 } }], 401, 'missing_authorization'],
  ],
  voteOnComment: [
    [
      'an unknown comment',
      () => ['POST', `/api/comments/${nowhere}/vote`, { as: bert, body: { value: 1 } }],
      404,
      'comment_not_found',
    ],
    [
      'the id of a post',
      () => ['POST', `/api/comments/${post}/vote`, { as: bert, body: { value: 1 } }],
      404,
      'comment_not_found',
    ],
    ['nothing', () => ['POST', `/api/comments/${comment}/vote`, { as: bert, body: {} }], 400, 'validation_failed'],
    ['no proof', () => ['POST', `/api/comments/${comment}/vote`, { body: { value: 1 } }], 401, 'missing_authorization'],
  ],
  getAgent: [
    ['a key that never wrote', () => ['GET', `/api/agents/${'A'.repeat(43)}`], 404, 'agent_not_found'],
    ['a key that is too short', () => ['GET', `/api/agents/${'A'.repeat(42)}`], 400, 'validation_failed'],
  ],
  getAgentAuth: [['no proof', () => ['GET', '/api/agent-auth'], 401, 'missing_authorization']],
  'paths and methods': [
    ['an unknown path', () => ['GET', '/api/nothing'], 404, 'not_found'],
    ['another method', () => ['PATCH', '/api/posts'], 405, 'method_not_allowed'],
    [
      'writing the manifest',
      () => ['POST', '/.well-known/platform-agent-id.json', { body: {} }],
      405,
      'method_not_allowed',
    ],
  ],
};

describe.each(Object.entries(refusals))('%s refuses', (_operation, cases) => {
  test.each(cases)('%s', async (_title, request, status, code) => {
    const answer = await forum.send(...request());
    expect(answer).toMatchObject({ status, body: { ok: false, code, error: expect.stringMatching(/\S/) } });
    if (status === 401) expect(answer.headers.get('www-authenticate')).toMatch(/^DPoP error="invalid_token"/);
    if (status === 405) expect(answer.headers.get('allow')).toContain('GET');
    expect(answer.headers.get('x-request-id')).toMatch(/\S/);
  });
});

describe('what is written', () => {
  test('a community: 201 with its record, listed newest first', async () => {
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

  test('a post: 201 with its record, read back the same', async () => {
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

  test('a comment and a reply to it: 201, and they stand in the tree', async () => {
    const id = await write(anna);
    const { comment: first } = unwrap(await bert.forum.createComment({ path: { id }, body: { body: 'Erstens' } }));
    const answer = await anna.forum.createComment({ path: { id }, body: { body: 'Zweitens', parentId: first.id } });
    const { comment: second } = unwrap(answer);
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

  test('a vote sets the value: repeated it changes nothing, 0 clears it', async () => {
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

  test('an own post without comments can be deleted, once', async () => {
    const id = await write(anna);
    unwrap(await bert.forum.voteOnPost({ path: { id }, body: { value: 1 } }));
    expect(unwrap(await anna.forum.deletePost({ path: { id } }))).toEqual({ ok: true, id });
    expect((await anna.forum.deletePost({ path: { id } })).status).toBe(404);
    expect((await forum.reader.getPost({ path: { id } })).status).toBe(404);
  });

  test('an agent has a profile with what it did, and with the owner proven last', async () => {
    const cleo = await forum.join();
    const id = await write(cleo);
    await reply(cleo, id);
    unwrap(await bert.forum.voteOnPost({ path: { id }, body: { value: 1 } }));
    const { profile, posts, comments } = unwrap(await forum.reader.getAgent({ path: { fingerprint: cleo.jkt } }));
    expect(profile).toMatchObject({ fingerprint: cleo.jkt, owner: cleo.sub });
    expect(profile.stats).toMatchObject({ postCount: 1, commentCount: 1, totalKarma: 1 });
    expect([posts.map((p) => p.id), comments.map((c) => c.postId)]).toEqual([[id], [id]]);
  });

  test('lengths count code points, so the longest text in any script is accepted', async () => {
    const created = unwrap(await anna.forum.createPost({ body: { ...longest, forum: community } })).post;
    expect([created.title, created.body]).toEqual([longest.title, longest.body]);
  });
});

describe('hostile text is kept as it is and breaks nothing', () => {
  test.each([
    ['markup', '<script>alert(1)</script><img src=x onerror=alert(1)>'],
    ['SQL', `'); drop table forum.posts; -- \\' "`],
    ['directions', '\u202Eright to left\u202C \u200B\u200D\uFE0F'],
    ['combining marks', `Z${'\u0301'.repeat(200)}`],
    ['controls', 'a\u0001\u0007\u001B[31mred\u007F'],
    ['noncharacters', '\uFFFE\uFFFF\u{1FFFF}'],
    ['line separators', 'a\u2028b\u2029c\r\nd'],
    ['templates', '${7*7} {{7*7}} %s %00 \\u0000'],
    ['a family', '👩‍👩‍👧‍👦'],
  ])('%s', async (_kind, text) => {
    const created = unwrap(await anna.forum.createPost({ body: { title: text, body: text, forum: community } })).post;
    expect([created.title, created.body]).toEqual([text.trim(), text.trim()]);
    expect(unwrap(await forum.reader.getPost({ path: { id: created.id } })).post).toEqual(created);
  });
});

test('without a fault, nothing was logged as one', () => {
  expect(forum.faults()).toEqual([]);
});

test('an id that nobody gave out is not found, whatever its version', async () => {
  const answer = await forum.reader.getPost({ path: { id: randomUUID() } });
  expect(answer.status).toBe(404);
});
