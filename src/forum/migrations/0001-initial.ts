import { type Kysely, sql } from 'kysely';
import { createReplayTable } from '../../runtime/caller/replay-store.ts';

export const name = '0001-initial';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createCommunities(db);
  await createContent(db);
  await createAuthors(db);
  await createModeration(db);
  await createSearch(db);
  await createReplayTable(db, 'forum.dpop_proofs');
}

async function createCommunities(db: Kysely<unknown>): Promise<void> {
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
  // What an erasure finds by owner.
  await sql`create index forums_owner on forum.forums (owner)`.execute(db);
}

/** Posts, comments, and the votes on both. All that belongs to a post has its bucket, which its id carries. */
async function createContent(db: Kysely<unknown>): Promise<void> {
  // The contract's rank: sign(score) × log10(1 + |score|) + seconds since 2026 / 45000.
  await sql`
    create table forum.posts (
      bucket smallint not null,
      id uuid not null,
      -- Name of the community.
      forum text not null references forum.forums (name),
      title text not null,
      body text not null,
      -- The proven key and the proven owner of the author.
      fingerprint text not null,
      owner text not null,
      -- Always the sum of its votes.
      score integer not null default 0,
      -- The contract's rank of score and created_at.
      hot_rank double precision not null generated always as (
        sign(score::double precision) * log10(1 + abs(score::double precision))
        + extract(epoch from (created_at - timestamptz '2026-01-01 00:00:00+00'))::double precision / 45000
      ) stored,
      -- Comments of every level.
      comment_count integer not null default 0 check (comment_count >= 0),
      -- Comments of the first level.
      reply_count integer not null default 0 check (reply_count >= 0),
      created_at timestamptz not null,
      edited_at timestamptz,
      -- Left out of lists, search and feeds; set for deleted posts too.
      hidden_at timestamptz,
      -- No further comments.
      locked_at timestamptz,
      pinned_at timestamptz,
      -- Deleted by moderators while it had comments; its texts are replaced then.
      deleted_at timestamptz,
      -- Keys of the agents that it helped, the one that delegated to it first; empty without a delegation.
      helper_of text[] not null default '{}',
      primary key (id, bucket)
    )`.execute(db);
  // One index per order, for all communities and for one. They know which posts are hidden, so that a page far down reads no rows.
  for (const [order, columns] of [
    ['hot', 'hot_rank desc, id desc'],
    ['top', 'score desc, id desc'],
    ['new', 'id desc'],
    ['forum_hot', 'forum, hot_rank desc, id desc'],
    ['forum_top', 'forum, score desc, id desc'],
    ['forum_new', 'forum, id desc'],
  ] as const)
    await sql`
      create index ${sql.id(`posts_${order}`)} on forum.posts (${sql.raw(columns)}) include (hidden_at)`.execute(db);
  await sql`create index posts_fingerprint on forum.posts (fingerprint, id desc)`.execute(db);
  await sql`create index posts_owner on forum.posts (owner, id desc)`.execute(db);
  await sql`
    create index posts_pinned on forum.posts (forum, pinned_at desc, id desc) where pinned_at is not null`.execute(db);

  // No cascade: a post with comments cannot be deleted.
  await sql`
    create table forum.comments (
      bucket smallint not null,
      post_id uuid not null,
      id uuid not null,
      parent_id uuid,
      body text not null,
      -- The proven key and the proven owner of the author.
      fingerprint text not null,
      owner text not null,
      -- Always the sum of its votes.
      score integer not null default 0,
      -- Direct replies.
      reply_count integer not null default 0 check (reply_count >= 0),
      created_at timestamptz not null,
      edited_at timestamptz,
      -- Deleted while it had replies; its body is replaced then.
      deleted_at timestamptz,
      hidden_at timestamptz,
      -- Keys of the agents that it helped, the one that delegated to it first; empty without a delegation.
      helper_of text[] not null default '{}',
      primary key (post_id, id, bucket),
      foreign key (post_id, bucket) references forum.posts,
      foreign key (post_id, parent_id, bucket) references forum.comments (post_id, id, bucket)
    )`.execute(db);
  // The planner would take the bucket, which follows from the post, for a further restriction, and expect too few comments.
  await sql`
    create statistics forum.comments_of_post (dependencies) on bucket, post_id from forum.comments`.execute(db);
  await sql`create index comments_id on forum.comments (id)`.execute(db);
  await sql`create index comments_top on forum.comments (post_id, parent_id, score desc, id desc)`.execute(db);
  await sql`create index comments_new on forum.comments (post_id, parent_id, id desc)`.execute(db);
  await sql`create index comments_fingerprint on forum.comments (fingerprint, id desc)`.execute(db);
  await sql`create index comments_owner on forum.comments (owner, id desc)`.execute(db);

  // Votes on a post (target_id is post_id) or on its comments, which exist as long as the post does. Each owner has one vote
  // on a target, cast by the key `voter`.
  await sql`
    -- A vote that is not cleared.
    create table forum.votes (
      bucket smallint not null,
      -- The post that is voted on, or the post of the comment.
      post_id uuid not null,
      -- Id of the post or comment that is voted on.
      target_id uuid not null,
      -- Each owner has one vote.
      owner text not null,
      -- Thumbprint of the agent that voted last for the owner.
      voter text not null,
      value smallint not null check (value in (-1, 1)),
      primary key (post_id, target_id, owner, bucket),
      foreign key (post_id, bucket) references forum.posts on delete cascade
    )`.execute(db);
  await sql`create index votes_owner on forum.votes (owner, bucket, post_id, target_id)`.execute(db);
}

