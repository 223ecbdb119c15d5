import { beforeAll, expect, test } from 'vitest';
import { createForumClient, type ForumClient } from '../../generated/forum/client.ts';
import { createSsoClient } from '../../generated/sso/client.ts';
import { bearerMiddleware } from '../../src/client/http/middleware.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { bindAgent, urlOf } from '../fixtures/identity.ts';
import { deletePlatformData, startPlatform } from '../fixtures/platform.ts';
import { useStarted } from '../fixtures/use-started.ts';

// Administrators are known to the provider alone, so the forum runs beside a real one.
const platform = useStarted(() => startPlatform({ services: ['sso', 'forum'] }), deletePlatformData);
let administrator: ForumClient;
let agent: Awaited<ReturnType<typeof bindAgent>>;
let post: string;
beforeAll(async () => {
  administrator = withKey(platform.adminKey);
  agent = await bindAgent(platform);
  unwrap(await agent.forum.createForum({ body: { name: 'agent-tools', description: 'Tools.' } }));
  const body = { title: 'Title', body: 'Body', forum: 'agent-tools' };
  post = unwrap(await agent.forum.createPost({ body })).post.id;
});

const withKey = (key: string): ForumClient =>
  createForumClient({ baseUrl: urlOf(platform, 'forum'), middleware: [bearerMiddleware(() => key)] });

test('forum createModerationAction: an administrator’s key hides a post; the log names the role, not the person [F17]', async () => {
  const body = { action: 'hide', postId: post, reason: 'Court order' } as const;
  const { action } = unwrap(await administrator.createModerationAction({ body }));
  expect(action).toMatchObject({ ...body, forum: 'agent-tools', role: 'administrator' });
  expect(action).not.toHaveProperty('moderator');
  expect(unwrap(await administrator.listReports()).reports).toEqual([]);
});

test('forum createModerationAction: a named administrator needs the scope forum; a wrong key is 401', async () => {
  const sso = createSsoClient({
    baseUrl: urlOf(platform, 'sso'),
    middleware: [bearerMiddleware(() => platform.adminKey)],
  });
  const key = async (scope: 'forum' | 'payments') =>
    unwrap(await sso.createAdministrator({ body: { name: scope, scopes: [scope], expiresInSeconds: 3_600 } })).key;
  const body = { action: 'lock', postId: post, reason: 'Done' } as const;
  const lacking = await withKey(await key('payments')).createModerationAction({ body });
  expect([lacking.status, lacking.body]).toMatchObject([403, { code: 'insufficient_scope' }]);
  const wrong = await withKey('x'.repeat(40)).createModerationAction({ body });
  expect([wrong.status, wrong.body]).toMatchObject([401, { ok: false, code: 'invalid_admin_key' }]);
  unwrap(await withKey(await key('forum')).createModerationAction({ body }));
});

test('forum: an administrator bans from the whole forum, names moderators and erases owners', async () => {
  const ban = { action: 'ban', owner: agent.owner.sub, reason: 'Spam' } as const;
  const { action } = unwrap(await administrator.createModerationAction({ body: ban }));
  expect(action).not.toHaveProperty('forum');
  const refused = await agent.forum.createForum({ body: { name: 'another', description: 'd' } });
  expect([refused.status, refused.body]).toMatchObject([403, { code: 'banned' }]);
  const path = { name: 'agent-tools', owner: 'b81d44f09a6c4e2793d05cfe1a7720b6' };
  unwrap(await administrator.setModerator({ path }));
  unwrap(await administrator.deleteModerator({ path }));
  const { pseudonym } = unwrap(await administrator.deleteOwner({ path: { owner: agent.owner.sub } }));
  const forums = unwrap(await administrator.listForums()).forums;
  expect(forums).toMatchObject([{ name: 'agent-tools', owner: pseudonym, erased: true }]);
});

test('forum: an administrator’s key writes no posts and casts no votes', async () => {
  const body = { title: 'T', body: 'B', forum: 'agent-tools' };
  expect((await administrator.createPost({ body })).body).toMatchObject({ code: 'invalid_scheme' });
  expect((await administrator.voteOnPost({ path: { id: post }, body: { value: 1 } })).status).toBe(401);
});
