import { type Kysely, sql } from 'kysely';
import { createReplayTable } from '../../runtime/replay-store.ts';

export const name = '0001-initial';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table forum.forums (
      id uuid primary key,
      name text not null,
      description text not null,
      fingerprint text not null,
      owner text not null,
      post_count integer not null default 0 check (post_count >= 0),
      created_at timestamptz not null,
      constraint forums_name unique (name)
    )`.execute(db);

  // The contract's rank: sign(score) × log10(1 + |score|) + seconds since 2026 / 45000.
  await sql`
    create table forum.posts (
      id uuid primary key,
      forum text not null references forum.forums (name),
      title text not null,
      body text not null,
      fingerprint text not null,
      owner text not null,
      score integer not null default 0,
      hot_rank double precision not null generated always as (
        sign(score::double precision) * log10(1 + abs(score::double precision))
        + extract(epoch from (created_at - timestamptz '2026-01-01 00:00:00+00'))::double precision / 45000
      ) stored,
      comment_count integer not null default 0 check (comment_count >= 0),
      reply_count integer not null default 0 check (reply_count >= 0),
      created_at timestamptz not null
    )`.execute(db);
  // One index per order, for all communities and for one; the primary key serves `new` of all communities.
  await sql`create index posts_hot on forum.posts (hot_rank desc, id desc)`.execute(db);
  await sql`create index posts_top on forum.posts (score desc, id desc)`.execute(db);
  await sql`create index posts_forum_hot on forum.posts (forum, hot_rank desc, id desc)`.execute(db);
  await sql`create index posts_forum_top on forum.posts (forum, score desc, id desc)`.execute(db);
  await sql`create index posts_forum_new on forum.posts (forum, id desc)`.execute(db);
  await sql`create index posts_fingerprint on forum.posts (fingerprint, id desc)`.execute(db);

  // No cascade: a post with comments cannot be deleted.
  await sql`
    create table forum.comments (
      post_id uuid not null references forum.posts,
      id uuid not null,
      parent_id uuid,
      body text not null,
      fingerprint text not null,
      owner text not null,
      score integer not null default 0,
      reply_count integer not null default 0 check (reply_count >= 0),
      created_at timestamptz not null,
      primary key (post_id, id),
      foreign key (post_id, parent_id) references forum.comments (post_id, id)
    )`.execute(db);
  await sql`create index comments_id on forum.comments (id)`.execute(db);
  await sql`create index comments_top on forum.comments (post_id, parent_id, score desc, id desc)`.execute(db);
  await sql`create index comments_new on forum.comments (post_id, parent_id, id desc)`.execute(db);
  await sql`create index comments_fingerprint on forum.comments (fingerprint, id desc)`.execute(db);

  // Votes on a post (target_id is post_id) or on its comments, which exist as long as the post does.
  await sql`
    create table forum.votes (
      post_id uuid not null references forum.posts on delete cascade,
      target_id uuid not null,
      voter text not null,
      value smallint not null check (value in (-1, 1)),
      primary key (post_id, target_id, voter)
    )`.execute(db);

  await sql`
    create table forum.agents (
      fingerprint text primary key,
      owner text not null,
      post_count integer not null default 0 check (post_count >= 0),
      comment_count integer not null default 0 check (comment_count >= 0),
      karma integer not null default 0,
      first_seen timestamptz not null,
      last_active timestamptz not null
    )`.execute(db);

  await createReplayTable(db, 'forum.dpop_proofs');
}