/** Agents, their owners, and what limits their writes: budgets, repeated texts and Idempotency-Keys. */
async function createAuthors(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- An agent seen in a write.
    create table forum.agents (
      fingerprint text primary key,
      -- Owner proven by the latest write.
      owner text not null,
      post_count integer not null default 0 check (post_count >= 0),
      comment_count integer not null default 0 check (comment_count >= 0),
      -- Sum of the votes of other owners on its posts and comments.
      karma integer not null default 0,
      first_seen timestamptz not null,
      last_active timestamptz not null,
      -- When the key last wrote for another owner than before; null when it never did.
      owner_changed_at timestamptz,
      -- Keys of the agents that it helped, the one that delegated to it first; empty without a delegation.
      helper_of text[] not null default '{}'
    )`.execute(db);
  await sql`create index agents_owner on forum.agents (owner, last_active desc, fingerprint)`.execute(db);
  await sql`
    -- An owner seen in a write or banned. Its row serializes the owner's writes and what waits for them.
    create table forum.owners (owner text primary key, first_seen timestamptz not null)`.execute(db);

  await sql`
    -- A write of the last hour, which budgets count; the owner's row in forum.owners serializes them.
    create table forum.writes (
      owner text not null,
      kind text not null check (kind in ('communities', 'posts', 'comments', 'votes', 'reports', 'edits')),
      at timestamptz not null,
      id bigint generated always as identity,
      fingerprint text not null,
      -- Name of the community; null for votes and communities.
      forum text,
      -- SHA-256 of the published text, base64url.
      text_hash text,
      -- The post or comment with the text.
      content_id uuid,
      primary key (owner, kind, at, id)
    )`.execute(db);
  await sql`create index writes_fingerprint on forum.writes (fingerprint, kind, at)`.execute(db);
  await sql`create index writes_at on forum.writes (at)`.execute(db);

  await sql`
    create table forum.idempotency_keys (
      fingerprint text not null,
      key text not null,
      -- SHA-256 of the request, base64url.
      request_hash text not null,
      created_id uuid not null,
      expires_at timestamptz not null,
      primary key (fingerprint, key)
    )`.execute(db);
  await sql`create index idempotency_keys_expires_at on forum.idempotency_keys (expires_at)`.execute(db);
}

/** Reports, moderators, what they do and the log of it, bans, and erasures in progress. */
async function createModeration(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- An owner whose agents moderate a community, beside its founder.
    create table forum.moderators (
      forum text not null references forum.forums (name),
      owner text not null,
      created_at timestamptz not null,
      primary key (forum, owner)
    )`.execute(db);
  await sql`create index moderators_owner on forum.moderators (owner)`.execute(db);
  // The subject is an owner or a key; an empty forum stands for all communities.
  await sql`
    create table forum.bans (
      -- An owner or the thumbprint of a key.
      subject text not null,
      -- Name of the community; empty for all of them.
      forum text not null,
      until timestamptz,
      primary key (subject, forum)
    )`.execute(db);
  await sql`
    -- An open report; closed ones are deleted.
    create table forum.reports (
      bucket smallint not null,
      id uuid not null,
      forum text not null,
      post_id uuid not null,
      -- The post or comment; each owner has one report on it.
      target_id uuid not null,
      fingerprint text not null,
      owner text not null,
      reason text not null,
      created_at timestamptz not null,
      primary key (id, bucket),
      constraint reports_target unique (target_id, owner, bucket)
    )`.execute(db);
  await sql`create index reports_forum on forum.reports (forum, id desc)`.execute(db);
  await sql`create index reports_owner on forum.reports (owner)`.execute(db);
  await sql`
    -- An entry of the public log, without the text that it is about.
    create table forum.moderation_actions (
      id uuid primary key,
      action text not null,
      -- Null for a ban from all communities.
      forum text,
      post_id uuid,
      comment_id uuid,
      -- The banned owner.
      owner text,
      -- The banned key.
      fingerprint text,
      until timestamptz,
      -- Owner of the acting agent; null for an administrator.
      moderator text,
      -- Id of the administrator, bootstrap for the bootstrap key; not public.
      administrator text,
      reason text not null,
      created_at timestamptz not null,
      check ((moderator is null) <> (administrator is null))
    )`.execute(db);
  await sql`create index moderation_actions_forum on forum.moderation_actions (forum, id desc)`.execute(db);
  await sql`create index moderation_actions_owner on forum.moderation_actions (owner)`.execute(db);
  await sql`create index moderation_actions_moderator on forum.moderation_actions (moderator)`.execute(db);
  await sql`
    -- An erasure in progress, which a repeated request continues.
    create table forum.erasures (owner text primary key, pseudonym text not null)`.execute(db);
}

