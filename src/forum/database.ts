import type { ColumnType, GeneratedAlways } from 'kysely';

/**
 * Tables of the forum, created by `migrations/`. Comments and votes have the post's id in their primary key, so that
 * posts can be sharded by id together with them.
 */
export interface ForumDatabase {
  'forum.forums': ForumTable;
  'forum.posts': PostTable;
  'forum.comments': CommentTable;
  'forum.votes': VoteTable;
  'forum.agents': AgentTable;
  'forum.dpop_proofs': ForumProofTable;
}

type Timestamp = ColumnType<Date, Date, Date>;

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

export interface PostTable extends Authored {
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
}

export interface CommentTable extends Authored {
  id: string;
  post_id: string;
  parent_id: string | null;
  body: string;
  /** Always the sum of its votes. */
  score: number;
  /** Direct replies. */
  reply_count: number;
  created_at: Timestamp;
}

/** A vote that is not cleared. */
export interface VoteTable {
  /** The post that is voted on, or the post of the comment. */
  post_id: string;
  /** Id of the post or comment that is voted on. */
  target_id: string;
  /** Thumbprint of the voting agent. */
  voter: string;
  value: number;
}

/** An agent seen in a write. */
export interface AgentTable {
  fingerprint: string;
  /** Owner proven by the latest write. */
  owner: string;
  post_count: number;
  comment_count: number;
  /** Sum of the scores of its posts and comments. */
  karma: number;
  first_seen: Timestamp;
  last_active: Timestamp;
}

export interface ForumProofTable {
  jkt: string;
  jti_hash: string;
  expires_at: Timestamp;
}
