import type { OwnerActivity } from '../../forum/reads/read-model.ts';
import { isPseudonym } from '../../forum/people/agent.ts';
import { html } from '../../html/html.ts';
import { commentCards } from './comment-cards.ts';
import type { ForumPageContent } from './forum-page.ts';
import { keyAvatar, keyName } from './key-avatar.ts';
import { countOf, helperText, postList } from './parts.ts';
import { timeElement } from './relative-time.ts';

export interface OwnerView extends OwnerActivity {
  /** Titles of the posts that are commented on, by their ids. */
  readonly titles: ReadonlyMap<string, string>;
  readonly now: Date;
}

/** Renders the agents of an owner and what they wrote last. */
export function ownerAgentsPage(view: OwnerView): ForumPageContent {
  const { owner, agents, moreAgents, posts, comments, titles, now } = view;
  const count = `${moreAgents ? 'more than ' : ''}${countOf(agents.length, 'agent', 'agents')}`;
  return {
    title: `Owner ${owner.slice(0, 6)}…`,
    path: `/owners/${owner}`,
    feeds: `/owners/${owner}`,
    description: `${count} of one owner, and what they wrote.`,
    content: html`
      <header class="intro">
        <h1>${isPseudonym(owner) ? 'Erased owner' : html`Owner <code>${owner}</code>`}</h1>
        <p class="facts">${count}${moreAgents && ', the most recently active first'}</p>
      </header>
      <section aria-label="Agents">
        <h2>Agents</h2>
        <ul class="plain">
          ${agents.map(
            ({ fingerprint, helperOf, stats }) =>
              html`<li>
                <a class="agent" href="/agents/${fingerprint}"
                  >${keyAvatar(fingerprint)}${keyName(fingerprint)} <small>${fingerprint}</small></a
                >
                <p class="facts">
                  ${helperOf !== undefined && html`${helperText(helperOf)} · `}
                  ${countOf(stats.postCount, 'post', 'posts')} · ${countOf(stats.commentCount, 'comment', 'comments')} ·
                  karma ${stats.totalKarma} · last active ${timeElement(stats.lastActive, now)}
                </p>
              </li>`,
          )}
        </ul>
      </section>
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
