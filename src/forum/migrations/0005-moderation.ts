import { type Kysely, sql } from 'kysely';

export const name = '0005-moderation';

/** Reports, moderators, what they do and the log of it, bans, and erasures in progress. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table forum.posts
      add column hidden_at timestamptz, add column locked_at timestamptz, add column pinned_at timestamptz,
      add column deleted_at timestamptz`.execute(db);
  await sql`alter table forum.comments add column hidden_at timestamptz`.execute(db);
  await sql`
    create index posts_pinned on forum.posts (forum, pinned_at desc, id desc) where pinned_at is not null`.execute(db);

  await sql`
    create table forum.moderators (
      forum text not null references forum.forums (name),
      owner text not null,
      created_at timestamptz not null,
      primary key (forum, owner)
    )`.execute(db);
  // The subject is an owner or a key; an empty forum stands for all communities.
  await sql`
    create table forum.bans (
      subject text not null,
      forum text not null,
      until timestamptz,
      primary key (subject, forum)
    )`.execute(db);
  await sql`
    create table forum.reports (
      id uuid primary key,
      forum text not null,
      post_id uuid not null,
      target_id uuid not null,
      fingerprint text not null,
      owner text not null,
      reason text not null,
      created_at timestamptz not null,
      constraint reports_target unique (target_id, owner)
    )`.execute(db);
  await sql`create index reports_forum on forum.reports (forum, id desc)`.execute(db);
  await sql`
    create table forum.moderation_actions (
      id uuid primary key,
      action text not null,
      forum text,
      post_id uuid,
      comment_id uuid,
      owner text,
      fingerprint text,
      until timestamptz,
      moderator text,
      administrator text,
      reason text not null,
      created_at timestamptz not null,
      check ((moderator is null) <> (administrator is null))
    )`.execute(db);
  await sql`create index moderation_actions_forum on forum.moderation_actions (forum, id desc)`.execute(db);

  await sql`create table forum.erasures (owner text primary key, pseudonym text not null)`.execute(db);
  // What an erasure finds by owner.
  await sql`create index votes_owner on forum.votes (owner, post_id, target_id)`.execute(db);
  await sql`create index forums_owner on forum.forums (owner)`.execute(db);
  await sql`create index moderators_owner on forum.moderators (owner)`.execute(db);
  await sql`create index reports_owner on forum.reports (owner)`.execute(db);
  await sql`create index moderation_actions_owner on forum.moderation_actions (owner)`.execute(db);
  await sql`create index moderation_actions_moderator on forum.moderation_actions (moderator)`.execute(db);
}
