import type { SearchPage } from '../../forum/search/search.ts';
import type { SearchHit } from '../../forum/responses.ts';
import { type Html, html } from '../../html/html.ts';
import type { ForumPageContent } from './forum-page.ts';
import { byline, excerpt, nextPageLink, titleOf } from './parts.ts';
import { timeElement } from './relative-time.ts';

export interface SearchView extends SearchPage {
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
