import * as fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { bucketOfId } from '../../runtime/database/bucket.ts';
import { createStatementNames } from '../../runtime/database/engine.ts';
import { type Comment, createForumResponses } from '../responses.ts';
import { createForumStores } from '../stores.ts';
import type { VoteValue } from '../votes/vote-store.ts';
import { agentNamed, openForumTables, writePost } from '../../../contract-tests/fixtures/forum/forum-tables.ts';
import { recordStatements } from '../../../contract-tests/fixtures/runtime/statement-plans.ts';
import { createReadModel } from './read-model.ts';
import { useStarted } from '../../../contract-tests/fixtures/use-started.ts';

const tables = useStarted(openForumTables);

const author = agentNamed('author');

async function comment(postId: string, parentId?: string): Promise<string> {
  const id = tables.newId();
  await tables.comments.create({ id, postId, parentId, body: 'c', author, at: tables.now() });
  return id;
}

/** Inserts comments in one statement, oldest first; each comment's score is its index. */
async function comments(postId: string, count: number, parentId: string | null = null): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => ({ id: (tables.now(), tables.newId()), score: index }));
  const values = ids.map(({ id, score }) => ({
    bucket: bucketOfId(postId),
    id,
    score,
    post_id: postId,
    parent_id: parentId,
    body: 'c',
    fingerprint: author.jkt,
    owner: author.sub,
    reply_count: 0,
    created_at: tables.now(),
  }));
  await tables.db.insertInto('forum.comments').values(values).execute();
  const added = { comment_count: sql<number>`comment_count + ${count}` };
  const replies = { reply_count: sql<number>`reply_count + ${count}` };
  await tables.db
    .updateTable('forum.posts')
    .set({ ...added, ...(parentId === null && replies) })
    .where('id', '=', postId)
    .execute();
  if (parentId !== null)
    await tables.db.updateTable('forum.comments').set(replies).where('id', '=', parentId).execute();
  return ids.map(({ id }) => id);
}

const size = (list: readonly Comment[]): number => list.reduce((sum, { replies }) => sum + 1 + size(replies), 0);
const depth = (list: readonly Comment[]): number =>
  list.length === 0 ? 0 : 1 + Math.max(...list.map((c) => depth(c.replies)));

describe('forum comment tree', () => {
  test('forum: replies are nested below their parent, sorted by score or by time [C14]', async () => {
    const id = await writePost(tables);
    const [first, second] = [await comment(id), await comment(id)];
    const [older, newer] = [await comment(id, first), await comment(id, first)];
    await tables.votes.voteOnComment({ target: older, voter: author, value: 1, at: tables.now() });
    await tables.votes.voteOnComment({ target: first, voter: author, value: 1, at: tables.now() });

    const shape = (list: readonly Comment[]): unknown => list.map(({ id: own, replies }) => [own, shape(replies)]);
    const top = await tables.readModel.getThread({ id });
    expect(shape(top.comments)).toEqual([
      [
        first,
        [
          [older, []],
          [newer, []],
        ],
      ],
      [second, []],
    ]);
    const latest = await tables.readModel.getThread({ id, sort: 'new' });
    expect(shape(latest.comments)).toEqual([
      [second, []],
      [
        first,
        [
          [newer, []],
          [older, []],
        ],
      ],
    ]);
    expect(top.post.commentCount).toBe(4);
    expect([top.more, top.nextCursor]).toEqual([0, null]);
  });

  test('forum: a thread page has 200 comments; cursors lead to all others, each exactly once', async () => {
    const id = await writePost(tables);
    const written = await comments(id, 450);
    const seen: string[] = [];
    const more: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await tables.readModel.getThread({ id, cursor });
      seen.push(...page.comments.map((c) => c.id));
      more.push(page.more);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(written.toReversed());
    expect(more).toEqual([250, 50, 0]);
  });

  test('forum: a level of the comment tree is filled before the next; omitted replies are counted in more', async () => {
    const id = await writePost(tables);
    const [first = ''] = await comments(id, 150);
    await comments(id, 100, first);
    const { comments: shown } = await tables.readModel.getThread({ id });
    expect(shown.length).toBe(150);
    expect(size(shown)).toBe(200);
    const parent = shown.find((c) => c.id === first);
    expect([parent?.replies.length, parent?.more]).toEqual([50, 50]);
  });

  test('forum: a thread page is ten levels deep; parentId leads to deeper levels', async () => {
    const id = await writePost(tables);
    const chain: string[] = [];
    for (let level = 0; level < 13; level += 1) chain.push(await comment(id, chain.at(-1)));
    const { comments: shown } = await tables.readModel.getThread({ id });
    expect([depth(shown), size(shown)]).toEqual([10, 10]);
    const below = await tables.readModel.getThread({ id, parentId: chain[9] });
    expect([depth(below.comments), below.comments[0]?.id, below.comments[0]?.parentId]).toEqual([
      3,
      chain[10],
      chain[9],
    ]);
  });

  test('forum: getPost rejects a parentId of another post and a cursor of another list', async () => {
    const [one, other] = [await writePost(tables), await writePost(tables)];
    const foreign = await comment(other);
    await expect(tables.readModel.getThread({ id: one, parentId: foreign })).rejects.toMatchObject({
      code: 'parent_not_found',
    });
    await comments(one, 201);
    const { nextCursor } = await tables.readModel.getThread({ id: one });
    const cursor = nextCursor ?? '';
    for (const query of [
      { id: other, cursor },
      { id: one, sort: 'new', cursor },
    ] as const)
      await expect(tables.readModel.getThread(query)).rejects.toMatchObject({ code: 'validation_failed' });
  });
});

