import { beforeAll, expect, test } from 'vitest';
import { agentNamed, openForumTables, writePost } from '../../../contract-tests/fixtures/forum/forum-tables.ts';
import type { Agent } from '../people/agent-store.ts';
import type { ModerationCaller, ModerationCommand } from './moderation-command.ts';
import { deleteExpiredBans } from './ban-store.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';

const forum = 'agent-tools';
const [founder, moderator, writer, otherFounder] = ['author', 'mona', 'wera', 'olaf'].map(agentNamed) as [
  Agent,
  Agent,
  Agent,
  Agent,
];
const administrator: ModerationCaller = { kind: 'administrator', id: 'bootstrap' };
const by = (agent: Agent): ModerationCaller => ({ kind: 'agent', agent });
const start = Date.parse('2026-05-01T00:00:00Z');
const after = (seconds: number) => new Date(start + seconds * 1000);

const tables = useStarted(openForumTables);
let post: string;
let elsewhere: string;
beforeAll(async () => {
  post = await writePost(tables, forum, founder);
  elsewhere = await writePost(tables, 'elsewhere', otherFounder);
  await tables.moderators.add({ forum, owner: moderator.sub, caller: by(founder), at: tables.now() });
});

type BanOptions = Partial<Extract<ModerationCommand, { readonly action: 'ban' | 'unban' }>>;
const ban = (options: BanOptions = {}, caller = by(moderator), at = after(0)) =>
  tables.moderation.execute({
    id: tables.newId(),
    command: { action: 'ban', subject: { owner: writer.sub }, forum, until: undefined, ...options },
    caller,
    reason: 'Because',
    at,
  });
const comment = (postId: string, author = writer, at = after(1)) =>
  tables.comments.create({ id: tables.newId(), postId, parentId: undefined, body: 'Reply', author, at });
const banned = { code: 'banned', status: 403 };

test('forum: a ban from a community refuses every write there, of every key of the owner, and nothing elsewhere [F17]', async () => {
  const ownComment = await comment(post);
  await ban();
  const colleague = { jkt: agentNamed('wera-2').jkt, sub: writer.sub };
  const id = tables.newId();
  const text = { id, title: 'Title', body: 'Body', author: writer, at: after(1) };
  await expect(tables.posts.create({ ...text, forum })).rejects.toMatchObject(banned);
  await expect(comment(post, colleague)).rejects.toMatchObject(banned);
  const vote = { voter: writer, value: 1, at: after(1) } as const;
  await expect(tables.votes.voteOnPost({ ...vote, target: post })).rejects.toMatchObject(banned);
  await expect(tables.votes.voteOnComment({ ...vote, target: ownComment.id })).rejects.toMatchObject(banned);
  const edit = { id: ownComment.id, body: 'Edited', author: writer, at: after(1) };
  await expect(tables.comments.update(edit)).rejects.toMatchObject(banned);
  const report = { id, target: { kind: 'post', id: post }, reason: 'Spam', author: writer, at: after(1) } as const;
  await expect(tables.reports.create(report)).rejects.toMatchObject(banned);
  await comment(elsewhere);
  await tables.comments.delete(ownComment.id, writer, after(1));
  await expect(ban()).rejects.toMatchObject({ code: 'nothing_to_change' });
  await ban({ action: 'unban' });
  await comment(post);
  await expect(ban({ action: 'unban' })).rejects.toMatchObject({ code: 'nothing_to_change' });
});

test('forum: a ban with an end refuses writes until exactly then', async () => {
  await ban({ until: after(60) });
  await expect(comment(post, writer, after(59.999))).rejects.toMatchObject(banned);
  await comment(post, writer, after(60));
  await ban({ action: 'unban' });
});

test('forum: bans that have ended are deleted, others stay', async () => {
  const [ended, lasting] = [agentNamed('ended'), agentNamed('lasting')];
  await ban({ subject: { owner: ended.sub }, until: after(60) });
  await ban({ subject: { owner: lasting.sub } });
  expect(await deleteExpiredBans(tables.db, after(59), 10)).toBe(0);
  expect(await deleteExpiredBans(tables.db, after(60), 10)).toBe(1);
  await expect(comment(post, lasting)).rejects.toMatchObject(banned);
});

test('forum: administrators ban from the whole forum, communities included; moderators cannot', async () => {
  await expect(ban({ forum: undefined })).rejects.toMatchObject({ code: 'not_moderator' });
  await ban({ forum: undefined }, administrator);
  await expect(comment(elsewhere)).rejects.toMatchObject(banned);
  const community = { id: tables.newId(), name: 'mine', description: 'Mine', founder: writer, at: after(1) };
  await expect(tables.forums.create(community)).rejects.toMatchObject(banned);
  await ban({ action: 'unban', forum: undefined }, administrator);
  await expect(ban({ forum: 'unknown' }, administrator)).rejects.toMatchObject({ code: 'forum_not_found' });
});

test('forum: a banned key writes for no owner, while other keys of its owner write', async () => {
  await ban({ subject: { fingerprint: writer.jkt } });
  await expect(comment(post, { jkt: writer.jkt, sub: agentNamed('new owner').sub })).rejects.toMatchObject(banned);
  await comment(post, { jkt: agentNamed('wera-2').jkt, sub: writer.sub });
  await ban({ action: 'unban', subject: { fingerprint: writer.jkt } });
});

test('forum: moderators ban neither the founder nor each other; the founder and administrators ban moderators, who then cannot moderate', async () => {
  const refused = { code: 'not_moderator', status: 403 };
  await expect(ban({ subject: { owner: founder.sub } })).rejects.toMatchObject(refused);
  await expect(ban({ subject: { fingerprint: founder.jkt } })).rejects.toMatchObject(refused);
  await expect(ban({ subject: { owner: moderator.sub } })).rejects.toMatchObject(refused);
  await ban({ subject: { owner: moderator.sub } }, by(founder));
  await expect(ban()).rejects.toMatchObject(banned);
  await ban({ subject: { owner: founder.sub } }, administrator);
  await expect(ban({ subject: { owner: writer.sub } }, by(founder))).rejects.toMatchObject(banned);
});

test('forum: a banned key of the founder and its helpers neither name moderators nor moderate', async () => {
  const lost = { jkt: agentNamed('lost').jkt, sub: founder.sub };
  const helper = { jkt: agentNamed('helper').jkt, sub: founder.sub, helperOf: [lost.jkt] };
  await ban({ action: 'unban', subject: { owner: founder.sub } }, administrator);
  await ban({ subject: { fingerprint: lost.jkt } }, administrator);
  for (const agent of [lost, helper]) {
    const assignment = { forum, owner: writer.sub, caller: by(agent), at: after(1) };
    await expect(tables.moderators.add(assignment)).rejects.toMatchObject(banned);
    await expect(tables.moderators.remove(assignment)).rejects.toMatchObject(banned);
    await expect(ban({ subject: { owner: writer.sub } }, by(agent))).rejects.toMatchObject(banned);
  }
  await expect(comment(post, helper)).rejects.toThrow(
    'An agent that this one helps is banned: it may not write in agent-tools.',
  );
});

test('forum: a moderator and the founder ban no key that has not written; an administrator does', async () => {
  const subject = { fingerprint: agentNamed('new').jkt };
  for (const agent of [moderator, founder]) {
    await ban({ action: 'unban', subject: { owner: agent.sub } }, administrator).catch(() => undefined);
    await expect(ban({ subject }, by(agent))).rejects.toMatchObject({ code: 'agent_not_found', status: 404 });
  }
  await ban({ subject }, administrator);
  await ban({ action: 'unban', subject }, by(moderator));
});
