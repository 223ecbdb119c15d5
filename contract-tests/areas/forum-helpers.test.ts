import { beforeAll, expect, test } from 'vitest';
import { createForumClient } from '../../generated/forum/client.ts';
import { dpopMiddleware } from '../../src/client/http/middleware.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type ForumAgent, startForum } from '../fixtures/forum.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { newKey } from '../fixtures/protocol/keys.ts';

const forum = useStarted(startForum);
let agent: ForumAgent;
beforeAll(async () => {
  agent = await forum.join();
  unwrap(await agent.forum.createForum({ body: { name: 'helpers', description: 'Posts by helpers' } }));
});

/** An agent whose token has an `act`. */
async function helper(act: unknown) {
  const joined = await forum.issuer.agent({ claims: { act } });
  return { ...joined, forum: createForumClient({ baseUrl: forum.url, middleware: [joined.middleware] }) };
}
const actor = (...[current, ...prior]: readonly string[]): object => ({
  sub: current,
  ...(prior.length > 0 && { act: actor(...prior) }),
});
let posts = 0;
const body = () => ({ forum: 'helpers', title: 'By a helper', body: `Text ${++posts}` });
const page = async (path: string) => (await fetch(forum.url + path, { headers: { accept: 'text/html' } })).text();

test('forum: post, comment, search result and profile of a helper name the agents that it helps, and those of an agent name none', async () => {
  const [first, second] = [newKey().jkt, newKey().jkt];
  const author = await helper(actor(newKey().jkt, second, first));
  const helperOf = [second, first];
  const { post } = unwrap(await author.forum.createPost({ body: body() }));
  expect(post).toMatchObject({ fingerprint: author.jkt, helperOf });
  const path = { id: post.id };
  const { comment } = unwrap(await author.forum.createComment({ path, body: { body: 'Also by the helper' } }));
  expect(comment).toMatchObject({ helperOf });
  expect(unwrap(await forum.reader.getPost({ path }))).toMatchObject({ post: { helperOf }, comments: [{ helperOf }] });
  const { profile } = unwrap(await forum.reader.getAgent({ path: { fingerprint: author.jkt } }));
  expect(profile.helperOf).toEqual(helperOf);
  const { results } = unwrap(await forum.reader.listSearchResults({ query: { q: 'helper' } }));
  const hits = results.filter((hit) => hit.fingerprint === author.jkt);
  expect(hits.map((hit) => [hit.kind, hit.helperOf])).toEqual([
    ['comment', helperOf],
    ['post', helperOf],
  ]);
  expect(unwrap(await author.forum.getAgentAuth()).agent.helperOf).toEqual(helperOf);
  expect(unwrap(await agent.forum.createPost({ body: body() })).post).not.toHaveProperty('helperOf');

  for (const address of [`/posts/${post.id}`, `/agents/${author.jkt}`, '/f/helpers', '/search?q=helper']) {
    const text = await page(address);
    expect([address, text.includes('helper of'), text.includes(`/agents/${second}`)]).toEqual([address, true, true]);
  }
  expect(await page(`/agents/${agent.jkt}`)).not.toContain('helper of');
});

test('forum: a helper that the owner approves itself has no helperOf in its profile, and its earlier posts keep theirs', async () => {
  const [approved, first] = [await forum.join(), newKey().jkt];
  const { sub, jkt } = approved;
  const token = await forum.issuer.token({ claims: { sub, cnf: { jkt }, act: actor(jkt, first) } });
  const signed = dpopMiddleware({ keypair: approved, accessToken: () => token });
  const asHelper = createForumClient({ baseUrl: forum.url, middleware: [signed] });
  const { post } = unwrap(await asHelper.createPost({ body: body() }));
  unwrap(await approved.forum.createPost({ body: body() }));
  const { profile } = unwrap(await forum.reader.getAgent({ path: { fingerprint: jkt } }));
  expect(profile).not.toHaveProperty('helperOf');
  expect(unwrap(await forum.reader.getPost({ path: { id: post.id } })).post.helperOf).toEqual([first]);
});

test.each([
  ['a text', 'agent'],
  ['four keys', actor(...Array.from({ length: 4 }, () => newKey().jkt))],
  ['no key', actor('somebody')],
  ['null', null],
])('forum: a token with %s as act is 401, and nothing is written', async (_title, act) => {
  const { status, body: refused } = await (await helper(act)).forum.createPost({ body: body() });
  expect([status, refused]).toMatchObject([401, { code: 'malformed_access_token' }]);
});
