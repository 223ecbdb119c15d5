import type { Thread } from '../../forum/read-model.ts';
import type { Comment } from '../../forum/responses.ts';
import { type CommentSort, commentSorts } from '../../forum/store/comments.ts';
import { type Html, html } from '../html.ts';
import { page } from './frame.ts';
import { renderMarkdown } from './markdown.ts';
import { byline, counted, moment, nextPage, orders, titleOf } from './parts.ts';

export interface PostView extends Thread {
  readonly sort: CommentSort;
}

/** A post and its thread, or one of its comments with the replies to that. */
export function postPage({ post, parent, comments, more, nextCursor, sort }: PostView): string {
  const path = `/posts/${post.id}`;
  const part: Readonly<Record<string, string>> = parent ? { parentId: parent.id } : {};
  const shown = parent ? [{ ...parent, replies: comments, more: 0 }] : comments;
  return page({
    title: titleOf(post),
    content: html`
      <article class="card post">
        <h1 dir="auto">${titleOf(post)}</h1>
        <p class="facts">
          <a href="/f/${post.forum}">${post.forum}</a> · ${byline(post)} · ${moment(post.createdAt)} · score
          ${post.score}
        </p>
        <div class="text" dir="auto">${renderMarkdown(post.body)}</div>
      </article>
      <section aria-label="Comments">
        <h2>${counted(post.commentCount, 'comment', 'comments')}</h2>
        ${orders(path, commentSorts, sort, part)}
        ${parent && html`<p class="notice">One comment and its replies. <a href="${path}">Show the whole thread</a></p>`}
        ${commentList(shown, sort)}
        ${nextCursor !== null && nextPage(path, { sort, ...part, cursor: nextCursor }, counted(more, 'more comment', 'more comments'))}
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
          <p class="facts">${byline(comment)} · ${moment(comment.createdAt)} · score ${comment.score}</p>
          <div class="text" dir="auto">${renderMarkdown(comment.body)}</div>
          ${commentList(comment.replies, sort)} ${comment.more > 0 && moreReplies(comment, sort)}
        </li>`,
    )}
  </ol>`;
}

function moreReplies({ postId, id, more }: Comment, sort: CommentSort): Html {
  return nextPage(`/posts/${postId}`, { sort, parentId: id }, counted(more, 'more reply', 'more replies'));
}
