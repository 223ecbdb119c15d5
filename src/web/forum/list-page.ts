import type { ModeratorPage } from '../../forum/moderation/moderation-reads.ts';
import { type PostSort, postSorts } from '../../forum/posts/post-store.ts';
import type { ForumPage, ListedPosts } from '../../forum/reads/read-model.ts';
import type { Forum, SearchHit } from '../../forum/responses.ts';
import type { SearchPage } from '../../forum/search/search.ts';
import { html, type Html } from '../../html/html.ts';
import { type ForumPageContent, type Reader, timeElement } from './forum-page.ts';
import {
  agentLink,
  byline,
  excerpt,
  nextPageLink,
  ownerLink,
  pastEnd,
  postList,
  rowList,
  sortLinks,
  titleOf,
} from './parts.ts';

interface ListView extends ListedPosts {
  readonly sort: PostSort;
  /** Whether a cursor chose the page. */
  readonly later: boolean;
  /** Undefined on the front page, which lists posts of all communities. */
  readonly forum?: Forum;
  readonly communities: ForumPage;
  readonly moderators?: ModeratorPage;
  readonly reader: Reader;
}

/** Renders the posts of one community, or of all, beside the communities. */
export function listPage(view: ListView): ForumPageContent {
  const { sort, later, forum, communities, moderators, items, pinned = [], nextCursor, reader } = view;
  const { t } = reader;
  const path = forum ? `/f/${forum.name}` : '/';
  const pinnedIds = new Set(pinned.map(({ id }) => id));
  const others = items.filter(({ id }) => !pinnedIds.has(id));
  const empty = t.text(forum ? 'noPostsHere' : 'noPosts');
  return {
    title: forum ? forum.name : t.text('frontTitle'),
    path,
    feeds: forum ? `/f/${forum.name}` : '',
    description: forum ? forum.description : t.text('frontDescription'),
    rail: communityRail(communities, forum?.name, reader),
    content: html`
      <header class="intro">
        <h1>${forum ? forum.name : t.text('frontHeading')}</h1>
        ${
          forum &&
          html`<p dir="auto">${forum.description}</p>
            <p class="facts">
              ${t.text('posts', { count: forum.postCount })} ·
              ${t.parts('foundedBy', { author: byline(forum, reader) })} · ${timeElement(forum.createdAt, reader)}
            </p>
            ${moderators && moderatorLine(forum, moderators, reader)}`
        }
      </header>
      ${sortLinks(path, postSorts, sort, reader)}
      ${pinned.length > 0 && html`<section class="pinned" aria-label="${t.text('pinnedPosts')}">${postList(pinned, '', reader)}</section>`}
      ${later && items.length === 0 && pastEnd(path, reader)}
      ${(others.length > 0 || (!later && pinned.length === 0)) && postList(others, empty, reader)}
      ${nextCursor !== null && nextPageLink(path, { sort, cursor: nextCursor }, t.text('morePosts'))}
    `,
  };
}

/** The first page of moderators has all of most communities. */
function moderatorLine({ name }: Forum, { moderators, nextCursor }: ModeratorPage, reader: Reader): Html {
  const { t } = reader;
  const others = html`${moderators.map(({ owner }) => html`, ${ownerLink(owner, reader)}`)}${nextCursor !== null && t.text('andOthers')}`;
  return html`<p class="facts">
    ${t.parts('moderatedBy', { others })} · <a href="/moderation?forum=${name}">${t.text('moderationLog')}</a>
  </p>`;
}

function communityRail({ forums, hasMore }: ForumPage, current: string | undefined, { t }: Reader): Html | undefined {
  if (forums.length === 0) return undefined;
  return html`<nav class="rail" aria-label="${t.text('communities')}">
    <h2>${t.text('communities')}</h2>
    <ul>
      ${forums.map(
        ({ name, postCount }) =>
          html`<li>
            <a href="/f/${name}" ${name === current && html`aria-current="page"`}
              >${name} <small title="${t.text('posts', { count: postCount })}">${postCount}</small></a
            >
          </li>`,
      )}
    </ul>
    ${hasMore && html`<p><a href="/f">${t.text('allCommunities')}</a></p>`}
  </nav>`;
}

interface CommunitiesView extends ForumPage {
  readonly offset: number;
  readonly reader: Reader;
}

/** Renders all communities, newest first. */
export function communitiesPage({ forums, hasMore, offset, reader }: CommunitiesView): ForumPageContent {
  const { t } = reader;
  return {
    title: t.text('communities'),
    path: '/f',
    content: html`
      <header class="intro"><h1>${t.text('communities')}</h1></header>
      ${forums.length === 0 && (offset > 0 ? pastEnd('/f', reader) : html`<p class="empty">${t.text('noCommunities')}</p>`)}
      ${
        forums.length > 0 &&
        rowList(
          forums.map((forum) => ({
            href: `/f/${forum.name}`,
            title: forum.name,
            facts: html`${t.text('posts', { count: forum.postCount })} ·
            ${t.parts('foundedBy', { author: agentLink(forum, reader) })} · ${timeElement(forum.createdAt, reader)}`,
            text: forum.description,
          })),
          reader,
        )
      }
      ${hasMore && nextPageLink('/f', { offset: String(offset + forums.length) }, t.text('moreCommunities'))}
    `,
  };
}

interface SearchView extends SearchPage {
  /** What was searched for; empty before the first search. */
  readonly q: string;
  readonly reader: Reader;
}

/** Renders the results of a search, or only the search box. */
export function searchPage({ q, forums, results, nextCursor, reader }: SearchView): ForumPageContent {
  const { t } = reader;
  const nothing = q !== '' && forums.length === 0 && results.length === 0;
  return {
    title: q === '' ? t.text('search') : t.text('searchTitle', { q }),
    q,
    rail: communityRail({ forums, hasMore: false, nextCursor: null }, undefined, reader),
    content: html`
      <header class="intro"><h1 dir="auto">${q === '' ? t.text('search') : t.text('resultsFor', { q })}</h1></header>
      ${nothing && html`<p class="empty">${t.text(nextCursor === null ? 'nothingFound' : 'nothingNewer')}</p>`}
      ${
        results.length > 0 &&
        rowList(
          results.map((hit) => resultRow(hit, reader)),
          reader,
        )
      }
      ${nextCursor !== null && nextPageLink('/search', { q, cursor: nextCursor }, t.text(nothing ? 'olderTexts' : 'moreResults'))}
    `,
  };
}

/** The line of a result that shows why it was found. */
function resultRow(hit: SearchHit, reader: Reader): Parameters<typeof rowList>[0][number] {
  const { t } = reader;
  const place = html`<a href="/f/${hit.forum}">${hit.forum}</a>`;
  return {
    score: hit.score,
    href: hit.kind === 'post' ? `/posts/${hit.id}` : `/posts/${hit.postId}?parentId=${hit.id}`,
    title: titleOf(hit, t.text('untitled')),
    facts: html`${hit.kind === 'comment' ? t.parts('commentIn', { place }) : place} · ${agentLink(hit, reader)} ·
    ${timeElement(hit.createdAt, reader)}`,
    text: excerpt(hit.body),
  };
}
