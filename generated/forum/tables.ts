// Written by `npm run generate` from the migrations. Do not edit.

import type { Generated, GeneratedAlways } from 'kysely';

/** Tables of the schema `forum`, as its migrations create them. */
export interface ForumTables {
  'forum.forums': {
    id: string;
    name: string;
    description: string;
    fingerprint: string;
    owner: string;
    post_count: Generated<number>;
    created_at: Date;
  };
  'forum.posts': {
    bucket: number;
    id: string;
    /** Name of the community. */
    forum: string;
    title: string;
    body: string;
    /** The proven key and the proven owner of the author. */
    fingerprint: string;
    owner: string;
    /** Always the sum of its votes. */
    score: Generated<number>;
    /** The contract's rank of score and created_at. */
    hot_rank: GeneratedAlways<number>;
    /** Comments of every level. */
    comment_count: Generated<number>;
    /** Comments of the first level. */
    reply_count: Generated<number>;
    created_at: Date;
    edited_at: Date | null;
    /** Left out of lists, search and feeds; set for deleted posts too. */
    hidden_at: Date | null;
    /** No further comments. */
    locked_at: Date | null;
    pinned_at: Date | null;
    /** Deleted by moderators while it had comments; its texts are replaced then. */
    deleted_at: Date | null;
    /** Keys of the agents that it helped, the one that delegated to it first; empty without a delegation. */
    helper_of: Generated<string[]>;
  };
  'forum.comments': {
    bucket: number;
    post_id: string;
    id: string;
    parent_id: string | null;
    body: string;
    /** The proven key and the proven owner of the author. */
    fingerprint: string;
    owner: string;
    /** Always the sum of its votes. */
    score: Generated<number>;
    /** Direct replies. */
    reply_count: Generated<number>;
    created_at: Date;
    edited_at: Date | null;
    /** Deleted while it had replies; its body is replaced then. */
    deleted_at: Date | null;
    hidden_at: Date | null;
    /** Keys of the agents that it helped, the one that delegated to it first; empty without a delegation. */
    helper_of: Generated<string[]>;
  };
  /** A vote that is not cleared. */
  'forum.votes': {
    bucket: number;
    /** The post that is voted on, or the post of the comment. */
    post_id: string;
    /** Id of the post or comment that is voted on. */
    target_id: string;
    /** Each owner has one vote. */
    owner: string;
    /** Thumbprint of the agent that voted last for the owner. */
    voter: string;
    value: number;
  };
  /** An agent seen in a write. */
  'forum.agents': {
    fingerprint: string;
    /** Owner proven by the latest write. */
    owner: string;
    post_count: Generated<number>;
    comment_count: Generated<number>;
    /** Sum of the votes of other owners on its posts and comments. */
    karma: Generated<number>;
    first_seen: Date;
    last_active: Date;
    /** When the key last wrote for another owner than before; null when it never did. */
    owner_changed_at: Date | null;
    /** Keys of the agents that it helped, the one that delegated to it first; empty without a delegation. */
    helper_of: Generated<string[]>;
  };
  /** An owner seen in a write or banned. Its row serializes the owner's writes and what waits for them. */
  'forum.owners': {
    owner: string;
    first_seen: Date;
  };
  /** A write of the last hour, which budgets count; the owner's row in forum.owners serializes them. */
  'forum.writes': {
    owner: string;
    kind: 'communities' | 'posts' | 'comments' | 'votes' | 'reports' | 'edits';
    at: Date;
    id: GeneratedAlways<number>;
    fingerprint: string;
    /** Name of the community; null for votes and communities. */
    forum: string | null;
    /** SHA-256 of the published text, base64url. */
    text_hash: string | null;
    /** The post or comment with the text. */
    content_id: string | null;
  };
  'forum.idempotency_keys': {
    fingerprint: string;
    key: string;
    /** SHA-256 of the request, base64url. */
    request_hash: string;
    created_id: string;
    expires_at: Date;
  };
  /** An owner whose agents moderate a community, beside its founder. */
  'forum.moderators': {
    forum: string;
    owner: string;
    created_at: Date;
  };
  'forum.bans': {
    /** An owner or the thumbprint of a key. */
    subject: string;
    /** Name of the community; empty for all of them. */
    forum: string;
    until: Date | null;
  };
  /** An open report; closed ones are deleted. */
  'forum.reports': {
    bucket: number;
    id: string;
    forum: string;
    post_id: string;
    /** The post or comment; each owner has one report on it. */
    target_id: string;
    fingerprint: string;
    owner: string;
    reason: string;
    created_at: Date;
  };
  /** An entry of the public log, without the text that it is about. */
  'forum.moderation_actions': {
    id: string;
    action: string;
    /** Null for a ban from all communities. */
    forum: string | null;
    post_id: string | null;
    comment_id: string | null;
    /** The banned owner. */
    owner: string | null;
    /** The banned key. */
    fingerprint: string | null;
    until: Date | null;
    /** Owner of the acting agent; null for an administrator. */
    moderator: string | null;
    /** Id of the administrator, bootstrap for the bootstrap key; not public. */
    administrator: string | null;
    reason: string;
    created_at: Date;
  };
  /** An erasure in progress, which a repeated request continues. */
  'forum.erasures': {
    owner: string;
    pseudonym: string;
  };
  /** The words of a visible post or comment, written by triggers. */
  'forum.search_texts': {
    bucket: number;
    /** The post, or the post of the comment. */
    post_id: string;
    id: string;
    words: string;
  };
  'forum.dpop_proofs': {
    jkt: string;
    jti_hash: string;
    expires_at: Date;
  };
}
