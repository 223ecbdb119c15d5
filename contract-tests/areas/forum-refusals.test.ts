import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeCursorFields } from '../../src/runtime/http/page.ts';
import { type SendOptions, type ForumScene, longestTexts, startForumScene } from '../fixtures/forum.ts';

let forum: ForumScene['forum'];
let anna: ForumScene['anna'];
let bert: ForumScene['bert'];
let post: ForumScene['post'];
let postWithComment: ForumScene['postWithComment'];
let comment: ForumScene['comment'];
beforeAll(async () => {
  ({ forum, anna, bert, post, postWithComment, comment } = await startForumScene());
});
afterAll(() => forum.stop());

/** Without status and code, 400 validation_failed is expected. */
type Case = readonly [
  title: string,
  request: () => readonly [method: string, path: string, options?: SendOptions],
  status?: number,
  code?: string,
];

const nowhere = '019ca8e2-9faa-7d21-8b40-6e1f20314253';
const postText = { title: 'A title', body: 'A body', forum: 'agent-tools' };

const refusals: Readonly<Record<string, readonly Case[]>> = {
  listForums: [
    ['limit 0', () => ['GET', '/api/forums?limit=0']],
    ['limit 101', () => ['GET', '/api/forums?limit=101']],
    ['an offset beyond 10000', () => ['GET', '/api/forums?offset=10001']],
    ['a limit that is not a number', () => ['GET', '/api/forums?limit=ten']],
    ['a malformed cursor', () => ['GET', '/api/forums?cursor=aG90']],
    ['a cursor of listPosts', () => ['GET', `/api/forums?cursor=${encodeCursorFields('new:', 0, post, 1)}`]],
    [
      'a cursor together with an offset',
      () => ['GET', `/api/forums?offset=1&cursor=${encodeCursorFields('forums', 0, post, 1)}`],
    ],
  ],
  createForum: [
    ['a name of two characters', () => ['POST', '/api/forums', { as: anna, body: { name: 'ab', description: 'd' } }]],
    ['a name with capitals', () => ['POST', '/api/forums', { as: anna, body: { name: 'Tools', description: 'd' } }]],
    [
      'a name that ends with -',
      () => ['POST', '/api/forums', { as: anna, body: { name: 'tools-', description: 'd' } }],
    ],
    ['no description', () => ['POST', '/api/forums', { as: anna, body: { name: 'tools' } }]],
    [
      'a description of white space',
      () => ['POST', '/api/forums', { as: anna, body: { name: 'tools', description: ' \n\u3000' } }],
    ],
    [
      'an unknown member',
      () => ['POST', '/api/forums', { as: anna, body: { name: 'tools', description: 'd', owner: 'me' } }],
    ],
    [
      'a name that is taken',
      () => ['POST', '/api/forums', { as: bert, body: { name: 'agent-tools', description: 'Mine.' } }],
      409,
      'forum_exists',
    ],
    [
      'a missing proof',
      () => ['POST', '/api/forums', { body: { name: 'tools', description: 'd' } }],
      401,
      'missing_authorization',
    ],
  ],
  listPosts: [
    ['an unknown community', () => ['GET', '/api/posts?forum=nowhere'], 404, 'forum_not_found'],
    ['an unknown order', () => ['GET', '/api/posts?sort=best']],
    ['a malformed cursor', () => ['GET', '/api/posts?cursor=aG90']],
    ['a cursor in other characters', () => ['GET', '/api/posts?cursor=%00']],
    ['a repeated parameter', () => ['GET', '/api/posts?sort=hot&sort=new']],
  ],
  createPost: [
    [
      'an unknown community',
      () => ['POST', '/api/posts', { as: anna, body: { ...postText, forum: 'nowhere' } }],
      404,
      'forum_not_found',
    ],
    ['an empty title', () => ['POST', '/api/posts', { as: anna, body: { ...postText, title: '' } }]],
    [
      'a title of 301 characters',
      () => ['POST', '/api/posts', { as: anna, body: { ...postText, title: `${longestTexts.title}a` } }],
    ],
    [
      'a body of 10001 characters',
      () => ['POST', '/api/posts', { as: anna, body: { ...postText, body: `${longestTexts.body}a` } }],
    ],
    ['U+0000 in a body', () => ['POST', '/api/posts', { as: anna, body: { ...postText, body: 'a\0b' } }]],
    [
      'an unpaired surrogate',
      () => ['POST', '/api/posts', { as: anna, body: `{"title":"a\\ud800","body":"b","forum":"agent-tools"}` }],
    ],
    ['a number for a title', () => ['POST', '/api/posts', { as: anna, body: { ...postText, title: 5 } }]],
    ['a missing body', () => ['POST', '/api/posts', { as: anna }]],
    ['broken JSON', () => ['POST', '/api/posts', { as: anna, body: '{"title":' }]],
    ['an array', () => ['POST', '/api/posts', { as: anna, body: [postText] }]],
    [
      'a text/plain body',
      () => ['POST', '/api/posts', { as: anna, body: 'hello', headers: { 'content-type': 'text/plain' } }],
      415,
      'unsupported_media_type',
    ],
    [
      'a body of 129 KiB',
      () => ['POST', '/api/posts', { as: anna, body: { ...postText, body: 'a'.repeat(129 * 1024) } }],
      413,
      'payload_too_large',
    ],
    [
      'a body of 5 MB',
      () => ['POST', '/api/posts', { as: anna, body: { ...postText, body: 'a'.repeat(5_000_000) } }],
      413,
      'payload_too_large',
    ],
    [
      'a missing proof before the body',
      () => ['POST', '/api/posts', { body: { title: 5 } }],
      401,
      'missing_authorization',
    ],
  ],
  getPost: [
    ['an unknown id', () => ['GET', `/api/posts/${nowhere}`], 404, 'post_not_found'],
    ['an invalid post id', () => ['GET', '/api/posts/first']],
    ['an id in capitals', () => ['GET', `/api/posts/${nowhere.toUpperCase()}`]],
    ['the order hot, which only posts have', () => ['GET', `/api/posts/${post}?sort=hot`]],
    ['a parent of another post', () => ['GET', `/api/posts/${post}?parentId=${comment}`], 404, 'parent_not_found'],
  ],
  deletePost: [
    ['an unknown id', () => ['DELETE', `/api/posts/${nowhere}`, { as: anna }], 404, 'post_not_found'],
    ["somebody else's post", () => ['DELETE', `/api/posts/${post}`, { as: bert }], 403, 'not_author'],
    [
      "somebody else's post with comments",
      () => ['DELETE', `/api/posts/${postWithComment}`, { as: bert }],
      403,
      'not_author',
    ],
    ['an own post with comments', () => ['DELETE', `/api/posts/${postWithComment}`, { as: anna }], 409, 'has_comments'],
    ['a missing proof', () => ['DELETE', `/api/posts/${post}`], 401, 'missing_authorization'],
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
    ],
    [
      'a body of 5001 characters',
      () => ['POST', `/api/posts/${post}/comments`, { as: bert, body: { body: 'é'.repeat(5001) } }],
    ],
    [
      'a missing proof',
      () => ['POST', `/api/posts/${post}/comments`, { body: { body: 'c' } }],
      401,
      'missing_authorization',
    ],
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
    ['the value 2', () => ['POST', `/api/posts/${post}/vote`, { as: bert, body: { value: 2 } }]],
    ['null as value', () => ['POST', `/api/posts/${post}/vote`, { as: bert, body: { value: null } }]],
    ['the text 1 as value', () => ['POST', `/api/posts/${post}/vote`, { as: bert, body: { value: '1' } }]],
    ['true as value', () => ['POST', `/api/posts/${post}/vote`, { as: bert, body: { value: true } }]],
    [
      'a missing proof',
      () => ['POST', `/api/posts/${post}/vote`, { body: { value: 1 } }],
      401,
      'missing_authorization',
    ],
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
    ['a missing value', () => ['POST', `/api/comments/${comment}/vote`, { as: bert, body: {} }]],
    [
      'a missing proof',
      () => ['POST', `/api/comments/${comment}/vote`, { body: { value: 1 } }],
      401,
      'missing_authorization',
    ],
  ],
  getAgent: [
    ['a key that never wrote', () => ['GET', `/api/agents/${'A'.repeat(43)}`], 404, 'agent_not_found'],
    ['a key of 42 characters', () => ['GET', `/api/agents/${'A'.repeat(42)}`]],
  ],
  getAgentAuth: [['a missing proof', () => ['GET', '/api/agent-auth'], 401, 'missing_authorization']],
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

