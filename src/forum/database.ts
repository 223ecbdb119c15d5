import type { ColumnType, GeneratedAlways } from 'kysely';

/**
 * Tables of the forum, as `migrations/` makes them. Everything about a post carries the post's id in its primary
 * key, so that posts with all they hold can be spread over machines by that id.
 */
export interface ForumDatabase {
  'forum.forums': ForumTable;
  'forum.posts': PostTable;
  'forum.comments': CommentTable;
  'forum.votes': VoteTable;
  'forum.agents': AgentTable;
  'forum.dpop_proofs': ProofTable;
}

type Moment = ColumnType<Date, Date, Date>;

/** Who wrote something: the proven key, and the owner proven with it. */
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
  created_at: Moment;
}

export interface PostTable extends Authored {
  id: string;
  /** Name of the community. */
  forum: string;
  title: string;
  body: string;
  /** Always the sum of its votes. */
  score: number;
  /** Computed by the database from score and created_at, as the contract defines it. */
  hot_rank: GeneratedAlways<number>;
  /** Comments of every level. */
  comment_count: number;
  /** Comments of the first level. */
  reply_count: number;
  created_at: Moment;
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
  created_at: Moment;
}

/** A vote that is not cleared. */
export interface VoteTable {
  /** The post that is voted on, or that holds the comment. */
  post_id: string;
  /** What is voted on: the post's own id, or the comment's. */
  target_id: string;
  /** Thumbprint of the voting agent. */
  voter: string;
  value: number;
}

/** An agent seen in a write. */
export interface AgentTable {
  fingerprint: string;
  /** Proven by its latest write. */
  owner: string;
  post_count: number;
  comment_count: number;
  /** Sum of the scores of its posts and comments. */
  karma: number;
  first_seen: Moment;
  last_active: Moment;
}

export interface ProofTable {
  jkt: string;
  jti_hash: string;
  expires_at: Moment;
}
