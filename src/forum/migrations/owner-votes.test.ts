import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../contract-tests/fixtures/runtime/test-database.ts';
import { migrate } from '../../runtime/migrations.ts';
import { forumMigrations } from './index.ts';

const post = '019ca8e2-9faa-7d21-8b40-6e1f20314253';
const comment = '019ca8fb-e1e0-7a94-a3c6-7d5e4f3a2b1c';

test('forum: of earlier votes of one owner only the vote of the most recently active key remains, and scores and karma are recomputed', async () => {
  const database = await createTestDatabase();
  const { db } = database;
  // A new embedded database has the tables of the last migration already.
  await sql`drop schema if exists forum cascade`.execute(db);
  await migrate(database, 'forum', forumMigrations.slice(0, 1));
  await sql`
    insert into forum.agents (fingerprint, owner, karma, first_seen, last_active) values
      ('author', 'annas', 4, '2026-03-01', '2026-03-01'), ('a2', 'annas', 0, '2026-03-01', '2026-03-02'),
      ('b1', 'berts', 0, '2026-03-01', '2026-03-03'), ('b2', 'berts', 1, '2026-03-01', '2026-03-04'),
      ('c1', 'cleos', 0, '2026-03-01', '2026-03-05'), ('c0', 'cleos', 0, '2026-03-01', '2026-03-05')`.execute(db);
  await sql`
    insert into forum.forums (id, name, description, fingerprint, owner, created_at)
    values (${post}, 'agent-tools', 'Tools.', 'author', 'annas', '2026-03-01')`.execute(db);
  await sql`
    insert into forum.posts (id, forum, title, body, fingerprint, owner, score, comment_count, reply_count, created_at)
    values (${post}, 'agent-tools', 'Title', 'Body', 'author', 'annas', 4, 1, 1, '2026-03-01')`.execute(db);
  await sql`
    insert into forum.comments (post_id, id, body, fingerprint, owner, score, created_at)
    values (${post}, ${comment}, 'Body', 'b2', 'berts', 1, '2026-03-01')`.execute(db);
  await sql`
    insert into forum.votes (post_id, target_id, voter, value) values
      (${post}, ${post}, 'author', 1), (${post}, ${post}, 'a2', 1),
      (${post}, ${post}, 'b1', 1), (${post}, ${post}, 'b2', -1),
      (${post}, ${post}, 'c0', 1), (${post}, ${post}, 'c1', 1),
      (${post}, ${comment}, 'b1', 1)`.execute(db);

  await migrate(database, 'forum', forumMigrations);

  const votes = await sql`select target_id, owner, voter, value from forum.votes order by target_id, owner`.execute(db);
  expect(votes.rows).toEqual([
    { target_id: post, owner: 'annas', voter: 'a2', value: 1 },
    { target_id: post, owner: 'berts', voter: 'b2', value: -1 },
    { target_id: post, owner: 'cleos', voter: 'c0', value: 1 },
    { target_id: comment, owner: 'berts', voter: 'b1', value: 1 },
  ]);
  const scores = await sql`
    select (select score from forum.posts) as post, (select score from forum.comments) as comment,
      (select karma from forum.agents where fingerprint = 'author') as author,
      (select karma from forum.agents where fingerprint = 'b2') as commenter`.execute(db);
  expect(scores.rows).toEqual([{ post: 1, comment: 1, author: 0, commenter: 0 }]);
  await database.close();
});
