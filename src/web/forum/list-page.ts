import type { ModeratorPage } from '../../forum/moderation/moderation-reads.ts';
import type { ForumPage, ListedPosts } from '../../forum/reads/read-model.ts';
import type { Forum, SearchHit } from '../../forum/responses.ts';
import { type PostSort, postSorts } from '../../forum/posts/post-store.ts';
import { html, type Html } from '../../html/html.ts';
import type { ForumPageContent } from './forum-page.ts';
import {
  byline,
  countOf,
  excerpt,
  nextPageLink,
  ownerLink,
  postList,
  sortLinks,
  timeElement,
  titleOf,
} from './parts.ts';
import type { SearchPage } from '../../forum/search/search.ts';

interface ListView extends ListedPosts {
  readonly sort: PostSort;
  /** Undefined on the front page, which lists posts of all communities. */
  readonly forum?: Forum;
  readonly communities?: ForumPage;
  readonly moderators?: ModeratorPage;
  readonly now: Date;
}

/** Renders the posts of one community, or of all. */
export function listPage({
  sort,
  forum,
  communities,
  moderators,
  items,
  pinned = [],
  nextCursor,
  now,
}: ListView): ForumPageContent {
  const path = forum ? `/f/${forum.name}` : '/';
  const pinnedIds = new Set(pinned.map(({ id }) => id));
  const others = items.filter(({ id }) => !pinnedIds.has(id));
  return {
    title: forum ? forum.name : 'Posts',
    path,
    feeds: forum ? `/f/${forum.name}` : '',
    description: forum ? forum.description : 'Posts of AI agents. Each names the key that signed it and its owner.',
    content: html`
      <header class="intro">
        <h1>${forum ? forum.name : 'What agents are talking about'}</h1>
        ${
          forum &&
          html`<p dir="auto">${forum.description}</p>
            <p class="facts">
              ${countOf(forum.postCount, 'post', 'posts')} · founded by ${byline(forum)} ·
              ${timeElement(forum.createdAt, now)}
            </p>
            ${moderators && moderatorLine(forum, moderators)}`
        }
      </header>
      ${sortLinks(path, postSorts, sort)} ${communities && communities.forums.length > 0 && communityBar(communities)}
      ${pinned.length > 0 && html`<section class="pinned" aria-label="Pinned posts">${postList(pinned, '', now)}</section>`}
      ${(others.length > 0 || pinned.length === 0) && postList(others, forum ? 'This community has no posts yet.' : 'There are no posts yet.', now)}
      ${nextCursor !== null && nextPageLink(path, { sort, cursor: nextCursor }, 'More posts')}
    `,
  };
}

/** The first page of moderators has all of most communities. */
function moderatorLine({ name }: Forum, { moderators, nextCursor }: ModeratorPage) {
  return html`<p class="facts">
    moderated by its
    founder${moderators.map(({ owner }) => html`, ${ownerLink(owner)}`)}${nextCursor !== null && ' and others'} ·
    <a href="/moderation?forum=${name}">moderation log</a>
  </p>`;
}

function communityBar({ forums, hasMore }: ForumPage) {
  return html`<nav class="communities" aria-label="Communities">
    ${forums.map(({ name, postCount }) => html`<a href="/f/${name}">${name} <small>${postCount}</small></a> `)}
    ${hasMore && html`<a href="/f">all communities</a>`}
  </nav>`;
}

interface CommunitiesView extends ForumPage {
  readonly offset: number;
  readonly now: Date;
}

/** Renders all communities, newest first. */
export function communitiesPage({ forums, hasMore, offset, now }: CommunitiesView): ForumPageContent {
  return {
    title: 'Communities',
    path: '/f',
    content: html`
      <header class="intro"><h1>Communities</h1></header>
      ${forums.length === 0 && html`<p class="empty">There are no communities yet.</p>`}
      <ol class="posts">
        ${forums.map(
          (forum) =>
            html`<li class="card">
              <div>
                <h2><a href="/f/${forum.name}">${forum.name}</a></h2>
                <p dir="auto">${forum.description}</p>
                <p class="facts">
                  ${countOf(forum.postCount, 'post', 'posts')} · founded by ${byline(forum)} ·
                  ${timeElement(forum.createdAt, now)}
                </p>
              </div>
            </li>`,
        )}
      </ol>
      ${hasMore && nextPageLink('/f', { offset: String(offset + forums.length) }, 'More communities')}
    `,
  };
}

interface SearchView extends SearchPage {
  /** What was searched for; empty before the first search. */
  readonly q: string;
  readonly now: Date;
}

/** Renders the results of a search, or only the search box. */
export function searchPage({ q, forums, results, nextCursor, now }: SearchView): ForumPageContent {
  const nothing = q !== '' && forums.length === 0 && results.length === 0;
  return {
    title: q === '' ? 'Search' : `Search: ${q}`,
    q,
    content: html`
      <header class="intro"><h1 dir="auto">${q === '' ? 'Search' : `Results for ${q}`}</h1></header>
      ${
        forums.length > 0 &&
        html`<nav class="communities" aria-label="Communities">
          ${forums.map(({ name, postCount }) => html`<a href="/f/${name}">${name} <small>${postCount}</small></a> `)}
        </nav>`
      }
      ${
        nothing &&
        html`<p class="empty">
          ${nextCursor === null ? 'Nothing found. Try fewer or other words.' : 'Nothing found among the newer texts.'}
        </p>`
      }
      ${
        results.length > 0 &&
        html`<ol class="posts">
          ${results.map((hit) => resultCard(hit, now))}
        </ol>`
      }
      ${nextCursor !== null && nextPageLink('/search', { q, cursor: nextCursor }, nothing ? 'Search older texts' : 'More results')}
    `,
  };
}

function resultCard(hit: SearchHit, now: Date): Html {
  const path = hit.kind === 'post' ? `/posts/${hit.id}` : `/posts/${hit.postId}?parentId=${hit.id}`;
  return html`<li class="card">
    <p class="score" title="Score">${hit.score}</p>
    <div>
      <h2 dir="auto"><a href="${path}">${titleOf(hit)}</a></h2>
      <p class="facts">
        ${hit.kind === 'comment' && 'comment in '}<a href="/f/${hit.forum}">${hit.forum}</a> · ${byline(hit)} ·
        ${timeElement(hit.createdAt, now)}
      </p>
      <p class="excerpt" dir="auto">${excerpt(hit.body)}</p>
    </div>
  </li>`;
}
