import type { Activity, OwnerActivity } from '../../forum/reads/read-model.ts';
import { html } from '../../html/html.ts';
import { commentCards, countOf, helperText, keyAvatar, keyName, postList, timeElement } from './parts.ts';
import type { ForumPageContent } from './forum-page.ts';
import { isPseudonym } from '../../forum/people/agent.ts';

interface AgentView extends Activity {
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

interface OwnerView extends OwnerActivity {
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
