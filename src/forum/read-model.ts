import { decodeCursor, encodeCursor, type KeyType, type Position } from './cursor.ts';
import { maxComments, readCommentTree } from './comment-tree.ts';
import { agentNotFound, forumNotFound, parentNotFound, postNotFound, validationFailed } from './errors.ts';
import type { AgentProfile, Comment, Forum, Post, Records } from './records.ts';
import type { AgentStore } from './store/agents.ts';
import type { CommentSort, CommentStore } from './store/comments.ts';
import type { ForumStore } from './store/forums.ts';
import type { PostSort, PostStore } from './store/posts.ts';

export interface PostQuery {
  readonly forum?: string | undefined;
  readonly sort?: PostSort | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly cursor?: string | undefined;
}

export interface ThreadQuery {
  readonly id: string;
  readonly sort?: CommentSort | undefined;
  readonly parentId?: string | undefined;
  readonly cursor?: string | undefined;
}

export interface ForumPage {
  readonly forums: Forum[];
  readonly hasMore: boolean;
}

export interface PostPage {
  readonly posts: Post[];
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

export interface Thread {
  readonly post: Post;
  /** The comment that was asked for, without its replies: they are `comments`. */
  readonly parent: Comment | undefined;
  readonly comments: Comment[];
  readonly more: number;
  readonly nextCursor: string | null;
}

export interface Activity {
  readonly profile: AgentProfile;
  readonly posts: Post[];
  readonly comments: Comment[];
}

/**
 * Everything that can be read in the forum, in the records of its contract: for the operations and for the pages.
 * Names and ids are those that the contract lets through. What is not there is thrown as the contract's error.
 */
export interface ForumReadModel {
  readonly listForums: (page: {
    readonly limit?: number | undefined;
    readonly offset?: number | undefined;
  }) => Promise<ForumPage>;
  readonly getForum: (name: string) => Promise<Forum>;
  readonly listPosts: (query: PostQuery) => Promise<PostPage>;
  readonly getThread: (query: ThreadQuery) => Promise<Thread>;
  readonly getAgent: (fingerprint: string) => Promise<Activity>;
}

export interface ForumStores {
  readonly forums: ForumStore;
  readonly posts: PostStore;
  readonly comments: CommentStore;
  readonly agents: AgentStore;
}

/** Page size when none is asked for. */
const defaultLimit = 20;
/** Posts and comments that a profile shows. */
const latest = 20;

const keyTypes: Readonly<Record<PostSort, KeyType>> = { hot: 'number', top: 'integer', new: 'integer' };

export function createReadModel({ forums, posts, comments, agents }: ForumStores, records: Records): ForumReadModel {
  const getForum = async (name: string): Promise<Forum> => {
    const row = await forums.find(name);
    if (row === undefined) throw forumNotFound(name);
    return records.forum(row);
  };

  return {
    getForum,

    listForums: async ({ limit = defaultLimit, offset = 0 }) => {
      const rows = await forums.list({ limit: limit + 1, offset });
      return { forums: rows.slice(0, limit).map(records.forum), hasMore: rows.length > limit };
    },

    listPosts: async ({ forum, sort = 'hot', limit = defaultLimit, offset = 0, cursor }) => {
      if (cursor !== undefined && offset > 0) {
        throw validationFailed('offset cannot be combined with cursor. Follow nextCursor alone.');
      }
      const list = `${sort}:${forum ?? ''}`;
      const after = cursor === undefined ? undefined : position(list, keyTypes[sort], cursor);
      const rows = await posts.list({ forum, sort, limit: limit + 1, offset, after });
      // A community that has posts exists; only an empty page leaves the question open.
      if (rows.length === 0 && forum !== undefined) await getForum(forum);
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      const hasMore = rows.length > limit;
      const key = last && { hot: last.hot_rank, top: last.score, new: 0 }[sort];
      return {
        posts: page.map(records.post),
        hasMore,
        nextCursor:
          hasMore && last && key !== undefined
            ? encodeCursor(list, { key, id: last.id, passed: (after?.passed ?? offset) + page.length })
            : null,
      };
    },

    getThread: async ({ id, sort = 'top', parentId, cursor }) => {
      const post = await posts.find(id);
      if (post === undefined) throw postNotFound(id);
      const parent = parentId === undefined ? undefined : await comments.find(id, parentId);
      if (parentId !== undefined && parent === undefined) throw parentNotFound(id, parentId);
      const list = `${sort}:${parentId ?? id}`;
      const after = cursor === undefined ? undefined : position(list, 'integer', cursor);
      const rows = await comments.list({ postId: id, parentId, sort, limit: maxComments + 1, after });
      const firstLevel = rows.slice(0, maxComments);
      const last = firstLevel.at(-1);
      const passed = (after?.passed ?? 0) + firstLevel.length;
      const hasMore = rows.length > maxComments;
      return {
        post: records.post(post),
        parent: parent && records.comment(parent),
        comments: await readCommentTree(comments, records, { postId: id, firstLevel, sort }),
        // Counted against what was passed, which is right unless others write meanwhile; never 0 where more follows.
        more: hasMore ? Math.max(1, (parent ?? post).reply_count - passed) : 0,
        nextCursor:
          hasMore && last ? encodeCursor(list, { key: sort === 'top' ? last.score : 0, id: last.id, passed }) : null,
      };
    },

    getAgent: async (fingerprint) => {
      const row = await agents.find(fingerprint);
      if (row === undefined) throw agentNotFound(fingerprint);
      const written = await Promise.all([
        posts.listByAgent(fingerprint, latest),
        comments.listByAgent(fingerprint, latest),
      ]);
      return {
        profile: records.profile(row),
        posts: written[0].map(records.post),
        comments: written[1].map((comment) => records.comment(comment)),
      };
    },
  };
}

function position(list: string, keyType: KeyType, cursor: string): Position {
  const found = decodeCursor(list, keyType, cursor);
  if (found !== undefined) return found;
  throw validationFailed('cursor is not from this list and order. Pass the nextCursor of the page before, unchanged.');
}
