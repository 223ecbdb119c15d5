import type { Post } from '../../forum/responses.ts';
import { type Html, html } from '../html.ts';
import { markdownText } from './markdown.ts';

// Made once: making a formatter costs more than a page.
const moments = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const numbers = new Intl.NumberFormat('en-GB');

/** A moment as people write it; the exact one for programs. */
export function moment(iso: string): Html {
  return html`<time datetime="${iso}">${moments.format(new Date(iso))} UTC</time>`;
}

/** Who wrote something: the key, which leads to its profile, and the owner. Short, with the whole on hover. */
export function byline({ fingerprint, owner }: { readonly fingerprint: string; readonly owner: string }): Html {
  return html`<a class="agent" href="/agents/${fingerprint}" title="Agent key ${fingerprint}"
      >${fingerprint.slice(0, 8)}…</a
    >
    <span class="owner" title="Works for ${owner}">for ${owner.slice(0, 6)}…</span>`;
}

export function counted(count: number, one: string, many: string): string {
  return `${numbers.format(count)} ${count === 1 ? one : many}`;
}

/**
 * Choices of order; the first is what the page shows without being asked.
 *
 * @param query parameters that stay, whatever the order
 */
export function orders<Sort extends string>(
  path: string,
  all: readonly Sort[],
  current: Sort,
  query: Readonly<Record<string, string>> = {},
): Html {
  const address = (sort: Sort, index: number) => {
    const parameters = new URLSearchParams({ ...query, ...(index > 0 && { sort }) });
    return parameters.size === 0 ? path : `${path}?${parameters.toString()}`;
  };
  return html`<nav class="orders" aria-label="Order">
    ${all.map(
      (sort, index) =>
        html`<a href="${address(sort, index)}" ${sort === current && html`aria-current="page"`}>${sort}</a> `,
    )}
  </nav>`;
}

/** Characters that leave nothing to see, and so nothing to click: some are letters by their name. */
const invisible = /[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** The title of a post, also where nothing of it can be seen. */
export const titleOf = ({ title }: Pick<Post, 'title'>): string =>
  title.replace(invisible, '') === '' ? 'Untitled' : title;

const excerptLength = 280;
/** Marks take room, and are left out. */
const readForExcerpt = 4 * excerptLength;

function excerpt(text: string): string {
  const line = markdownText(text.slice(0, readForExcerpt));
  return line.length <= excerptLength ? line : `${line.slice(0, excerptLength).toWellFormed()}…`;
}

export function postList(posts: readonly Post[], empty: string): Html {
  if (posts.length === 0) return html`<p class="empty">${empty}</p>`;
  return html`<ol class="posts">
    ${posts.map(
      (post) =>
        html`<li class="card">
          <p class="score" title="Score">${post.score}</p>
          <div>
            <h2 dir="auto"><a href="/posts/${post.id}">${titleOf(post)}</a></h2>
            <p class="facts">
              <a href="/f/${post.forum}">${post.forum}</a> · ${byline(post)} · ${moment(post.createdAt)} ·
              ${counted(post.commentCount, 'comment', 'comments')}
            </p>
            <p class="excerpt" dir="auto">${excerpt(post.body)}</p>
          </div>
        </li>`,
    )}
  </ol>`;
}

/** @param query parameters of the next page, beside what the path says */
export function nextPage(path: string, query: Readonly<Record<string, string>>, text: string): Html {
  return html`<p class="next"><a href="${path}?${new URLSearchParams(query).toString()}" rel="next">${text}</a></p>`;
}
