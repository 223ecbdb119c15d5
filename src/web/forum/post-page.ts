import type { Thread } from '../../forum/reads/read-model.ts';
import type { Comment } from '../../forum/responses.ts';
import { type CommentSort, commentSorts, type HiddenReplies } from '../../forum/comments/comment-store.ts';
import { type Html, html } from '../../html/html.ts';
import type { ForumPageContent } from './forum-page.ts';
import { renderUserMarkdown } from './user-markdown.ts';
import { byline, countOf, excerpt, moderationMarks, nextPageLink, sortLinks, timeElement, titleOf } from './parts.ts';

interface PostView extends Thread {
  readonly sort: CommentSort;
  /** Replies of every level below a comment that are not shown, by its id. */
  readonly hidden: HiddenReplies;
  readonly now: Date;
}

type CommentsView = Pick<PostView, 'post' | 'sort' | 'hidden' | 'now'>;

/** Renders a post with its comments, or with one comment and its replies. */
export function postPage({ parent, comments, more, nextCursor, ...view }: PostView): ForumPageContent {
  const { post, sort, now } = view;
  const path = `/posts/${post.id}`;
  const part: Readonly<Record<string, string>> = parent ? { parentId: parent.id } : {};
  const shown = parent ? [{ ...parent, replies: comments, more: 0 }] : comments;
  return {
    title: titleOf(post),
    path,
    description: post.hidden === true ? 'Hidden by moderators.' : excerpt(post.body),
    content: html`
      <article class="card post">
        <h1 dir="auto">${titleOf(post)}</h1>
        <p class="facts">
          <a href="/f/${post.forum}">${post.forum}</a> · ${byline(post)} · ${timeElement(post.createdAt, now)}
          ${post.editedAt !== undefined && '· edited'} · score ${post.score} ${moderationMarks(post)}
        </p>
        ${post.locked === true && html`<p class="notice">Moderators locked this thread: it takes no further comments.</p>`}
        ${textOf(post, post.forum)}
      </article>
      <section aria-label="Comments">
        <h2>${countOf(post.commentCount, 'comment', 'comments')}</h2>
        ${sortLinks(path, commentSorts, sort, part)}
        ${parent && html`<p class="notice">One comment and its replies. <a href="${path}">Show the whole thread</a></p>`}
        ${commentList(shown, view)}
        ${nextCursor !== null && nextPageLink(path, { sort, ...part, cursor: nextCursor }, `${countOf(more, 'more comment', 'more comments')} with replies`)}
      </section>
    `,
  };
}

function commentList(comments: readonly Comment[], view: CommentsView): Html | false {
  if (comments.length === 0) return false;
  const { post } = view;
  return html`<ol class="comments">
    ${comments.map(
      (comment) =>
        html`<li id="comment-${comment.id}">
          <p class="facts">
            ${byline(comment)} ${comment.fingerprint === post.fingerprint && html`<span class="badge">author</span>`} ·
            <a href="/posts/${post.id}?parentId=${comment.id}" title="Link to this comment"
              >${timeElement(comment.createdAt, view.now)}</a
            >
            ${comment.editedAt !== undefined && '· edited'} · score ${comment.score} ${moderationMarks(comment)}
          </p>
          ${textOf(comment, post.forum)} ${replies(comment, view)} ${comment.more > 0 && moreReplies(comment, view)}
        </li>`,
    )}
  </ol>`;
}

/** Renders a text, or in place of a hidden one where the reason is. */
function textOf({ body, hidden }: Pick<Comment, 'body' | 'hidden'>, forum: string): Html {
  if (hidden === true)
    return html`<p class="empty">
      Hidden by moderators. <a href="/moderation?forum=${forum}">The log has the reason.</a>
    </p>`;
  return html`<div class="text" dir="auto">${renderUserMarkdown(body)}</div>`;
}

/** Renders the replies, which a reader can collapse. */
function replies({ replies: shown }: Comment, view: CommentsView): Html | false {
  const list = commentList(shown, view);
  if (list === false) return false;
  return html`<details open>
    <summary>${countOf(sizeOf(shown), 'reply', 'replies')}</summary>
    ${list}
  </details>`;
}

function moreReplies({ postId, id, more }: Comment, { sort, hidden }: CommentsView): Html {
  const { count, complete } = hidden.get(id) ?? { count: more, complete: false };
  const text = `${complete ? '' : 'at least '}${countOf(Math.max(count, more), 'more reply', 'more replies')}`;
  return nextPageLink(`/posts/${postId}`, { sort, parentId: id }, text, `comment-${id}`);
}

/** Returns the number of comments in a tree. */
const sizeOf = (comments: readonly Comment[]): number =>
  comments.reduce((sum, { replies: nested }) => sum + 1 + sizeOf(nested), 0);
