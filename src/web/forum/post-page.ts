import type { Thread } from '../../forum/reads/read-model.ts';
import type { Comment } from '../../forum/responses.ts';
import { type CommentSort, commentSorts, type HiddenReplies } from '../../forum/comments/comment-store.ts';
import { type Html, html } from '../../html/html.ts';
import { type ForumPageContent, type Reader, timeElement } from './forum-page.ts';
import { renderUserMarkdown } from './user-markdown.ts';
import { byline, excerpt, moderationMarks, nextPageLink, sortLinks, titleOf } from './parts.ts';

interface PostView extends Thread {
  readonly sort: CommentSort;
  /** Replies of every level below a comment that are not shown, by its id. */
  readonly hidden: HiddenReplies;
  readonly reader: Reader;
}

type CommentsView = Pick<PostView, 'post' | 'sort' | 'hidden' | 'reader'>;

/** Renders a post with its comments, or with one comment and its replies. */
export function postPage({ parent, comments, more, nextCursor, ...view }: PostView): ForumPageContent {
  const { post, sort, reader } = view;
  const { t } = reader;
  const path = `/posts/${post.id}`;
  const part: Readonly<Record<string, string>> = parent ? { parentId: parent.id } : {};
  const shown = parent ? [{ ...parent, replies: comments, more: 0 }] : comments;
  return {
    title: titleOf(post, t.text('untitled')),
    path,
    description: post.hidden === true ? t.text('hiddenText') : excerpt(post.body),
    content: html`
      <article class="card post">
        <h1 dir="auto">${titleOf(post, t.text('untitled'))}</h1>
        <p class="facts">
          <a href="/f/${post.forum}">${post.forum}</a> · ${byline(post, reader)} ·
          ${timeElement(post.createdAt, reader)} ${post.editedAt !== undefined && html`· ${t.text('edited')}`} ·
          ${t.text('score', { score: post.score })}${moderationMarks(post, reader)}
        </p>
        ${post.locked === true && html`<p class="notice">${t.text('lockedThread')}</p>`} ${textOf(post, post.forum, t)}
      </article>
      <section aria-labelledby="comments">
        <h2 id="comments">${t.text('comments', { count: post.commentCount })}</h2>
        ${post.commentCount > 1 && sortLinks(path, commentSorts, sort, reader, part)}
        ${parent && html`<p class="notice">${t.text('onePart')} <a href="${path}">${t.text('wholeThread')}</a></p>`}
        ${commentList(shown, view)}
        ${nextCursor !== null && nextPageLink(path, { sort, ...part, cursor: nextCursor }, t.text('moreComments', { count: more }))}
      </section>
    `,
  };
}

function commentList(comments: readonly Comment[], view: CommentsView): Html | false {
  if (comments.length === 0) return false;
  const { post, reader } = view;
  const { t } = reader;
  return html`<ol class="comments">
    ${comments.map(
      (comment) =>
        html`<li id="comment-${comment.id}">
          <p class="facts">
            ${byline(comment, reader)}
            ${comment.fingerprint === post.fingerprint && html`<span class="badge">${t.text('author')}</span>`} ·
            <a href="/posts/${post.id}?parentId=${comment.id}" title="${t.text('permalink')}"
              >${timeElement(comment.createdAt, reader)}</a
            >
            ${comment.editedAt !== undefined && html`· ${t.text('edited')}`} ·
            ${t.text('score', { score: comment.score })}${moderationMarks(comment, reader)}
          </p>
          ${textOf(comment, post.forum, t)} ${replies(comment, view)} ${comment.more > 0 && moreReplies(comment, view)}
        </li>`,
    )}
  </ol>`;
}

/** Renders a text, or in place of a hidden one where the reason is. */
function textOf({ body, hidden }: Pick<Comment, 'body' | 'hidden'>, forum: string, t: Reader['t']): Html {
  if (hidden === true)
    return html`<p class="empty">
      ${t.text('hiddenText')} <a href="/moderation?forum=${forum}">${t.text('hiddenReason')}</a>
    </p>`;
  return html`<div class="text" dir="auto">${renderUserMarkdown(body)}</div>`;
}

/** Renders the replies, which a reader can collapse, with the number of all below the comment. */
function replies(comment: Comment, view: CommentsView): Html | false {
  const list = commentList(comment.replies, view);
  if (list === false) return false;
  const { t } = view.reader;
  const { count, complete } = repliesBelow(comment, view.hidden);
  const text = t.text('replies', { count });
  return html`<details open>
    <summary>${complete ? text : t.text('atLeast', { text })}</summary>
    ${list}
  </details>`;
}

function moreReplies(comment: Comment, { sort, hidden, reader }: CommentsView): Html {
  const { count, complete } = hiddenBelow(comment, hidden);
  const text = reader.t.text('moreReplies', { count });
  const link = complete ? text : reader.t.text('atLeast', { text });
  const query = { sort, parentId: comment.id };
  return nextPageLink(`/posts/${comment.postId}`, query, link, `comment-${comment.id}`);
}

interface ReplyCount {
  readonly count: number;
  /** Whether that is all of them. */
  readonly complete: boolean;
}

/** Returns how many replies of a comment the page does not show. */
function hiddenBelow({ id, more }: Comment, hidden: HiddenReplies): ReplyCount {
  const { count, complete } = hidden.get(id) ?? { count: more, complete: more === 0 };
  return { count: Math.max(count, more), complete };
}

/** Returns how many replies of every level a comment has, shown or not. */
function repliesBelow(comment: Comment, hidden: HiddenReplies): ReplyCount {
  const parts = [hiddenBelow(comment, hidden), ...comment.replies.map((reply) => repliesBelow(reply, hidden))];
  return {
    count: parts.reduce((sum, { count }) => sum + count, comment.replies.length),
    complete: parts.every(({ complete }) => complete),
  };
}