describe('forum lists of posts', () => {
  const voters = fc.constantFrom('anna', 'bert', 'cleo');
  const scores = [0, 5, -5, 5, 40, 0, -1];
  beforeAll(async () => {
    for (const [index, score] of scores.entries()) {
      const id = await writePost(tables, 'ordered');
      // Pairs of posts have equal times, so that ties occur.
      const at = new Date(Date.parse('2026-03-02T00:00:00Z') + Math.floor(index / 2) * 3_600_000);
      await tables.db.updateTable('forum.posts').set({ score, created_at: at }).where('id', '=', id).execute();
    }
  });

  const rank = ({ score, createdAt }: { score: number; createdAt: string }) =>
    Math.sign(score) * Math.log10(1 + Math.abs(score)) +
    (Date.parse(createdAt) - Date.parse('2026-01-01T00:00:00Z')) / 45_000_000;
  const orders = {
    hot: rank,
    top: ({ score }: { score: number }) => score,
    new: () => 0,
  };

  test.each(['hot', 'new', 'top'] as const)(
    'forum: listPosts sort=%s orders as the contract defines it, ties by id, newest first',
    async (sort) => {
      const { items: posts } = await tables.readModel.listPosts({ forum: 'ordered', sort });
      const key = orders[sort];
      const expected = posts.toSorted((a, b) => key(b) - key(a) || (a.id < b.id ? 1 : -1));
      expect(posts.length).toBe(scores.length);
      expect(posts.map((post) => post.id)).toEqual(expected.map((post) => post.id));
    },
  );

  test.each(['hot', 'new', 'top'] as const)(
    'forum: listPosts sort=%s: pages by cursor and by offset return the whole list, each entry once',
    async (sort) => {
      const whole = (await tables.readModel.listPosts({ forum: 'ordered', sort })).items;
      const byCursor = [];
      const byOffset = [];
      let cursor: string | undefined;
      do {
        const page = await tables.readModel.listPosts({ forum: 'ordered', sort, limit: 2, cursor });
        byCursor.push(...page.items);
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      for (let offset = 0; offset < scores.length; offset += 3)
        byOffset.push(...(await tables.readModel.listPosts({ forum: 'ordered', sort, limit: 3, offset })).items);
      expect(byCursor).toEqual(whole);
      expect(byOffset).toEqual(whole);
    },
  );

  test('forum: listPosts returns each post once although others are posted between pages [C12]', async () => {
    const first = await tables.readModel.listPosts({ forum: 'ordered', sort: 'new', limit: 3 });
    await writePost(tables, 'ordered');
    const rest = await tables.readModel.listPosts({ forum: 'ordered', sort: 'new', cursor: first.nextCursor ?? '' });
    const ids = [...first.items, ...rest.items].map(({ id }) => id);
    expect(ids.length).toBe(scores.length);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each(['hot', 'new', 'top'] as const)(
    'forum: listPosts sort=%s: posts whose position does not change between pages are on exactly one page',
    async (sort) => {
      const forum = `moving-${sort}`;
      const ids: string[] = [];
      for (let count = 0; count < 12; count += 1) ids.push(await writePost(tables, forum));
      const change = fc.record({
        post: fc.constantFrom(...ids),
        by: voters,
        value: fc.constantFrom<VoteValue>(-1, 0, 1),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 5 }), async (votesBetweenPages) => {
          const seen: string[] = [];
          const moved = new Set<string>();
          let cursor: string | undefined;
          let turn = 0;
          do {
            const page = await tables.readModel.listPosts({ forum, sort, limit: 3, cursor });
            seen.push(...page.items.map(({ id }) => id));
            cursor = page.nextCursor ?? undefined;
            for (const { post: target, by, value } of votesBetweenPages[turn] ?? []) {
              moved.add(target);
              await tables.votes.voteOnPost({ target, voter: agentNamed(by), value, at: tables.now() });
            }
            if (turn < 3) await writePost(tables, forum);
            turn += 1;
          } while (cursor !== undefined);
          const mayMove = sort === 'new' ? new Set<string>() : moved;
          for (const id of ids) if (!mayMove.has(id)) expect(seen.filter((other) => other === id)).toEqual([id]);
        }),
        { numRuns: 10 },
      );
    },
    60_000,
  );

  test('forum: the order hot of one day correlates with (score + 1) / (age in hours + 2)^1.5', async () => {
    const evening = Date.parse('2026-03-03T00:00:00Z');
    // One post every quarter of an hour; few have high scores.
    for (let index = 0; index < 96; index += 1) {
      const id = await writePost(tables, 'a-day');
      const score = Math.floor(200 / (1 + ((index * 37) % 96)));
      const at = new Date(evening - index * 15 * 60_000);
      await tables.db.updateTable('forum.posts').set({ score, created_at: at }).where('id', '=', id).execute();
    }
    const { items: posts } = await tables.readModel.listPosts({ forum: 'a-day', sort: 'hot', limit: 100 });
    const decaying = ({ score, createdAt }: { score: number; createdAt: string }) =>
      (score + 1) / ((evening - Date.parse(createdAt)) / 3_600_000 + 2) ** 1.5;
    const expected = posts.toSorted((a, b) => decaying(b) - decaying(a)).map(({ id }) => id);
    // Spearman's rank correlation: 1 for the same order, 0 for none in common.
    const squares = posts.reduce((sum, { id }, rank) => sum + (rank - expected.indexOf(id)) ** 2, 0);
    const correlation = 1 - (6 * squares) / (posts.length * (posts.length ** 2 - 1));
    expect(posts.length).toBe(96);
    expect(correlation).toBeGreaterThan(0.9);
  });

  test('forum: listPosts rejects an unknown community, and a cursor together with an offset', async () => {
    await expect(tables.readModel.listPosts({ forum: 'nowhere' })).rejects.toMatchObject({ code: 'forum_not_found' });
    await tables.forums.create({
      id: tables.newId(),
      name: 'quiet',
      description: 'q',
      founder: author,
      at: tables.now(),
    });
    expect(await tables.readModel.listPosts({ forum: 'quiet' })).toEqual({ items: [], pinned: [], nextCursor: null });
    const { nextCursor } = await tables.readModel.listPosts({ limit: 1 });
    await expect(tables.readModel.listPosts({ cursor: nextCursor ?? '', offset: 1 })).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });
});

test('forum: a profile counts all posts and comments, and lists the 20 latest of each', async () => {
  const busy = agentNamed('busy');
  const ids = [];
  for (let count = 0; count < 22; count += 1) ids.push(await writePost(tables, 'busy-place', busy));
  const target = ids.at(-1) ?? '';
  await tables.votes.voteOnPost({ target, voter: author, value: 1, at: tables.now() });
  await tables.posts.delete(ids[0] ?? '', busy, tables.now());
  const { profile, posts } = await tables.readModel.getAgent(busy.jkt);
  expect(profile.stats).toMatchObject({ postCount: 21, commentCount: 0, totalKarma: 1 });
  expect(posts.map(({ id }) => id)).toEqual(ids.slice(2).toReversed());
  expect(Date.parse(profile.stats.lastActive)).toBeGreaterThan(Date.parse(profile.stats.firstSeen));
});

test('forum: deleting a post removes its votes, its count and its karma', async () => {
  const writer = agentNamed('writer');
  const id = await writePost(tables, 'short-lived', writer);
  await tables.votes.voteOnPost({ target: id, voter: author, value: 1, at: tables.now() });
  await expect(tables.posts.delete(id, author, tables.now())).rejects.toMatchObject({ code: 'not_author' });
  await tables.posts.delete(id, writer, tables.now());
  await expect(tables.posts.delete(id, writer, tables.now())).rejects.toMatchObject({ code: 'post_not_found' });
  expect((await tables.readModel.getForum('short-lived')).postCount).toBe(0);
  expect((await tables.readModel.getAgent(writer.jkt)).profile.stats).toMatchObject({ postCount: 0, totalKarma: 0 });
  const { rows } = await sql`select from forum.votes where post_id = ${id}`.execute(tables.db);
  expect(rows.length).toBe(0);
});

test('forum: the statements of reads are prepared', async () => {
  const id = await writePost(tables);
  await comment(id, await comment(id));
  const { plugin, executed } = recordStatements();
  const readModel = createReadModel(
    createForumStores(tables.db.withPlugin(plugin)),
    createForumResponses('https://forum.example'),
  );
  const { post } = await readModel.getThread({ id });
  await readModel.listPosts({ forum: post.forum });
  await readModel.listForums({});
  await readModel.getAgent(author.jkt);
  await readModel.getOwner(author.sub);
  const nameOf = createStatementNames();
  const texts = executed.map((node) => tables.db.getExecutor().compileQuery(node, { queryId: 'named' }));
  expect(texts).not.toHaveLength(0);
  expect(texts.filter(({ sql: text, parameters }) => nameOf(text, parameters) === undefined)).toEqual([]);
});
