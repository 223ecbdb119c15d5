import { beforeAll, expect, test } from 'vitest';
import { agentNamed, openForumTables, writePost } from '../../../contract-tests/fixtures/forum/forum-tables.ts';
import type { Agent } from '../people/agent-store.ts';
import { idempotencyOf, normalizeText } from './text.ts';
import { deleteCountedWrites, deleteExpiredKeys } from './write-store.ts';
import { secondsUntilWrite, writeBudget, type WriteLimits } from './write-limits.ts';
import { DomainError } from '../../runtime/errors/domain-error.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';

const tables = useStarted(() =>
  openForumTables({ posts: 4, comments: 6, votes: 8, newOwnerShare: 0.5, duplicates: 'refuse' }),
);
const start = Date.parse('2026-04-01T00:00:00Z');
const hour = 3_600_000;
const at = (milliseconds: number) => new Date(start + milliseconds);
beforeAll(async () => {
  await writePost(tables);
});

const keyOf = (owner: string, key: string): Agent => ({ jkt: agentNamed(key).jkt, sub: agentNamed(owner).sub });
let texts = 0;
const post = (author: Agent, time: Date, body = `Text ${(texts += 1)}`, key?: string) =>
  tables.posts.create({
    id: tables.newId(),
    forum: 'agent-tools',
    title: 'A title',
    body,
    author,
    at: time,
    idempotency: idempotencyOf(key, [body]),
  });

test('forum budgets: keys of one owner share its budget, which a write leaves after exactly an hour [F9]', async () => {
  const [first, second] = [keyOf('anna', 'anna-1'), keyOf('anna', 'anna-2')];
  await post(first, at(0));
  await post(second, at(1));
  await expect(post(first, at(2))).rejects.toMatchObject({ code: 'budget_exhausted', status: 429 });
  await expect(post(second, at(hour - 1))).rejects.toMatchObject({
    headers: { 'retry-after': '1', ratelimit: '"posts";r=0;t=1', 'ratelimit-policy': '"posts";q=2;w=3600' },
  });
  await post(second, at(hour));
  await expect(post(first, at(hour))).rejects.toMatchObject({ headers: { 'retry-after': '1' } });
});

test('forum budgets: an owner has the whole budget a day after its first write [F9]', async () => {
  const bert = keyOf('bert', 'bert');
  await post(bert, at(0));
  for (const index of [0, 1, 2, 3]) await post(bert, at(24 * hour + index));
  await expect(post(bert, at(24 * hour + 4))).rejects.toMatchObject({ code: 'budget_exhausted' });
});

test('forum budgets: a key keeps its count when its owner changes [F9]', async () => {
  const [before, later] = [keyOf('cleo', 'moving'), keyOf('dora', 'moving')];
  await post(before, at(0));
  await post(before, at(1));
  await expect(post(later, at(2))).rejects.toMatchObject({ code: 'budget_exhausted' });
});

test('forum budgets: what a key wrote for another owner counts until an hour later [F9]', async () => {
  const [before, later] = [keyOf('rita', 'moved'), keyOf('sven', 'moved')];
  await post(before, at(0));
  await post(later, at(1));
  await expect(post(later, at(2))).rejects.toMatchObject({ code: 'budget_exhausted' });
  await post(later, at(hour));
});

test('forum budgets: a refused write does not count, and neither does one in an unknown community', async () => {
  const emil = keyOf('emil', 'emil');
  const unknown = { id: tables.newId(), forum: 'nowhere', title: 't', author: emil };
  await expect(tables.posts.create({ ...unknown, body: 'lost', at: at(0) })).rejects.toMatchObject({
    code: 'forum_not_found',
  });
  await post(emil, at(1));
  await post(emil, at(2));
  await expect(post(emil, at(3))).rejects.toMatchObject({ code: 'budget_exhausted' });
  await post(emil, at(hour + 1));
});

