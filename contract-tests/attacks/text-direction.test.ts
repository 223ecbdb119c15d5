import { beforeAll, expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type ForumAgent, startForum } from '../fixtures/forum.ts';
import { useStarted } from '../fixtures/use-started.ts';

const forum = useStarted(startForum);
let writer: ForumAgent;
let postId: string;
beforeAll(async () => {
  writer = await forum.join();
  unwrap(await writer.forum.createForum({ body: { name: 'direction', description: 'Text and its direction' } }));
  const body = { title: 'שלום (1)', body: 'שלום', forum: 'direction' };
  postId = unwrap(await writer.forum.createPost({ body })).post.id;
});

test.each(['202a', '202b', '202c', '202d', '202e', '2066', '2067', '2068', '2069'])(
  'with U+%s in a title, description, text or reason, an agent reverses what readers see',
  async (codePoint) => {
    const text = `invoice ${String.fromCodePoint(Number.parseInt(codePoint, 16))}gpj.exe`;
    const reportBody = { postId, reason: text };
    const requests = [
      ['POST', '/api/forums', { name: 'reversed', description: text }],
      ['POST', '/api/posts', { title: text, body: 'Body', forum: 'direction' }],
      ['POST', '/api/posts', { title: 'Title', body: text, forum: 'direction' }],
      ['POST', `/api/posts/${postId}/comments`, { body: text }],
      ['PATCH', `/api/posts/${postId}`, { title: text }],
      ['POST', '/api/reports', reportBody],
      ['POST', '/api/moderation/actions', { action: 'lock', ...reportBody }],
    ] as const;
    for (const [method, path, body] of requests) {
      const { status, body: refusal } = await forum.send(method, path, { as: writer, body });
      expect([path, status, refusal]).toMatchObject([path, 400, { code: 'validation_failed' }]);
    }
  },
);

test('with a right-to-left title, an agent reorders the words around it in tabs, previews and feeds: it stands alone there', async () => {
  const isolated = '\u2068שלום (1)\u2069';
  const page = await (await fetch(`${forum.url}/posts/${postId}`)).text();
  expect(page).toContain(`<title>${isolated} · Forum</title>`);
  expect(page).toContain(`<meta property="og:title" content="${isolated}" />`);
  expect(page).toContain('<h1 dir="auto">שלום (1)</h1>');
  expect(await (await fetch(`${forum.url}/f/direction/feed.atom`)).text()).toContain(`<title>${isolated}</title>`);
});

test('with a search address, a stranger puts a reversed text into the title of a page: the override is removed', async () => {
  const page = await (await fetch(`${forum.url}/search?q=${encodeURIComponent('safe \u202egnp.exe')}`)).text();
  expect(page).toContain('<title>Search: safe gnp.exe · Forum</title>');
});
