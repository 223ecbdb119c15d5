import type { Page } from '../../runtime/http/page.ts';
import {
  agentNotFound,
  forumNotFound,
  forumOwnerNotFound,
  parentNotFound,
  postNotFound,
  validationFailed,
} from '../errors.ts';
import { decodePosition, encodePosition, type ForumPosition, type SortKeyType } from './position.ts';
import { type Comment, type Forum, type ForumResponses, type Post, shownTitle } from '../responses.ts';
import {
  readModerationLog,
  readModerators,
  type ModerationLogQuery,
  type ModeratorQuery,
} from '../moderation/moderation-reads.ts';
import { search, type SearchQuery } from '../search/search.ts';
import type { CommentSort, CommentRow, CommentStore } from '../comments/comment-store.ts';
import type { PostRow, PostSort } from '../posts/post-store.ts';
import type { ForumStores } from '../stores.ts';

interface ForumQuery {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly cursor?: string | undefined;
}

interface PostQuery extends ForumQuery {
  readonly forum?: string | undefined;
  readonly sort?: PostSort | undefined;
}

export interface ListedPosts extends Page<Post> {
  /** Pinned posts of a community, on its first page; undefined elsewhere. */
  readonly pinned?: readonly Post[] | undefined;
}

interface ThreadQuery {
  readonly id: string;
  readonly sort?: CommentSort | undefined;
  readonly parentId?: string | undefined;
  readonly cursor?: string | undefined;
}

export interface Thread {
  readonly post: Post;
  /** The comment named by `parentId`, without its replies, which are `comments`. */
  readonly parent: Comment | undefined;
  readonly comments: Comment[];
  readonly more: number;
  readonly nextCursor: string | null;
}

/** Default page size. */
const defaultLimit = 20;
/** Number of agents of an owner. */
const maxAgents = 100;
/** Number of posts, and of comments, on a profile. */
const latest = 20;
/** Maximum number of comments in one response. */
const maxComments = 200;
/** Maximum number of levels in one response. */
const maxDepth = 10;

/** The sort key of a post; lists in the order `new` are sorted by id. */
const sortKeys: Readonly<Record<PostSort, (row: PostRow) => number>> = {
  hot: (row) => row.hot_rank,
  top: (row) => row.score,
  new: () => 0,
};
const keyTypes: Readonly<Record<PostSort, SortKeyType>> = { hot: 'number', top: 'integer', new: 'integer' };

/** The stores that reads use. */
type ReadStores = Omit<ForumStores, 'votes' | 'moderation' | 'reports' | 'erasures'>;

/**
 * All reads of the forum, for the operations and for the pages, as schemas of the contract. Names and ids must already
 * be valid by the contract. Throws the contract's error for what does not exist.
 */
export type ForumReadModel = ReturnType<typeof createReadModel>;
export type ForumPage = Awaited<ReturnType<ForumReadModel['listForums']>>;
export type Activity = Awaited<ReturnType<ForumReadModel['getAgent']>>;
export type OwnerActivity = Awaited<ReturnType<ForumReadModel['getOwner']>>;

