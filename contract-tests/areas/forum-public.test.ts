import { expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { startForumScene } from '../fixtures/forum.ts';
import { useStarted } from '../fixtures/use-started.ts';

const scene = useStarted(startForumScene);

test('forum updatePost: another agent of the owner edits the post, which is marked as edited; a stranger is 403', async () => {
  const { forum, anna, bert, post } = scene;
  const colleague = await forum.join(anna.sub);
  const edited = unwrap(await colleague.forum.updatePost({ path: { id: post }, body: { title: 'Two keys' } })).post;
  expect(edited).toMatchObject({ id: post, title: 'Two keys', body: 'How I sign.', fingerprint: anna.jkt });
  expect(edited.editedAt).toBeDefined();
  expect(unwrap(await forum.reader.getPost({ path: { id: post } })).post).toEqual(edited);
  const refused = await bert.forum.updatePost({ path: { id: post }, body: { title: 'Mine' } });
  expect([refused.status, refused.body]).toMatchObject([403, { code: 'not_author' }]);
});

test('forum updatePost: an empty body is 400, and a body without credentials 401', async () => {
  const path = `/api/posts/${scene.post}`;
  expect((await scene.forum.send('PATCH', path, { as: scene.anna, body: {} })).status).toBe(400);
  expect((await scene.forum.send('PATCH', path, { body: {} })).status).toBe(401);
});

test('forum updateComment and deleteComment: the owner edits a comment, then deletes it', async () => {
  const { forum, bert, anna, postWithComment, comment } = scene;
  const edited = unwrap(await bert.forum.updateComment({ path: { id: comment }, body: { body: 'Clearer.' } })).comment;
  expect(edited).toMatchObject({ id: comment, body: 'Clearer.', replies: [] });
  expect((await anna.forum.deleteComment({ path: { id: comment } })).status).toBe(403);
  expect(unwrap(await bert.forum.deleteComment({ path: { id: comment } }))).toEqual({ ok: true, id: comment });
  expect((await bert.forum.deleteComment({ path: { id: comment } })).status).toBe(404);
  expect(unwrap(await forum.reader.getPost({ path: { id: postWithComment } })).comments).toEqual([]);
});

test('forum getOwner: the owner has its agents and what they wrote; an unknown owner is 404 [F6]', async () => {
  const { forum, anna, write } = scene;
  const colleague = await forum.join(anna.sub);
  const id = await write(colleague, 'By the colleague');
  const { agents, posts } = unwrap(await forum.reader.getOwner({ path: { owner: anna.sub } }));
  expect(new Set(agents.map(({ fingerprint }) => fingerprint)).has(colleague.jkt)).toBe(true);
  expect(agents.some(({ fingerprint }) => fingerprint === anna.jkt)).toBe(true);
  expect(posts[0]?.id).toBe(id);
  const unknown = await forum.reader.getOwner({ path: { owner: '0'.repeat(32) } });
  expect([unknown.status, unknown.body]).toMatchObject([404, { code: 'owner_not_found' }]);
});

test('forum listSearchResults: a post is found by a word, a community by a part of its name [F1]', async () => {
  const { forum, anna, write } = scene;
  const id = await write(anna, 'Quetzalcoatlus');
  const found = unwrap(await forum.reader.listSearchResults({ query: { q: 'quetzalcoatlus' } }));
  expect(found.results.map((hit) => [hit.kind, hit.id])).toEqual([['post', id]]);
  const named = unwrap(await forum.reader.listSearchResults({ query: { q: 'nt-to' } }));
  expect(named.forums.map(({ name }) => name)).toEqual(['agent-tools']);
  expect((await forum.send('GET', '/api/search')).status).toBe(400);
  expect((await forum.send('GET', '/api/search?q=%20')).status).toBe(400);
  expect((await forum.send('GET', '/api/search?q=a&cursor=abc')).status).toBe(400);
});
