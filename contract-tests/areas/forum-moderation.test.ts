import { parseAtomFeed, parseJsonFeed } from 'feedsmith';
import { expect, test } from 'vitest';
import { unwrap } from '../../src/typed-contract/client.ts';
import { startForumScene } from '../fixtures/forum.ts';
import { useStarted } from '../fixtures/use-started.ts';

const scene = useStarted(startForumScene);

const nowhere = '019ca8e2-9faa-7d21-8b40-6e1f20314253';

test('forum createReport and listReports: a report reaches the moderators of the community and nobody else [F14]', async () => {
  const { forum, anna, bert, comment, postWithComment, community } = scene;
  const reporter = await forum.join();
  const { report } = unwrap(await reporter.forum.createReport({ body: { commentId: comment, reason: ' Off topic ' } }));
  expect(report).toMatchObject({
    forum: community,
    postId: postWithComment,
    commentId: comment,
    title: 'One key, one owner',
    body: 'Clear.',
    fingerprint: reporter.jkt,
    owner: reporter.sub,
    reason: 'Off topic',
  });
  const query = { forum: community };
  expect(unwrap(await anna.forum.listReports({ query })).reports).toEqual([report]);
  expect((await bert.forum.listReports({ query })).body).toMatchObject({ ok: false, code: 'not_moderator' });
  expect((await anna.forum.listReports()).status).toBe(400);
  expect((await forum.send('GET', `/api/reports?forum=${community}`)).status).toBe(401);
  const both = { as: bert, body: { postId: nowhere, commentId: comment, reason: 'r' } };
  expect((await forum.send('POST', '/api/reports', both)).body).toMatchObject({ code: 'validation_failed' });
  const unknown = { as: bert, body: { postId: nowhere, reason: 'r' } };
  expect(await forum.send('POST', '/api/reports', unknown)).toMatchObject({
    status: 404,
    body: { code: 'post_not_found' },
  });
});

test('forum createReport: a repeated Idempotency-Key returns the same report, another reason is 422', async () => {
  const { forum, post } = scene;
  const reporter = await forum.join();
  const send = (reason: string) =>
    forum.send('POST', '/api/reports', {
      as: reporter,
      body: { postId: post, reason },
      headers: { 'idempotency-key': 'r' },
    });
  const [first, again] = [await send('Spam'), await send('Spam')];
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body).toEqual(first.body);
  expect((await send('Other')).status).toBe(422);
});

test('forum setModerator, listModerators, deleteModerator: the founder names who moderates, everybody reads who does [F19]', async () => {
  const { forum, anna, bert, community } = scene;
  const colleague = await forum.join(anna.sub);
  const path = { name: community, owner: bert.sub };
  expect((await bert.forum.setModerator({ path })).body).toMatchObject({ code: 'not_founder' });
  const named = { ok: true, forum: community, owner: bert.sub };
  expect(unwrap(await colleague.forum.setModerator({ path }))).toEqual(named);
  expect(unwrap(await anna.forum.setModerator({ path }))).toEqual(named);
  const listed = unwrap(await forum.reader.listModerators({ path: { name: community } }));
  expect(listed).toMatchObject({ founder: anna.sub, moderators: [{ owner: bert.sub }], hasMore: false });
  expect((await forum.reader.listModerators({ path: { name: 'nowhere' } })).status).toBe(404);
  expect(unwrap(await anna.forum.deleteModerator({ path }))).toEqual(named);
  expect(unwrap(await anna.forum.deleteModerator({ path }))).toEqual(named);
  expect(unwrap(await forum.reader.listModerators({ path: { name: community } })).moderators).toEqual([]);
});

test('forum createModerationAction: what a moderator does is in the public log with its reason; a stranger is 403', async () => {
  const { forum, anna, bert, community, write, reply } = scene;
  const id = await write(bert, 'Buy my beans');
  const hide = { action: 'hide', postId: id, reason: 'Advertisement' } as const;
  const refused = await bert.forum.createModerationAction({ body: hide });
  expect([refused.status, refused.body]).toMatchObject([403, { code: 'not_moderator' }]);
  const { action } = unwrap(await anna.forum.createModerationAction({ body: hide }));
  expect(action).toMatchObject({ ...hide, forum: community, role: 'moderator', moderator: anna.sub });
  const { actions } = unwrap(await forum.reader.listModerationActions({ query: { forum: community, limit: 1 } }));
  expect(actions).toEqual([action]);
  expect(JSON.stringify(actions)).not.toContain('beans');

  expect(unwrap(await forum.reader.getPost({ path: { id } })).post).toMatchObject({ title: '[hidden]', hidden: true });
  const comment = await forum.send('POST', `/api/posts/${id}/comments`, { as: bert, body: { body: 'Why?' } });
  expect(comment).toMatchObject({ status: 403, body: { code: 'content_hidden' } });
  expect((await anna.forum.createModerationAction({ body: hide })).body).toMatchObject({ code: 'nothing_to_change' });
  unwrap(await anna.forum.createModerationAction({ body: { ...hide, action: 'unhide' } }));
  await reply(bert, id);
});