export function createReadModel(stores: ReadStores, responses: ForumResponses) {
  const { forums, posts, comments, agents, owners, searching, countHiddenReplies } = stores;
  const getForum = async (name: string): Promise<Forum> => {
    const row = await forums.find(name);
    if (row === undefined) throw forumNotFound(name);
    return responses.forum(row);
  };

  return {
    getForum,

    listForums: async ({ limit = defaultLimit, offset = 0, cursor }: ForumQuery) => {
      rejectOffsetWithCursor(offset, cursor);
      const list = 'forums';
      const after = cursor === undefined ? undefined : position(list, 'integer', cursor);
      const rows = await forums.list({ limit: limit + 1, offset, after });
      const page = rows.slice(0, limit);
      const last = rows.length > limit ? page.at(-1) : undefined;
      const passed = (after?.passed ?? offset) + page.length;
      return {
        forums: page.map(responses.forum),
        hasMore: last !== undefined,
        nextCursor: last === undefined ? null : encodePosition(list, { key: 0, id: last.id, passed }),
      };
    },

    listPosts: async ({
      forum,
      sort = 'hot',
      limit = defaultLimit,
      offset = 0,
      cursor,
    }: PostQuery): Promise<ListedPosts> => {
      rejectOffsetWithCursor(offset, cursor);
      const list = `${sort}:${forum ?? ''}`;
      const after = cursor === undefined ? undefined : position(list, keyTypes[sort], cursor);
      const first = offset === 0 && cursor === undefined;
      const [rows, pinned] = await Promise.all([
        posts.list({ forum, sort, limit: limit + 1, offset, after }),
        forum !== undefined && first ? posts.listPinned(forum) : undefined,
      ]);
      // Only an empty page needs to check that the community exists.
      if (rows.length === 0 && forum !== undefined) await getForum(forum);
      const page = rows.slice(0, limit);
      const last = rows.length > limit ? page.at(-1) : undefined;
      const passed = (after?.passed ?? offset) + page.length;
      return {
        items: page.map(responses.post),
        pinned: pinned?.map(responses.post),
        nextCursor:
          last === undefined ? null : encodePosition(list, { key: sortKeys[sort](last), id: last.id, passed }),
      };
    },

    getThread: async ({ id, sort = 'top', parentId, cursor }: ThreadQuery): Promise<Thread> => {
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
        post: responses.post(post),
        parent: parent && responses.comment(parent),
        comments: await readCommentTree(comments, responses, { postId: id, firstLevel, sort }),
        // Exact unless comments are written between pages; at least 1 while another page follows.
        more: hasMore ? Math.max(1, (parent ?? post).reply_count - passed) : 0,
        nextCursor:
          hasMore && last ? encodePosition(list, { key: sort === 'top' ? last.score : 0, id: last.id, passed }) : null,
      };
    },

    getAgent: async (fingerprint: string) => {
      const row = await agents.find(fingerprint);
      if (row === undefined) throw agentNotFound(fingerprint);
      const written = await Promise.all([
        posts.listByAgent(fingerprint, latest),
        comments.listByAgent(fingerprint, latest),
      ]);
      return {
        profile: responses.profile(row),
        posts: written[0].map(responses.post),
        comments: written[1].map((comment) => responses.comment(comment)),
      };
    },

    getOwner: async (owner: string) => {
      const [found, written, replied] = await Promise.all([
        owners.listAgents(owner, maxAgents + 1),
        owners.listPosts(owner, latest),
        owners.listComments(owner, latest),
      ]);
      // An owner whose agents all work for others now still has what they wrote.
      if (found.length + written.length + replied.length === 0) throw forumOwnerNotFound(owner);
      return {
        owner,
        agents: found.slice(0, maxAgents).map(responses.profile),
        // They were active longer ago.
        moreAgents: found.length > maxAgents,
        posts: written.map(responses.post),
        comments: replied.map((comment) => responses.comment(comment)),
      };
    },

    /** Titles by the id of the post, without posts that do not exist. */
    listPostTitles: async (postIds: readonly string[]) => {
      const rows = await posts.listTitles([...new Set(postIds)]);
      return new Map(rows.map((row) => [row.id, shownTitle(row)]));
    },

    listPostTimes: async (limit: number) => {
      const rows = await posts.listTimes(limit);
      return rows.map(responses.postTime);
    },

    /** Counts the replies that a thread does not show, which `more` of a comment counts on one level only. */
    countHiddenReplies: (thread: Pick<Thread, 'post' | 'comments'>) => {
      const shown = flatten(thread.comments);
      return countHiddenReplies({
        postId: thread.post.id,
        parentIds: shown.filter(({ more }) => more > 0).map(({ id }) => id),
        shownIds: shown.map(({ id }) => id),
      });
    },

    listModerationActions: (query: ModerationLogQuery) => readModerationLog(stores, responses, query),

    listModerators: (query: ModeratorQuery) => readModerators(stores, query),

    search: (query: SearchQuery) => search(searching, responses, query),
  };
}

const flatten = (comments: readonly Comment[]): Comment[] =>
  comments.flatMap((comment) => [comment, ...flatten(comment.replies)]);

function rejectOffsetWithCursor(offset: number, cursor: string | undefined): void {
  if (cursor !== undefined && offset > 0)
    throw validationFailed('offset cannot be combined with cursor. Follow nextCursor alone.');
}

function position(list: string, keyType: SortKeyType, cursor: string): ForumPosition {
  const found = decodePosition(list, keyType, cursor);
  if (found !== undefined) return found;
  throw validationFailed('cursor is not from this list and order. Pass the nextCursor of the previous page unchanged.');
}

/**
 * Reads the tree below the first level, level by level, until it has `maxComments` comments or `maxDepth` levels.
 * Each level takes one query; a level without replies takes none.
 */
async function readCommentTree(
  comments: Pick<CommentStore, 'listReplies'>,
  responses: Pick<ForumResponses, 'comment'>,
  {
    postId,
    firstLevel,
    sort,
  }: {
    readonly postId: string;
    /** Direct replies to the post or to one comment, in order, at most `maxComments`. */
    readonly firstLevel: readonly CommentRow[];
    readonly sort: CommentSort;
  },
): Promise<Comment[]> {
  const levels = [firstLevel];
  let remaining = maxComments - firstLevel.length;
  while (levels.length < maxDepth && remaining > 0) {
    const parentIds = (levels.at(-1) ?? []).filter((row) => row.reply_count > 0).map(({ id }) => id);
    if (parentIds.length === 0) break;
    const level = await comments.listReplies({ postId, parentIds, sort, limit: remaining });
    levels.push(level);
    remaining -= level.length;
  }
  return assemble(levels, responses);
}

/** Builds the tree from the deepest level up, because a comment contains its replies. */
function assemble(levels: readonly (readonly CommentRow[])[], responses: Pick<ForumResponses, 'comment'>): Comment[] {
  return levels.reduceRight<Comment[]>((replies, level) => {
    const byParent = Map.groupBy(replies, ({ parentId }) => parentId);
    return level.map((row) => responses.comment(row, byParent.get(row.id)));
  }, []);
}
