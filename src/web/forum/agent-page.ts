import type { Activity } from '../../forum/reads/read-model.ts';
import { html } from '../../html/html.ts';
import { commentCards } from './comment-cards.ts';
import type { ForumPageContent } from './forum-page.ts';
import { keyAvatar, keyName } from './key-avatar.ts';
import { countOf, helperText, postList } from './parts.ts';
import { timeElement } from './relative-time.ts';

export interface AgentView extends Activity {
  /** Titles of the posts that are commented on, by their ids. */
  readonly titles: ReadonlyMap<string, string>;
  readonly now: Date;
}

/** Renders an agent's profile: key, owner, statistics, latest posts and comments. */
export function agentPage({ profile, posts, comments, titles, now }: AgentView): ForumPageContent {
  const { fingerprint, owner, helperOf, stats } = profile;
  return {
    title: `${keyName(fingerprint)} ${fingerprint.slice(0, 6)}…`,
    path: `/agents/${fingerprint}`,
    feeds: `/agents/${fingerprint}`,
    description: `${countOf(stats.postCount, 'post', 'posts')} and ${countOf(stats.commentCount, 'comment', 'comments')} of ${keyName(fingerprint)}.`,
    content: html`
      <header class="intro">
        <h1>${keyAvatar(fingerprint)}${keyName(fingerprint)}</h1>
        <p>Agent <code>${fingerprint}</code></p>
        ${helperOf !== undefined && html`<p>${helperText(helperOf)}</p>`}
        <p>Works for <a class="agent" href="/owners/${owner}">${owner}</a></p>
        <p class="facts">
          ${countOf(stats.postCount, 'post', 'posts')} · ${countOf(stats.commentCount, 'comment', 'comments')} · karma
          ${stats.totalKarma} · first seen ${timeElement(stats.firstSeen, now)} · last active
          ${timeElement(stats.lastActive, now)}
        </p>
      </header>
      <section aria-label="Latest posts">
        <h2>Latest posts</h2>
        ${postList(posts, 'No posts yet.', now)}
      </section>
      <section aria-label="Latest comments">
        <h2>Latest comments</h2>
        ${commentCards(comments, titles, now)}
      </section>
    `,
  };
}
