import type { Comment } from '../../forum/responses.ts';
import { type Html, html } from '../../html/html.ts';
import { titleOf } from './parts.ts';
import { timeElement } from './relative-time.ts';
import { renderUserMarkdown } from './user-markdown.ts';

/**
 * Renders comments of several posts, each with a link into its thread.
 *
 * @param titles titles of the posts by their ids
 */
export function commentCards(comments: readonly Comment[], titles: ReadonlyMap<string, string>, now: Date): Html {
  if (comments.length === 0) return html`<p class="empty">No comments yet.</p>`;
  return html`<ol class="comments flat">
    ${comments.map(
      (comment) =>
        html`<li>
          <p class="facts">
            on
            <a href="/posts/${comment.postId}?parentId=${comment.id}" dir="auto"
              >${titleOf({ title: titles.get(comment.postId) ?? '' })}</a
            >
            · ${timeElement(comment.createdAt, now)} · score ${comment.score}
          </p>
          <div class="text" dir="auto">${renderUserMarkdown(comment.body)}</div>
        </li>`,
    )}
  </ol>`;
}
