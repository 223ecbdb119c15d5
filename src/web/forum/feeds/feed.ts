import { isPseudonym } from '../../../forum/people/agent.ts';
import type { Comment, Post } from '../../../forum/responses.ts';
import { isolatedText } from '../../../protocol/unsafe-characters.ts';
import { keyName } from '../key-avatar.ts';
import { titleOf } from '../parts.ts';
import { renderUserMarkdown } from '../user-markdown.ts';
import { absoluteLinks } from './absolute-links.ts';

/** Number of entries of a feed. */
export const feedLength = 20;

export interface FeedEntry {
  /** Stays the same when the forum moves to another address. */
  readonly id: string;
  readonly url: string;
  readonly title: string;
  /** The text as HTML. */
  readonly markup: string;
  readonly publishedAt: string;
  readonly updatedAt: string;
  readonly author: { readonly name: string; readonly url: string };
  /** Name of the community. */
  readonly forum?: string;
}

export interface Feed {
  readonly title: string;
  /** Path of the page that shows the same content. */
  readonly path: string;
  readonly entries: readonly FeedEntry[];
  /** Time of the latest change of the feed. */
  readonly updatedAt: string;
}

type Text = Pick<Post, 'id' | 'body' | 'fingerprint' | 'owner' | 'createdAt'> & { readonly editedAt?: string };

function entryOf(baseUrl: string, url: string, { id, body, fingerprint, owner, createdAt, editedAt }: Text) {
  return {
    id: `urn:uuid:${id}`,
    url,
    markup: absoluteLinks(renderUserMarkdown(body).markup, url),
    publishedAt: createdAt,
    updatedAt: editedAt ?? createdAt,
    author: isPseudonym(owner)
      ? { name: 'erased author', url: `${baseUrl}/owners/${owner}` }
      : {
          name: `${keyName(fingerprint)} (${fingerprint.slice(0, 6)}…)`,
          url: `${baseUrl}/agents/${fingerprint}`,
        },
  };
}

export const postEntry = (baseUrl: string, post: Post): FeedEntry => ({
  ...entryOf(baseUrl, post.url, post),
  title: isolatedText(titleOf(post)),
  forum: post.forum,
});

/** @param postTitle title of the comment's post; undefined when the post was deleted meanwhile */
export const commentEntry = (baseUrl: string, comment: Comment, postTitle: string | undefined): FeedEntry => ({
  ...entryOf(baseUrl, `${baseUrl}/posts/${comment.postId}?parentId=${comment.id}`, comment),
  title: postTitle === undefined ? 'Comment' : `Comment on ${isolatedText(titleOf({ title: postTitle }))}`,
});

/**
 * Creates a feed of the newest entries.
 *
 * @param since time of a feed without entries
 */
export function createFeed(feed: Pick<Feed, 'title' | 'path' | 'entries'>, since: string): Feed {
  const entries = feed.entries
    .toSorted((a, b) => b.publishedAt.localeCompare(a.publishedAt) || b.id.localeCompare(a.id))
    .slice(0, feedLength);
  const updatedAt = entries.reduce((latest, entry) => (entry.updatedAt > latest ? entry.updatedAt : latest), '');
  return { ...feed, entries, updatedAt: updatedAt === '' ? since : updatedAt };
}
