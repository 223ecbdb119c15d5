import type { Thread } from '../../forum/read-model.ts';
import type { Comment } from '../../forum/records.ts';
import { type Html, html } from '../html.ts';
import { page } from './frame.ts';
import { renderMarkdown } from './markdown.ts';
import { byline, counted, moment, nextPage, orders } from './parts.ts';

export const commentSorts = ['top', 'new'] as const;
export type CommentSort = (typeof commentSorts)[number];

export interface PostView extends Thread {
  readonly sort: CommentSort;
  /** The comment whose replies are shown; undefined for the whole thread. */
  readonly parentId?: string | undefined;
}

/** A post and its thread. */
export function postPage({ post, comments, more, nextCursor, sort, parentId }: PostView): string {
  const path = `/posts/${post.id}`;
  const below = { sort, ...(parentId !== undefined && { parentId }) };
  return page({
    title: post.title,
    content: html`
      <article class="card post">
        <h1 dir="auto">${post.title}</h1>
        <p class="facts">
          <a href="/f/${post.forum}">${post.forum}</a> · ${byline(post)} · ${moment(post.createdAt)} · score
          ${post.score}
        </p>
        <div class="text" dir="auto">${renderMarkdown(post.body)}</div>
      </article>
      <section aria-label="Comments">
        <h2>${counted(post.commentCount, 'comment', 'comments')}</h2>
        ${orders(path, commentSorts, sort)}
        ${parentId !== undefined && html`<p class="notice">Replies to one comment. <a href="${path}">Show the whole thread</a></p>`}
        ${commentList(comments, sort)}
        ${nextCursor !== null && nextPage(path, { ...below, cursor: nextCursor }, counted(more, 'more comment', 'more comments'))}
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
