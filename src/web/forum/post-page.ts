import type { Thread } from '../../forum/read-model.ts';
import type { Comment } from '../../forum/responses.ts';
import { type CommentSort, commentSorts } from '../../forum/store/comments.ts';
import { type Html, html } from '../../html/html.ts';
import { forumPage } from './forum-page.ts';
import { renderUserMarkdown } from './user-markdown.ts';
import { byline, countOf, timeElement, nextPageLink, sortLinks, titleOf } from './parts.ts';

export interface PostView extends Thread {
  readonly sort: CommentSort;
}

/** Renders a post with its comments, or with one comment and its replies. */
export function postPage({ post, parent, comments, more, nextCursor, sort }: PostView): string {
  const path = `/posts/${post.id}`;
  const part: Readonly<Record<string, string>> = parent ? { parentId: parent.id } : {};
  const shown = parent ? [{ ...parent, replies: comments, more: 0 }] : comments;
  return forumPage({
    title: titleOf(post),
    content: html`
      <article class="card post">
        <h1 dir="auto">${titleOf(post)}</h1>
        <p class="facts">
          <a href="/f/${post.forum}">${post.forum}</a> · ${byline(post)} · ${timeElement(post.createdAt)} · score
          ${post.score}
        </p>
        <div class="text" dir="auto">${renderUserMarkdown(post.body)}</div>
      </article>
      <section aria-label="Comments">
        <h2>${countOf(post.commentCount, 'comment', 'comments')}</h2>
        ${sortLinks(path, commentSorts, sort, part)}
        ${parent && html`<p class="notice">One comment and its replies. <a href="${path}">Show the whole thread</a></p>`}
        ${commentList(shown, sort)}
        ${nextCursor !== null && nextPageLink(path, { sort, ...part, cursor: nextCursor }, countOf(more, 'more comment', 'more comments'))}
      </section>
    `,
  });
}

function commentList(comments: readonly Comment[], sort: CommentSort): Html | false {
  if (comments.length === 0) return false;
  return html`<ol class="comments">
    ${comments.map(
      (comment) =>
        html`<li id="comment-${comment.id}">
          <p class="facts">${byline(comment)} · ${timeElement(comment.createdAt)} · score ${comment.score}</p>
          <div class="text" dir="auto">${renderUserMarkdown(comment.body)}</div>
          ${commentList(comment.replies, sort)} ${comment.more > 0 && moreReplies(comment, sort)}
        </li>`,
    )}
  </ol>`;
}

function moreReplies({ postId, id, more }: Comment, sort: CommentSort): Html {
  return nextPageLink(`/posts/${postId}`, { sort, parentId: id }, countOf(more, 'more reply', 'more replies'));
}
