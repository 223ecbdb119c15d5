import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  agentNamed,
  type ForumTables,
  openForumTables,
  writePost,
} from '../../../contract-tests/fixtures/forum/forum-tables.ts';
import { isPseudonym, pseudonymOf } from './agent-store.ts';
import { eraseVotes, pseudonymizePosts } from './erasure-store.ts';

const anna = agentNamed('anna');
const second = { jkt: agentNamed('anna-2').jkt, sub: anna.sub };
const bert = agentNamed('bert');

let tables: ForumTables;
let post: string;
let comment: string;
beforeEach(async () => {
  tables = await openForumTables();
  // Anna founds the community and posts; bert comments, and she answers and votes with her second key.
  post = await writePost(tables, 'agent-tools', anna);
  comment = await reply(bert);
  await reply(second, comment);
  await vote('post', post, bert);
  await vote('post', post, second);
  await vote('comment', comment, second, -1);
});
afterEach(() => tables.close());

async function reply(author: typeof anna, parentId?: string): Promise<string> {
  const id = tables.newId();
  await tables.comments.create({ id, postId: post, parentId, body: `By ${author.jkt}`, author, at: tables.now() });
  return id;
}
const vote = (kind: 'post' | 'comment', target: string, voter = bert, value: -1 | 1 = 1) => {
  const cast = { target, voter, value, at: tables.now() };
  return kind === 'post' ? tables.votes.voteOnPost(cast) : tables.votes.voteOnComment(cast);
};
const erase = (owner = anna.sub) => tables.erasures.erase(owner, pseudonymOf(tables.newId()));

/** Every value of every text column of the forum. */
async function allTexts(): Promise<string> {
  const names =
    'forums posts comments votes agents owners reports moderators moderation_actions idempotency_keys erasures';
  const rows = [];
  for (const name of names.split(' '))
    rows.push(
      ...(await sql<{ row: string }>`select t::text as row from ${sql.table(`forum.${name}`)} as t`.execute(tables.db))
        .rows,
    );
  return rows.map(({ row }) => row).join('\n');
}

test('forum: an erased owner leaves neither its address nor its keys behind, and its texts stay under a pseudonym [F20]', async () => {
  await tables.reports.create({
    id: tables.newId(),
    target: { kind: 'comment', id: comment },
    reason: 'Rude',
    author: anna,
    at: tables.now(),
  });
  const pseudonym = (await erase()) ?? '';
  expect(isPseudonym(pseudonym)).toBe(true);
  const texts = (await allTexts()).replaceAll(/By anna(-2)?_+/g, '');
  for (const trace of [anna.sub, anna.jkt, second.jkt]) expect(texts).not.toContain(trace);
  const thread = await tables.readModel.getThread({ id: post });
  expect(thread.post).toMatchObject({ title: 'A title', body: 'A body', owner: pseudonym, erased: true });
  expect(thread.comments[0]?.replies[0]).toMatchObject({ owner: pseudonym, fingerprint: thread.post.fingerprint });
  expect(thread.comments[0]).not.toHaveProperty('erased');
  expect(await tables.readModel.getForum('agent-tools')).toMatchObject({ owner: pseudonym, erased: true });
  for (const { jkt } of [anna, second])
    await expect(tables.readModel.getAgent(jkt)).rejects.toMatchObject({ code: 'agent_not_found' });
  expect(await erase()).toBeUndefined();
});

test('forum: the votes of an erased owner are deleted, so that it has no second vote; scores and karma follow', async () => {
  expect((await tables.readModel.getThread({ id: post })).post.score).toBe(2);
  await erase();
  const thread = await tables.readModel.getThread({ id: post });
  expect([thread.post.score, thread.comments[0]?.score]).toEqual([1, 0]);
  expect((await tables.readModel.getAgent(bert.jkt)).profile.stats.totalKarma).toBe(0);
  expect(await vote('post', post, anna)).toBe(2);
});

test('forum: posts and comments of an erased owner cannot be edited or deleted, and others can still reply in their threads', async () => {
  const { replies: [replyOfAnna] = [] } = (await tables.readModel.getThread({ id: post })).comments[0] ?? {};
  await erase();
  await expect(tables.posts.delete(post, anna, tables.now())).rejects.toMatchObject({ code: 'not_author' });
  const removal = tables.comments.delete(replyOfAnna?.id ?? '', anna, tables.now());
  await expect(removal).rejects.toMatchObject({ code: 'not_author' });
  await reply(bert, replyOfAnna?.id);
  expect(await vote('comment', replyOfAnna?.id ?? '')).toBe(1);
});

test('forum: a key that wrote for another owner before keeps its profile there, with the counts of that work', async () => {
  const former = { jkt: second.jkt, sub: bert.sub };
  const id = tables.newId();
  await tables.posts.create({
    id,
    forum: 'agent-tools',
    title: 'For bert',
    body: 'b',
    author: former,
    at: tables.now(),
  });
  await vote('post', post, second);
  await erase();
  const { profile } = await tables.readModel.getAgent(second.jkt);
  expect(profile).toMatchObject({ owner: bert.sub, stats: { postCount: 1, commentCount: 0 } });
  await tables.posts.delete(id, former, tables.now());
});

test('forum: an interrupted erasure continues under the same pseudonym', async () => {
  const pseudonym = pseudonymOf(tables.newId());
  await tables.db.insertInto('forum.erasures').values({ owner: anna.sub, pseudonym }).execute();
  await tables.db.transaction().execute((trx) => pseudonymizePosts(trx, { owner: anna.sub, pseudonym, limit: 1 }));
  expect(await erase()).toBe(pseudonym);
  const thread = await tables.readModel.getThread({ id: post });
  expect([thread.post.owner, thread.comments[0]?.replies[0]?.owner]).toEqual([pseudonym, pseudonym]);
});

test('forum: an erasure in batches of one vote leaves scores that are the sums of the votes', async () => {
  const replacement = { owner: anna.sub, pseudonym: pseudonymOf(tables.newId()), limit: 1 };
  const batch = () => tables.db.transaction().execute((trx) => eraseVotes(trx, replacement));
  expect([await batch(), await batch(), await batch()]).toEqual([1, 1, 0]);
  const thread = await tables.readModel.getThread({ id: post });
  expect([thread.post.score, thread.comments[0]?.score]).toEqual([1, 0]);
});

test('forum: a ban remains in force after the erasure of the owner', async () => {
  const command = { action: 'ban', subject: { owner: anna.sub }, forum: undefined, until: undefined } as const;
  const caller = { kind: 'administrator', id: 'bootstrap' } as const;
  await tables.moderation.execute({ id: tables.newId(), command, caller, reason: 'Spam', at: tables.now() });
  const pseudonym = await erase();
  await expect(reply(anna)).rejects.toMatchObject({ code: 'banned' });
  const { actions } = await tables.readModel.listModerationActions({});
  expect(actions).toMatchObject([{ action: 'ban', owner: pseudonym }]);
});
