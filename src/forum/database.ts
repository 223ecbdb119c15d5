import type { ColumnType, GeneratedAlways, Selectable } from 'kysely';
import type { Timestamp } from '../runtime/database/queries.ts';
import type { components } from '../../generated/forum/types.ts';
import type { WriteKind } from './writes/write-limits.ts';

/** Tables of the forum, created by `migrations/`. */
export interface ForumDatabase {
  'forum.forums': ForumTable;
  'forum.posts': PostTable;
  'forum.comments': CommentTable;
  'forum.votes': VoteTable;
  'forum.agents': AgentTable;
  'forum.owners': ForumOwnerTable;
  'forum.writes': WriteTable;
  'forum.idempotency_keys': ForumIdempotencyKeyTable;
  'forum.dpop_proofs': ForumProofTable;
  'forum.search_texts': SearchTextTable;
  'forum.moderators': ModeratorTable;
  'forum.bans': BanTable;
  'forum.reports': ReportTable;
  'forum.moderation_actions': ModerationActionTable;
  'forum.erasures': ErasureTable;
}

/** The proven key and the proven owner of the author. */
interface Authored {
  fingerprint: string;
  owner: string;
}

/** A community. */
export interface ForumTable extends Authored {
  id: string;
  name: string;
  description: string;
  post_count: number;
  created_at: Timestamp;
}

/** Keys of the agents that the author helped, the one that delegated to it first; empty without a delegation. */
interface Helped {
  helper_of: ColumnType<string[], string[] | undefined, string[]>;
}

/** Where the rows of a post are: its bucket, which the ids of the post and of its comments carry. */
interface OfPost {
  bucket: number;
}

export interface PostTable extends OfPost, Authored, Helped {
  id: string;
  /** Name of the community. */
  forum: string;
  title: string;
  body: string;
  /** Always the sum of its votes. */
  score: number;
  /** Generated column: the contract's rank of score and created_at. */
  hot_rank: GeneratedAlways<number>;
  /** Comments of every level. */
  comment_count: number;
  /** Comments of the first level. */
  reply_count: number;
  created_at: Timestamp;
  edited_at: Timestamp | null;
  /** Left out of lists, search and feeds; set for deleted posts too. */
  hidden_at: Timestamp | null;
  /** No further comments. */
  locked_at: Timestamp | null;
  pinned_at: Timestamp | null;
  /** Deleted by moderators while it had comments; its texts are replaced then. */
  deleted_at: Timestamp | null;
}

export interface CommentTable extends OfPost, Authored, Helped {
  id: string;
  post_id: string;
  parent_id: string | null;
  body: string;
  /** Always the sum of its votes. */
  score: number;
  /** Direct replies. */
  reply_count: number;
  created_at: Timestamp;
  edited_at: Timestamp | null;
  /** Deleted while it had replies; its body is replaced then. */
  deleted_at: Timestamp | null;
  hidden_at: Timestamp | null;
}

/** A vote that is not cleared. */
export interface VoteTable extends OfPost {
  /** The post that is voted on, or the post of the comment. */
  post_id: string;
  /** Id of the post or comment that is voted on. */
  target_id: string;
  /** Each owner has one vote. */
  owner: string;
  /** Thumbprint of the agent that voted last for the owner. */
  voter: string;
  value: number;
}

/** An agent seen in a write. */
export interface AgentTable extends Helped {
  fingerprint: string;
  /** Owner proven by the latest write. */
  owner: string;
  post_count: number;
  comment_count: number;
  /** Sum of the votes of other owners on its posts and comments. */
  karma: number;
  first_seen: Timestamp;
  last_active: Timestamp;
  /** When the key last wrote for another owner than before; null when it never did. */
  owner_changed_at: ColumnType<Date | null, undefined, Date>;
}

/** An owner seen in a write or banned. Its row serializes the owner's writes and what waits for them. */
export interface ForumOwnerTable {
  owner: string;
  first_seen: Timestamp;
}

/** A write of the last hour, which budgets count. */
export interface WriteTable {
  owner: string;
  kind: WriteKind;
  at: Timestamp;
  id: GeneratedAlways<number>;
  fingerprint: string;
  /** Name of the community; null for votes and communities. */
  forum: string | null;
  /** SHA-256 of the published text, base64url. */
  text_hash: string | null;
  /** The post or comment with the text. */
  content_id: string | null;
}

export interface ForumIdempotencyKeyTable {
  fingerprint: string;
  key: string;
  /** SHA-256 of the request, base64url. */
  request_hash: string;
  created_id: string;
  expires_at: Timestamp;
}

/** An owner whose agents moderate a community, beside its founder. */
export interface ModeratorTable {
  forum: string;
  owner: string;
  created_at: Timestamp;
}

export interface BanTable {
  /** An owner or the thumbprint of a key. */
  subject: string;
  /** Name of the community; empty for all of them. */
  forum: string;
  until: Timestamp | null;
}

/** An open report; closed ones are deleted. */
export interface ReportTable extends OfPost, Authored {
  id: string;
  forum: string;
  post_id: string;
  /** The post or comment; each owner has one report on it. */
  target_id: string;
  reason: string;
  created_at: Timestamp;
}

/** An entry of the public log, without the text that it is about. */
export interface ModerationActionTable {
  id: string;
  action: components['schemas']['CreateModerationActionRequest']['action'];
  /** Null for a ban from all communities. */
  forum: string | null;
  post_id: string | null;
  comment_id: string | null;
  /** The banned owner. */
  owner: string | null;
  /** The banned key. */
  fingerprint: string | null;
  until: Timestamp | null;
  /** Owner of the acting agent; null for an administrator. */
  moderator: string | null;
  /** Id of the administrator, `bootstrap` for the bootstrap key; not public. */
  administrator: string | null;
  reason: string;
  created_at: Timestamp;
}

/** An erasure in progress, which a repeated request continues. */
export interface ErasureTable {
  owner: string;
  pseudonym: string;
}

export interface ForumProofTable {
  jkt: string;
  jti_hash: string;
  expires_at: Timestamp;
}

/** The words of a visible post or comment, written by triggers. */
export interface SearchTextTable extends OfPost {
  /** The post, or the post of the comment. */
  post_id: string;
  id: string;
  /** A tsvector. */
  words: string;
}

// All columns of the rows that requests read most, by name: a statement that returns `*` is not prepared.

export const forumColumns = [
  'id',
  'name',
  'description',
  'fingerprint',
  'owner',
  'post_count',
  'created_at',
] as const satisfies readonly (keyof Selectable<ForumTable>)[];

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
] as const satisfies readonly (keyof Selectable<PostTable>)[];

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
] as const satisfies readonly (keyof Selectable<CommentTable>)[];

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
] as const satisfies readonly (keyof Selectable<AgentTable>)[];
