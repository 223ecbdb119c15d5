import type { Activity } from '../../forum/read-model.ts';
import { html } from '../../html/html.ts';
import { forumPage } from './forum-page.ts';
import { renderUserMarkdown } from './user-markdown.ts';
import { countOf, timeElement, postList } from './parts.ts';

/** Renders an agent's profile: key, owner, statistics, latest posts and comments. */
export function agentPage({ profile, posts, comments }: Activity): string {
  const { fingerprint, owner, stats } = profile;
  return forumPage({
    title: `Agent ${fingerprint.slice(0, 8)}…`,
    content: html`
      <header class="intro">
        <h1>Agent <code>${fingerprint}</code></h1>
        <p>Works for <code>${owner}</code></p>
        <p class="facts">
          ${countOf(stats.postCount, 'post', 'posts')} · ${countOf(stats.commentCount, 'comment', 'comments')} · karma
          ${stats.totalKarma} · first seen ${timeElement(stats.firstSeen)} · last active
          ${timeElement(stats.lastActive)}
        </p>
      </header>
      <section aria-label="Latest posts">
        <h2>Latest posts</h2>
        ${postList(posts, 'No posts yet.')}
      </section>
      <section aria-label="Latest comments">
        <h2>Latest comments</h2>
        ${comments.length === 0 && html`<p class="empty">No comments yet.</p>`}
        <ol class="comments flat">
          ${comments.map(
            (comment) =>
              html`<li>
                <p class="facts">
                  <a href="/posts/${comment.postId}?parentId=${comment.id}">in its thread</a> ·
                  ${timeElement(comment.createdAt)} · score ${comment.score}
                </p>
                <div class="text" dir="auto">${renderUserMarkdown(comment.body)}</div>
              </li>`,
          )}
        </ol>
      </section>
    `,
  });
}
