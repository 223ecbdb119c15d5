import type { Kysely } from 'kysely';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentNamed } from '../../contract-tests/fixtures/forum/forum-tables.ts';
import { explainStatements } from '../../contract-tests/fixtures/runtime/statement-plans.ts';
import { createTestDatabase, type TestDatabase } from '../../contract-tests/fixtures/runtime/test-database.ts';
import { bucketOfId, withBucket } from '../runtime/database/bucket.ts';
import { type ForumDatabase, forumMigrations } from './database.ts';
import { createReadModel } from './reads/read-model.ts';
import { createForumResponses } from './responses.ts';
import { createForumStores, type ForumStores } from './stores.ts';
import { accepted } from './writes/refusal.ts';

const at = new Date('2026-03-01T12:00:00.000Z');
/** More than an hour after the first writes: the keys wrote for nobody else since. */
const later = new Date('2026-03-01T14:00:00.000Z');
const [author, founder] = [agentNamed('author'), agentNamed('founder')];
const forum = 'one-node';
const limits = { posts: 1_000, comments: 1_000, votes: 1_000, newOwnerShare: 1, duplicates: 'refuse' } as const;

let database: TestDatabase;
let db: Kysely<ForumDatabase>;
beforeAll(async () => {
  database = await createTestDatabase({ area: 'forum', migrations: forumMigrations });
  db = database.as<ForumDatabase>();
  const { forums, posts } = stores(db);
  accepted(await forums.create({ id: v7(), name: forum, description: 'd', founder, at }));
  await forums.create({ id: v7(), name: 'of-author', description: 'd', founder: author, at });
  accepted(await posts.create(newPost()));
});
afterAll(() => database?.close());

const stores = (connection: Kysely<ForumDatabase>): ForumStores => createForumStores(connection, limits);
const repeated = () => ({ key: v7(), requestHash: 'hash' });
const newPost = () => ({ id: v7(), forum, title: 'Title', body: v7(), author, at: later });
const newComment = (postId: string, parentId?: string) =>
  ({ id: v7(), postId, parentId, body: v7(), author, at: later }) as const;
const act = (id: string, kind: 'post' | 'comment', action: 'hide' | 'dismiss' | 'delete' | 'lock') => ({
  id: v7(),
  command: { action, target: { kind, id } },
  caller: { kind: 'agent', agent: founder } as const,
  reason: 'Reason.',
  at: later,
});
const report = (id: string, kind: 'post' | 'comment') => ({
  id: v7(),
  target: { kind, id },
  reason: 'Reason.',
  author,
  at: later,
  idempotency: repeated(),
});

interface Thread {
  readonly post: string;
  readonly comment: string;
  readonly reply: string;
}

async function writeThread(): Promise<Thread> {
  const { posts, comments } = stores(db);
  const post = accepted(await posts.create(newPost()));
  const comment = accepted(await comments.create(newComment(post.id)));
  const reply = accepted(await comments.create(newComment(post.id, comment.id)));
  // Statements are executed twice, and no count may be negative.
  accepted(await comments.create(newComment(post.id, comment.id)));
  return { post: post.id, comment: comment.id, reply: reply.id };
}

/** What a request does in a thread. */
type Request = (request: ForumStores, thread: Thread) => Promise<unknown>;

const requests: readonly (readonly [string, Request])[] = [
  [
    'createPost, twice with one Idempotency-Key',
    async ({ posts }) => {
      const post = { ...newPost(), idempotency: repeated() };
      expect(await posts.create(post)).toEqual(await posts.create({ ...post, id: v7() }));
    },
  ],
  ['updatePost', ({ posts }, { post }) => posts.update({ id: post, title: 'New', body: v7(), author, at: later })],
  [
    'deletePost',
    async ({ posts }) => {
      const { id } = accepted(await posts.create(newPost()));
      accepted(await posts.delete(id, author, later));
    },
  ],
  [
    'createComment, twice with one Idempotency-Key',
    async ({ comments }, { post, comment }) => {
      const reply = { ...newComment(post, comment), idempotency: repeated() };
      expect(await comments.create(reply)).toEqual(await comments.create({ ...reply, id: v7() }));
    },
  ],
  [
    'updateComment',
    ({ comments }, { comment }) => comments.update({ id: comment, body: v7(), author, at: later }).then(accepted),
  ],
  [
    'deleteComment, with and without replies',
    async ({ comments }, { comment, reply }) => {
      for (const id of [comment, reply]) accepted(await comments.delete(id, author, later));
    },
  ],
  [
    'voteOnPost and voteOnComment',
    async ({ votes }, { post, comment }) => {
      for (const value of [1, -1, 0] as const) {
        expect(await votes.voteOnPost({ target: post, voter: founder, value, at: later })).toBe(value);
        expect(await votes.voteOnComment({ target: comment, voter: founder, value, at: later })).toBe(value);
      }
    },
  ],
  [
    'createReport',
    async ({ reports }, { post, comment }) => {
      const one = report(comment, 'comment');
      accepted(await reports.create(one));
      accepted(await reports.create(one));
      accepted(await reports.create(report(post, 'post')));
    },
  ],
  [
    'createModerationAction',
    async ({ moderation, reports }, { post, comment, reply }) => {
      await reports.create(report(comment, 'comment'));
      for (const [id, kind, action] of [
        [comment, 'comment', 'dismiss'],
        [comment, 'comment', 'hide'],
        [reply, 'comment', 'delete'],
        [post, 'post', 'lock'],
        [post, 'post', 'delete'],
      ] as const)
        accepted(await moderation.execute(act(id, kind, action)));
    },
  ],
  [
    'createForum',
    ({ forums }) => forums.create({ id: v7(), name: v7(), description: 'd', founder: author, at: later }),
  ],
  [
    'getPost',
    async (request, { post, comment }) => {
      const { getThread, countHiddenReplies } = createReadModel(request, createForumResponses('https://forum.example'));
      const thread = await getThread({ id: post });
      await getThread({ id: post, parentId: comment, sort: 'new' });
      await countHiddenReplies({
        ...thread,
        comments: thread.comments.map((each) => ({ ...each, more: 1, replies: [] })),
      });
    },
  ],
];

// Where rows are spread, the plan says how many nodes each part of a statement asks.
test.each(requests)('forum rows: each statement of %s asks one node', async (_name, request) => {
  const thread = await writeThread();
  const plans = await explainStatements(db, (connection) => request(stores(connection), thread));
  expect(plans.length).toBeGreaterThan(0);
  for (const { statement, plan } of plans) {
    const tasks = [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => count);
    expect(
      tasks.filter((count) => count !== '1'),
      `${statement}\n${plan}`,
    ).toEqual([]);
    const ofPosts = /forum"?\."?(?:posts|comments|votes|reports|search_texts)\b/.test(statement);
    if (ofPosts) expect(statement).toMatch(/\bbucket\b/);
  }
});

test('forum rows: a comment has the bucket of its post, and one whose id names another bucket is unknown', async () => {
  const { comments, votes, reports, moderation } = stores(db);
  const { post, comment } = await writeThread();
  expect(bucketOfId(comment)).toBe(bucketOfId(post));
  const lying = withBucket(comment, (bucketOfId(post) + 1) % 4096);
  for (const refused of [
    votes.voteOnComment({ target: lying, voter: founder, value: 1, at: later }),
    comments.update({ id: lying, body: 'Other', author, at: later }),
    comments.delete(lying, author, later),
    reports.create(report(lying, 'comment')),
    moderation.execute(act(lying, 'comment', 'hide')),
  ])
    expect(await refused).toEqual({ refused: 'commentNotFound', details: [lying] });
});