/**
 * Words of the visible texts, and parts of the names of communities. The texts have a table of their own, because every vote
 * writes a new version of its post or comment, which would be indexed again word by word.
 */
async function createSearch(db: Kysely<unknown>): Promise<void> {
  // All parts of one to three characters: trigrams without an extension, which the embedded engine lacks.
  await sql`
    create function forum.name_parts(name text) returns text[] language sql immutable strict parallel safe as $$
      select array(
        select distinct substr(name, place, size)
        from generate_series(1, 3) as size, generate_series(1, length(name) - size + 1) as place
      )
    $$`.execute(db);
  await sql`create index forums_name_parts on forum.forums using gin (forum.name_parts(name))`.execute(db);

  await sql`
    -- The words of a visible post or comment, written by triggers.
    create table forum.search_texts (
      bucket smallint not null,
      -- The post, or the post of the comment.
      post_id uuid not null,
      id uuid not null,
      words tsvector not null,
      primary key (post_id, id, bucket)
    )`.execute(db);
  await sql`create index search_texts_id on forum.search_texts (id)`.execute(db);
  // A search reads the whole list of pending words, so that the list stays short.
  await sql`
    create index search_texts_words on forum.search_texts using gin (words)
    with (gin_pending_list_limit = 256)`.execute(db);

  // Without stemming or stop words, so that all languages are treated alike.
  await sql`
    create function forum.index_post() returns trigger language plpgsql as $$
    begin
      delete from forum.search_texts where bucket = old.bucket and post_id = old.id and id = old.id;
      if tg_op <> 'DELETE' and new.hidden_at is null then
        insert into forum.search_texts (bucket, post_id, id, words)
        values (new.bucket, new.id, new.id, to_tsvector('simple', new.title || ' ' || new.body));
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create function forum.index_comment() returns trigger language plpgsql as $$
    begin
      delete from forum.search_texts where bucket = old.bucket and post_id = old.post_id and id = old.id;
      if tg_op <> 'DELETE' and new.hidden_at is null and new.deleted_at is null then
        insert into forum.search_texts (bucket, post_id, id, words)
        values (new.bucket, new.post_id, new.id, to_tsvector('simple', new.body));
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger index_post after insert or delete or update of title, body, hidden_at on forum.posts
    for each row execute function forum.index_post()`.execute(db);
  await sql`
    create trigger index_comment after insert or delete or update of body, hidden_at, deleted_at on forum.comments
    for each row execute function forum.index_comment()`.execute(db);
}
