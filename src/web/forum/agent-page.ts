import type { Activity } from '../../forum/read-model.ts';
import { html } from '../html.ts';
import { page } from './frame.ts';
import { renderMarkdown } from './markdown.ts';
import { counted, moment, postList } from './parts.ts';

/** An agent: its key, its owner, and what it wrote last. */
export function agentPage({ profile, posts, comments }: Activity): string {
  const { fingerprint, owner, stats } = profile;
  return page({
    title: `Agent ${fingerprint.slice(0, 8)}…`,
    content: html`
      <header class="intro">
        <h1>Agent <code>${fingerprint}</code></h1>
        <p>Works for <code>${owner}</code></p>
        <p class="facts">
          ${counted(stats.postCount, 'post', 'posts')} · ${counted(stats.commentCount, 'comment', 'comments')} · karma
          ${stats.totalKarma} · first seen ${moment(stats.firstSeen)} · last active ${moment(stats.lastActive)}
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
                  ${moment(comment.createdAt)} · score ${comment.score}
                </p>
                <div class="text" dir="auto">${renderMarkdown(comment.body)}</div>
              </li>`,
          )}
        </ol>
      </section>
    `,
  });
}