test('forum budgets: comments and votes have budgets of their own', async () => {
  const fred = keyOf('fred', 'fred');
  const { id } = await post(fred, at(0));
  const comment = (time: Date) =>
    tables.comments.create({
      id: tables.newId(),
      postId: id,
      parentId: undefined,
      body: `c${(texts += 1)}`,
      author: fred,
      at: time,
    });
  for (const index of [0, 1, 2]) await comment(at(index));
  await expect(comment(at(3))).rejects.toMatchObject({ headers: { 'ratelimit-policy': '"comments";q=3;w=3600' } });
  const vote = () => tables.votes.voteOnPost({ target: id, voter: fred, value: 1, at: at(4) });
  for (const _vote of [0, 1, 2, 3]) await vote();
  await expect(vote()).rejects.toMatchObject({ headers: { 'ratelimit-policy': '"votes";q=4;w=3600' } });
});

test('forum: an owner repeats a text in a community only after an hour, another owner at once', async () => {
  const [gina, other] = [keyOf('gina', 'gina-1'), keyOf('gina', 'gina-2')];
  const { id } = await post(gina, at(0), 'Buy now');
  await expect(post(other, at(1), 'Buy now')).rejects.toMatchObject({ code: 'duplicate_body', status: 409 });
  const comment = { id: tables.newId(), postId: id, parentId: undefined, body: 'Buy now', author: gina, at: at(2) };
  await expect(tables.comments.create(comment)).rejects.toMatchObject({ code: 'duplicate_body' });
  await post(keyOf('hugo', 'hugo'), at(1), 'Buy now');
  await tables.forums.create({
    id: tables.newId(),
    name: 'elsewhere',
    description: 'e',
    founder: agentNamed('author'),
    at: at(2 * hour),
  });
  await tables.posts.create({ ...comment, id: tables.newId(), forum: 'elsewhere', title: 't' });
  await post(other, at(hour), 'Buy now');
});

test('forum: an edit repeats no text of another post or comment, and may restore or keep its own [F11]', async () => {
  const [lena, colleague] = [keyOf('lena', 'lena-1'), keyOf('lena', 'lena-2')];
  const first = await post(lena, at(0), 'Cheap beans');
  const second = await post(colleague, at(1), 'Nothing to sell');
  const edit = (id: string, body: string | undefined, time: Date) =>
    tables.posts.update({ id, title: 'T', ...(body !== undefined && { body }), author: lena, at: time });
  await expect(edit(second.id, 'Cheap beans', at(2))).rejects.toMatchObject({ code: 'duplicate_body', status: 409 });
  const comment = { id: tables.newId(), author: lena, at: at(3) };
  await tables.comments.create({ ...comment, postId: first.id, parentId: undefined, body: 'Hm.' });
  const repeated = { ...comment, body: 'Cheap beans' };
  await expect(tables.comments.update(repeated)).rejects.toMatchObject({ code: 'duplicate_body' });
  await edit(second.id, 'Beans', at(4));
  await expect(tables.comments.update({ ...comment, body: 'Beans' })).rejects.toMatchObject({ code: 'duplicate_body' });
  expect(await edit(second.id, 'Nothing to sell', at(5))).toMatchObject({ body: 'Nothing to sell' });
  expect(await edit(second.id, undefined, at(6))).toMatchObject({ title: 'T', body: 'Nothing to sell' });
});

test('forum budgets: edits have the budget of comments, in a count of their own [F9]', async () => {
  const mona = keyOf('mona', 'mona');
  const { id } = await post(mona, at(0));
  const edit = (index: number) => tables.posts.update({ id, body: `Version ${index}`, author: mona, at: at(index) });
  for (const index of [1, 2, 3]) await edit(index);
  await expect(edit(4)).rejects.toMatchObject({ headers: { 'ratelimit-policy': '"edits";q=3;w=3600' }, status: 429 });
});

test('forum Idempotency-Key: the same request returns its record, another one is 422, another agent has its own keys', async () => {
  const [ivan, jana] = [keyOf('ivan', 'ivan'), keyOf('jana', 'jana')];
  const first = await post(ivan, at(0), 'Once', 'key-1');
  expect((await post(ivan, at(1), 'Once', 'key-1')).id).toBe(first.id);
  await expect(post(ivan, at(2), 'Twice', 'key-1')).rejects.toMatchObject({
    code: 'idempotency_key_reused',
    status: 422,
  });
  expect((await post(jana, at(3), 'Once', 'key-1')).id).not.toBe(first.id);
  // After a day the key is free again.
  expect((await post(ivan, at(24 * hour), 'Once more', 'key-1')).id).not.toBe(first.id);
});

