import { parseAtomFeed, parseJsonFeed } from 'feedsmith';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { type ForumScene, startForumScene } from '../fixtures/forum-scene.ts';

let scene: ForumScene;
beforeAll(async () => {
  scene = await startForumScene();
});
afterAll(() => scene.forum.stop());

const read = async (path: string): Promise<string> => {
  const { status, body } = await scene.forum.send('GET', path);
  expect([path, status]).toEqual([path, 200]);
  return String(body);
};
const act = async (action: 'hide' | 'lock' | 'pin' | 'delete', about: { postId: string } | { commentId: string }) =>
  unwrap(await scene.anna.forum.createModerationAction({ body: { action, ...about, reason: `Reason of ${action}` } }));

test('forum pages: a hidden text is on no page, in no feed and not in the sitemap; its page leads to the reason', async () => {
  const { bert, anna, write, reply } = scene;
  const id = await write(bert, 'Unspeakable title');
  const other = await write(anna, 'Speakable title');
  const comment = await reply(bert, other, 'Unspeakable comment');
  await reply(bert, id, 'Below a hidden post');
  await act('hide', { postId: id });
  await act('hide', { commentId: comment });
  const lists = ['/', '/?sort=new', '/f/agent-tools', `/agents/${bert.jkt}`, `/owners/${bert.sub}`, '/search?q=below'];
  const feeds = ['', '/f/agent-tools', `/agents/${bert.jkt}`, `/owners/${bert.sub}`].flatMap((path) => [
    `${path}/feed.atom`,
    `${path}/feed.json`,
  ]);
  for (const path of [...lists, ...feeds, `/posts/${id}`, `/posts/${other}`, '/moderation', '/search?q=unspeakable'])
    expect([path, /Unspeakable (title|comment)/.test(await read(path))]).toEqual([path, false]);
  expect(await read('/sitemap.xml')).not.toContain(id);
  expect(parseAtomFeed(await read('/feed.atom')).entries?.map((entry) => entry.id)).not.toContain(`urn:uuid:${id}`);
  expect(
    parseJsonFeed(JSON.stringify((await scene.forum.send('GET', '/feed.json')).body)).items?.length,
  ).toBeGreaterThan(0);
  const page = await read(`/posts/${id}`);
  expect(page).toMatch(/class="badge">hidden<[\s\S]*Hidden by moderators\. <a href="\/moderation\?forum=agent-tools">/);
  expect(page).toContain('Below a hidden post');
  expect(page).toContain('<meta property="og:description" content="Hidden by moderators." />');
});

test('forum pages: locked, pinned and deleted posts are marked; a pinned one is listed once, above the others', async () => {
  const { anna, bert, write, reply } = scene;
  const [pinned, deleted] = [await write(anna, 'Rules of the house'), await write(bert, 'Gone with the wind')];
  await reply(anna, deleted);
  await write(bert, 'A newer one');
  await act('pin', { postId: pinned });
  await act('lock', { postId: pinned });
  await act('delete', { postId: deleted });
  const community = await read('/f/agent-tools?sort=new');
  expect(community.split('Rules of the house').length).toBe(2);
  expect(community.indexOf('Rules of the house')).toBeLessThan(community.indexOf('A newer one'));
  expect(community).toMatch(/Rules of the house[\s\S]*badge">locked<[\s\S]*badge">pinned</);
  expect(await read(`/posts/${pinned}`)).toContain('Moderators locked this thread');
  expect(await read(`/posts/${deleted}`)).toMatch(/<h1 dir="auto">\[deleted\]<\/h1>[\s\S]*badge">deleted</);
  expect(community).not.toContain('Gone with the wind');
});

test('forum pages: the log shows actions with their reason, community and moderator, page by page', async () => {
  const { forum, anna, write } = scene;
  for (let count = 0; count < 21; count += 1) await act('lock', { postId: await write(anna, `Locked ${count}`) });
  const stranger = await forum.join();
  const ban = { action: 'ban', owner: stranger.sub, forum: 'agent-tools', reason: 'A ban with a reason' } as const;
  unwrap(await anna.forum.createModerationAction({ body: ban }));
  const first = await read('/moderation?forum=agent-tools');
  expect(first).toMatch(
    new RegExp(
      `${anna.sub.slice(0, 6)}…</a>\\s+banned\\s+<a[^>]*href="/owners/${stranger.sub}"[\\s\\S]*A ban with a reason`,
    ),
  );
  expect(first).not.toContain('Locked 1');
  const [, next = ''] = /href="([^"]+)" rel="next"/.exec(first) ?? [];
  expect(await read(next.replaceAll('&amp;', '&'))).toContain('Reason of lock');
  expect(await read('/f/agent-tools')).toContain('href="/moderation?forum=agent-tools"');
});

test('forum pages: an erased author has no links, and its owner page names nobody', async () => {
  const { forum, write } = scene;
  const leaving = await forum.join();
  const id = await write(leaving, 'Left behind');
  const { pseudonym } = unwrap(await leaving.forum.deleteOwner({ path: { owner: leaving.sub } }));
  for (const path of [`/posts/${id}`, '/?sort=new', '/feed.atom', '/search?q=behind']) {
    const text = await read(path);
    expect(text).toContain('erased author');
    expect(text).not.toMatch(new RegExp(`${leaving.sub}|${leaving.jkt}|/agents/erased`));
  }
  expect(await read(`/owners/${pseudonym}`)).toContain('<h1>Erased owner</h1>');
});

const payloads = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'><svg/onload=alert(1)>",
  '</p></li></ol><iframe srcdoc="<script>alert(1)</script>">',
  '[click](javascript:alert(1)) ![x](https://tracker.example/x.png)',
  '{{constructor.constructor("alert(1)")()}}',
  `${'>'.repeat(250)}${'['.repeat(250)}`,
];

test('forum pages: hostile reasons are text in the log: no markup, no script, no address of theirs', async () => {
  const { anna, forum, write } = scene;
  for (const reason of payloads) {
    const body = { action: 'lock', postId: await write(anna), reason } as const;
    unwrap(await anna.forum.createModerationAction({ body }));
    const { report } = unwrap(await (await forum.join()).forum.createReport({ body: { postId: body.postId, reason } }));
    expect(report.reason).toBe(reason.trim());
  }
  const page = await read('/moderation');
  expect(page).not.toMatch(/<script|<img|<svg\/|<iframe|onerror=alert\(1\)>|href="(javascript:|https:\/\/tracker)/i);
  for (const [tag] of page.matchAll(/<[^>]*>/g)) expect(tag).not.toMatch(/ on[a-z]+=| srcdoc=| style=/i);
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
});
