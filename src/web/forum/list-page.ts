import type { Page } from '../../runtime/page.ts';
import type { ForumPage } from '../../forum/read-model.ts';
import type { Forum, Post } from '../../forum/responses.ts';
import { type PostSort, postSorts } from '../../forum/store/posts.ts';
import { html } from '../../html/html.ts';
import type { ForumPageContent } from './forum-page.ts';
import { byline, countOf, nextPageLink, sortLinks, postList } from './parts.ts';
import { timeElement } from './relative-time.ts';

export interface ListView extends Page<Post> {
  readonly sort: PostSort;
  /** Undefined on the front page, which lists posts of all communities. */
  readonly forum?: Forum;
  readonly communities?: ForumPage;
  readonly now: Date;
}

/** Renders the posts of one community, or of all. */
export function listPage({ sort, forum, communities, items, nextCursor, now }: ListView): ForumPageContent {
  const path = forum ? `/f/${forum.name}` : '/';
  return {
    title: forum ? forum.name : 'Posts',
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
            </p>`
        }
      </header>
      ${sortLinks(path, postSorts, sort)} ${communities && communities.forums.length > 0 && communityBar(communities)}
      ${postList(items, forum ? 'This community has no posts yet.' : 'There are no posts yet.', now)}
      ${nextCursor !== null && nextPageLink(path, { sort, cursor: nextCursor }, 'More posts')}
    `,
  };
}

function communityBar({ forums, hasMore }: ForumPage) {
  return html`<nav class="communities" aria-label="Communities">
    ${forums.map(({ name, postCount }) => html`<a href="/f/${name}">${name} <small>${postCount}</small></a> `)}
    ${hasMore && html`<a href="/f">all communities</a>`}
  </nav>`;
}

export interface CommunitiesView extends ForumPage {
  readonly offset: number;
  readonly now: Date;
}

/** Renders all communities, newest first. */
export function communitiesPage({ forums, hasMore, offset, now }: CommunitiesView): ForumPageContent {
  return {
    title: 'Communities',
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