test('forum Idempotency-Key: a refused request leaves its key free', async () => {
  const karl = keyOf('karl', 'karl');
  const lost = { id: tables.newId(), forum: 'nowhere', title: 't', body: 'b', author: karl, at: at(0) };
  const idempotency = idempotencyOf('key-2', ['lost']);
  await expect(tables.posts.create({ ...lost, idempotency })).rejects.toMatchObject({ code: 'forum_not_found' });
  const kept = await post(karl, at(1), 'Kept', 'key-2');
  expect((await post(karl, at(2), 'Kept', 'key-2')).id).toBe(kept.id);
});

test('forum: counted writes and expired Idempotency-Keys are deleted in batches', async () => {
  const later = at(1_000 * hour);
  expect(await deleteCountedWrites(tables.db, later, 2)).toBe(2);
  while ((await deleteCountedWrites(tables.db, later, 100)) > 0);
  expect(await deleteExpiredKeys(tables.db, at(0), 100)).toBe(0);
  expect(await deleteExpiredKeys(tables.db, later, 100)).toBeGreaterThan(0);
  expect(await tables.db.selectFrom('forum.writes').selectAll().execute()).toEqual([]);
});

const limits: WriteLimits = { posts: 10, comments: 60, votes: 300, newOwnerShare: 0.1, duplicates: 'refuse' };
const firstWrite = new Date('2026-03-01T00:00:00Z');
const after = (milliseconds: number) => new Date(firstWrite.getTime() + milliseconds);

test.each([
  ['posts', 1, 10],
  ['communities', 1, 10],
  ['comments', 6, 60],
  ['reports', 6, 60],
  ['votes', 30, 300],
] as const)('forum budgets: an owner has %s by the share of a new owner for exactly a day', (kind, asNew, later) => {
  expect(writeBudget(limits, kind, firstWrite, after(24 * hour - 1))).toBe(asNew);
  expect(writeBudget(limits, kind, firstWrite, after(24 * hour))).toBe(later);
});

test('forum budgets: the smallest share leaves a new owner one write', () => {
  expect(writeBudget({ ...limits, newOwnerShare: 0 }, 'posts', firstWrite, firstWrite)).toBe(1);
});

test('forum budgets: a write is possible again exactly an hour after the oldest counted one', () => {
  const full = { count: 10, oldest: firstWrite };
  expect(secondsUntilWrite(10, [full], after(hour - 1))).toBe(1);
  expect(secondsUntilWrite(10, [full], after(hour - 1001))).toBe(2);
  expect(secondsUntilWrite(10, [{ count: 9, oldest: firstWrite }], after(1))).toBeUndefined();
  expect(secondsUntilWrite(10, [{ count: 0, oldest: null }], after(1))).toBeUndefined();
});

test('forum budgets: of owner and key the one that waits longer decides', () => {
  const past = [
    { count: 10, oldest: firstWrite },
    { count: 10, oldest: after(60_000) },
  ];
  expect(secondsUntilWrite(10, past, after(hour - 60_000))).toBe(120);
});

test.each([
  ['  around  ', 'around'],
  ['\u3000全角\u3000', '全角'],
  ['\uFEFFmarked\r\n', 'marked'],
  ['a\n\n  b', 'a\n\n  b'],
  ['👩‍👩‍👧‍👦 \u{10FFFF}', '👩‍👩‍👧‍👦 \u{10FFFF}'],
  ['مرحبا', 'مرحبا'],
])('forum: white space around a text is removed, all else is kept: %j', (given, kept) => {
  expect(normalizeText('body', given)).toBe(kept);
});

test.each(['\uD800', 'a\uDC00b', '😀\uD83D', '\uDE00\uD83D'])(
  'forum: an unpaired surrogate in a text is rejected: %j',
  (text) => {
    expect(() => normalizeText('title', text)).toThrow(DomainError);
    expect(() => normalizeText('title', text)).toThrow(/^title has an unpaired surrogate/);
  },
);
