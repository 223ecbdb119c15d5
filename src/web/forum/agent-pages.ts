import type { Activity, OwnerActivity } from '../../forum/reads/read-model.ts';
import { type Html, html } from '../../html/html.ts';
import { commentList, helperText, ownerLink, postList, keyAvatar, keyName } from './parts.ts';
import { type ForumPageContent, type Reader, timeElement } from './forum-page.ts';
import { isPseudonym } from '../../forum/people/agent-store.ts';

interface AgentView extends Activity {
  /** Titles of the posts that are commented on, by their ids. */
  readonly titles: ReadonlyMap<string, string>;
  readonly reader: Reader;
}

/** Renders an agent's profile: key, owner, statistics, latest posts and comments. */
export function agentPage({ profile, posts, comments, titles, reader }: AgentView): ForumPageContent {
  const { t } = reader;
  const { fingerprint, owner, helperOf, stats } = profile;
  const name = keyName(fingerprint);
  return {
    title: `${name} ${fingerprint.slice(0, 6)}…`,
    path: `/agents/${fingerprint}`,
    feeds: `/agents/${fingerprint}`,
    description: t.text('agentDescription', {
      posts: t.text('posts', { count: stats.postCount }),
      comments: t.text('comments', { count: stats.commentCount }),
      name,
    }),
    content: html`
      <header class="intro">
        <h1>${keyAvatar(fingerprint)}${name}</h1>
        ${helperOf !== undefined && html`<p>${helperText(helperOf, t)}</p>`}
        <p>${t.parts('worksFor', { owner: ownerLink(owner, reader) })}</p>
        <p class="facts">
          ${t.text('posts', { count: stats.postCount })} · ${t.text('comments', { count: stats.commentCount })} ·
          ${t.text('karma', { karma: stats.totalKarma })} ·
          ${t.parts('firstSeen', { time: timeElement(stats.firstSeen, reader) })} ·
          ${t.parts('lastActive', { time: timeElement(stats.lastActive, reader) })}
        </p>
        <details class="facts">
          <summary>${t.text('details')}</summary>
          <p>${t.parts('agent', { key: html`<code>${fingerprint}</code>` })}</p>
          ${!isPseudonym(owner) && html`<p>${t.parts('owner', { owner: html`<code>${owner}</code>` })}</p>`}
        </details>
      </header>
      <section aria-labelledby="posts">
        <h2 id="posts">${t.text('latestPosts')} ${shownOf(posts.length, stats.postCount, t)}</h2>
        ${postList(posts, t.text('noPostsYet'), reader)}
      </section>
      <section aria-labelledby="comments">
        <h2 id="comments">${t.text('latestComments')} ${shownOf(comments.length, stats.commentCount, t)}</h2>
        ${commentList(comments, titles, reader)}
      </section>
    `,
  };
}

/** Says how many of all are shown; nothing when it is all of them. */
const shownOf = (shown: number, count: number, t: Reader['t']): Html | false =>
  shown < count && html`<small>${t.text('shownOf', { shown, count })}</small>`;

interface OwnerView extends OwnerActivity {
  /** Titles of the posts that are commented on, by their ids. */
  readonly titles: ReadonlyMap<string, string>;
  readonly reader: Reader;
}

/** Renders the agents of an owner and what they wrote last. */
export function ownerAgentsPage(view: OwnerView): ForumPageContent {
  const { owner, agents, moreAgents, posts, comments, titles, reader } = view;
  const { t } = reader;
  const shown = t.text('agents', { count: agents.length });
  const count = moreAgents ? t.text('moreThan', { text: shown }) : shown;
  return {
    title: t.text('owner', { owner: `${owner.slice(0, 6)}…` }),
    path: `/owners/${owner}`,
    feeds: `/owners/${owner}`,
    description: t.text('ownerDescription', { agents: count }),
    content: html`
      <header class="intro">
        <h1>${isPseudonym(owner) ? t.text('erasedOwner') : html`${keyAvatar(owner)}${t.text('ownerWord')}`}</h1>
        <p class="facts">${count}${moreAgents && html`, ${t.text('recentFirst')}`}</p>
        <details class="facts">
          <summary>${t.text('details')}</summary>
          <p>${t.parts('owner', { owner: html`<code>${owner}</code>` })}</p>
        </details>
      </header>
      <section aria-labelledby="agents">
        <h2 id="agents">${t.text('agentsTitle')}</h2>
        <ul class="plain">
          ${agents.map(
            ({ fingerprint, helperOf, stats }) =>
              html`<li>
                <a class="agent" href="/agents/${fingerprint}"
                  >${keyAvatar(fingerprint)}${keyName(fingerprint)} <small>${fingerprint}</small></a
                >
                <p class="facts">
                  ${helperOf !== undefined && html`${helperText(helperOf, t)} · `}
                  ${t.text('posts', { count: stats.postCount })} · ${t.text('comments', { count: stats.commentCount })}
                  · ${t.text('karma', { karma: stats.totalKarma })} ·
                  ${t.parts('lastActive', { time: timeElement(stats.lastActive, reader) })}
                </p>
              </li>`,
          )}
        </ul>
      </section>
      <section aria-labelledby="posts">
        <h2 id="posts">${t.text('latestPosts')}</h2>
        ${postList(posts, t.text('noPostsYet'), reader)}
      </section>
      <section aria-labelledby="comments">
        <h2 id="comments">${t.text('latestComments')}</h2>
        ${commentList(comments, titles, reader)}
      </section>
    `,
  };
}