test('forum createModerationAction: a banned owner gets 403 banned with the end of the ban, until it ends', async () => {
  const { forum, anna, community, write } = scene;
  const spammer = await forum.join();
  await write(spammer);
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const about = { owner: spammer.sub, forum: community, reason: 'Spam' };
  unwrap(await anna.forum.createModerationAction({ body: { ...about, action: 'ban', until } }));
  const body = { title: 'T', body: 'B', forum: community };
  const refused = await spammer.forum.createPost({ body });
  expect([refused.status, refused.body]).toMatchObject([
    403,
    { code: 'banned', error: expect.stringContaining(until) },
  ]);
  const whole = await anna.forum.createModerationAction({
    body: { action: 'ban', owner: spammer.sub, reason: 'Spam' },
  });
  expect([whole.status, whole.body]).toMatchObject([403, { code: 'not_moderator' }]);
  unwrap(await anna.forum.createModerationAction({ body: { ...about, action: 'unban' } }));
  unwrap(await spammer.forum.createPost({ body }));
});

test('forum deleteOwner: only the owner’s agents erase it; its texts stay under a pseudonym and its votes go [F20]', async () => {
  const { forum, anna, bert, write } = scene;
  const leaving = await forum.join();
  const [id, other] = [await write(leaving, 'Farewell'), await write(bert)];
  unwrap(await leaving.forum.voteOnPost({ path: { id: other }, body: { value: 1 } }));
  const path = { owner: leaving.sub };
  const refused = await anna.forum.deleteOwner({ path });
  expect([refused.status, refused.body]).toMatchObject([403, { code: 'not_owner' }]);
  const { pseudonym } = unwrap(await leaving.forum.deleteOwner({ path }));
  const { post } = unwrap(await forum.reader.getPost({ path: { id } }));
  expect(post).toMatchObject({ title: 'Farewell', owner: pseudonym, erased: true });
  expect(post.fingerprint).not.toBe(leaving.jkt);
  expect(unwrap(await forum.reader.getPost({ path: { id: other } })).post.score).toBe(0);
  expect((await forum.reader.getOwner({ path })).status).toBe(404);
  expect((await leaving.forum.deleteOwner({ path })).status).toBe(404);
});

test('forum: moderation logs no errors', () => {
  expect(scene.forum.loggedErrors()).toEqual([]);
});

const read = async (path: string, language = 'en'): Promise<string> => {
  const { status, body } = await scene.forum.send('GET', path, { headers: { 'accept-language': language } });
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
      `href="/owners/${anna.sub}"[^>]*>\\s*<svg[^>]*>[^<]*<path[^>]*>[^<]*</svg>an owner</a\\s*>\\s+banned\\s+<a[^>]*href="/owners/${stranger.sub}"[\\s\\S]*A ban with a reason`,
    ),
  );
  expect(first).not.toContain('Locked 1');
  const inWords = async (language: string) =>
    (await read('/moderation?forum=agent-tools', language)).replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ');
  expect(await inWords('de')).toContain('ein Konto hat ein Konto in agent-tools gesperrt');
  expect(await inWords('ja')).toContain('所有者が agent-tools で 所有者の書き込みを禁止しました');
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
  expect(await read(`/owners/${pseudonym}`)).toMatch(/<h1>\s*Erased owner\s*<\/h1>/);
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
  const page = (await read('/moderation')).replace('<script defer src="/assets/forum.js"></script>', '');
  expect(page).not.toMatch(/<script|<img|<svg\/|<iframe|onerror=alert\(1\)>|href="(javascript:|https:\/\/tracker)/i);
  for (const [tag] of page.matchAll(/<[^>]*>/g)) expect(tag).not.toMatch(/ on[a-z]+=| srcdoc=| style=/i);
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
});
