import type { ForumTables } from '../../generated/forum/tables.ts';
import type { components } from '../../generated/forum/types.ts';
import type { TypedTables } from '../runtime/database/database.ts';
import * as initial from './migrations/0001-initial.ts';

interface ForumColumns {
  'forum.moderation_actions': { action: components['schemas']['CreateModerationActionRequest']['action'] };
}

/** Tables of the forum, created by `migrations/`. */
export interface ForumDatabase extends TypedTables<ForumTables, ForumColumns> {}

// All columns of the rows that requests read most, by name: a statement that returns `*` is not prepared.

export const forumColumns = [
  'id',
  'name',
  'description',
  'fingerprint',
  'owner',
  'post_count',
  'created_at',
] as const satisfies readonly (keyof ForumDatabase['forum.forums'])[];

export const postColumns = [
  'bucket',
  'id',
  'forum',
  'title',
  'body',
  'fingerprint',
  'owner',
  'helper_of',
  'score',
  'hot_rank',
  'comment_count',
  'reply_count',
  'created_at',
  'edited_at',
  'hidden_at',
  'locked_at',
  'pinned_at',
  'deleted_at',
] as const satisfies readonly (keyof ForumDatabase['forum.posts'])[];

export const commentColumns = [
  'bucket',
  'id',
  'post_id',
  'parent_id',
  'body',
  'fingerprint',
  'owner',
  'helper_of',
  'score',
  'reply_count',
  'created_at',
  'edited_at',
  'deleted_at',
  'hidden_at',
] as const satisfies readonly (keyof ForumDatabase['forum.comments'])[];

export const agentColumns = [
  'fingerprint',
  'owner',
  'helper_of',
  'post_count',
  'comment_count',
  'karma',
  'first_seen',
  'last_active',
  'owner_changed_at',
] as const satisfies readonly (keyof ForumDatabase['forum.agents'])[];

/** Migrations, forward only, in this order. */
export const forumMigrations = [initial];