const rows = Object.entries(refusals).flatMap(([operation, cases]) =>
  cases.map(
    ([title, request, status = 400, code = 'validation_failed']) => [operation, title, request, status, code] as const,
  ),
);

test.each(rows)('forum %s rejects %s', async (_operation, _title, request, status, code) => {
  const response = await forum.send(...request());
  expect(response).toMatchObject({ status, body: { ok: false, code, error: expect.stringMatching(/\S/) } });
  if (status === 401) expect(response.headers.get('www-authenticate')).toMatch(/^DPoP error="invalid_token"/);
  if (status === 405) expect(response.headers.get('allow')).toContain('GET');
  expect(response.headers.get('x-request-id')).toMatch(/\S/);
});

test('forum createPost: an unknown community is 404 forum_not_found [C4, C23]', async () => {
  const body = { ...postText, forum: 'nowhere' };
  expect(await forum.send('POST', '/api/posts', { as: anna, body })).toMatchObject({
    status: 404,
    body: { code: 'forum_not_found' },
  });
  expect((await forum.send('GET', '/api/posts?forum=nowhere')).status).toBe(404);
});

const writes: readonly (readonly [method: string, path: () => string])[] = [
  ['POST', () => '/api/forums'],
  ['POST', () => '/api/posts'],
  ['POST', () => `/api/posts/${post}/comments`],
  ['POST', () => `/api/posts/${post}/vote`],
  ['POST', () => `/api/comments/${comment}/vote`],
  ['DELETE', () => `/api/posts/${post}`],
];
test.each(writes)(
  'forum: a write without proof is 401 before its body is validated: %s [C1, C30]',
  async (method, path) => {
    const response = await forum.send(method, path(), { body: { nothing: 'right' } });
    expect(response).toMatchObject({ status: 401, body: { ok: false, code: 'missing_authorization' } });
  },
);

const texts: readonly (readonly [operation: string, member: string, path: () => string, others: object])[] = [
  ['createForum', 'description', () => '/api/forums', { name: 'unpaired' }],
  ['createPost', 'title', () => '/api/posts', { body: 'A body', forum: 'agent-tools' }],
  ['createPost', 'body', () => '/api/posts', { title: 'A title', forum: 'agent-tools' }],
  ['createComment', 'body', () => `/api/posts/${post}/comments`, {}],
];
test.each(texts)(
  'forum %s: the error for an unpaired surrogate names the member %s',
  async (_id, member, path, others) => {
    // JSON.stringify escapes the surrogate, which UTF-8 cannot encode.
    const body = JSON.stringify({ ...others, [member]: 'a\ud800' });
    const error = expect.stringMatching(new RegExp(`^${member} has an unpaired surrogate`));
    expect(await forum.send('POST', path(), { as: anna, body })).toMatchObject({ status: 400, body: { error } });
  },
);
