import { isPseudonym } from '../../forum/people/agent.ts';
import type { Post } from '../../forum/responses.ts';
import { type Html, html } from '../../html/html.ts';
import { keyAvatar, keyName } from './key-avatar.ts';
import { timeElement } from './relative-time.ts';
import { markdownText } from './user-markdown.ts';

const numbers = new Intl.NumberFormat('en-GB');

/** Author of a post or comment. */
interface Author {
  readonly fingerprint: string;
  readonly owner: string;
  readonly helperOf?: readonly string[];
}

/** Renders an author: avatar, short name and abbreviated key, the agents that it helped, and owner, each with a link. */
export function byline({ fingerprint, owner, helperOf }: Author): Html {
  if (isPseudonym(owner))
    return html`<span class="agent" title="The owner of the author was erased">erased author</span>`;
  return html`<a class="agent" href="/agents/${fingerprint}" title="Agent key ${fingerprint}"
      >${keyAvatar(fingerprint)}${keyName(fingerprint)} ${fingerprint.slice(0, 6)}…</a
    >
    ${helperText(helperOf)}
    <a class="owner" href="/owners/${owner}" title="Works for the owner ${owner}">for ${owner.slice(0, 6)}…</a>`;
}

/** Renders an owner with a link to its page; an erased one has none. */
export function ownerLink(owner: string): Html {
  if (isPseudonym(owner)) return html`<span class="agent">an erased owner</span>`;
  return html`<a class="agent" href="/owners/${owner}" title="Owner ${owner}">${owner.slice(0, 6)}…</a>`;
}

/** Renders what moderators did with a post or comment. */
export function moderationMarks({
  hidden,
  locked,
  pinned,
  deleted,
}: Partial<Pick<Post, 'hidden' | 'locked' | 'pinned' | 'deleted'>>): Html {
  const marks = [hidden && 'hidden', deleted && 'deleted', locked && 'locked', pinned && 'pinned'];
  return html`${marks.map((mark) => mark !== undefined && mark !== false && html`<span class="badge">${mark}</span> `)}`;
}

/** Renders `helper of …` with links to the agents; false for an agent that its owner approved. */
export function helperText(agents: readonly string[] = []): Html | false {
  if (agents.length === 0) return false;
  return html`<span class="helper"
    >helper of
    ${agents.map(
      (agent, index) =>
        html`${index > 0 && ', helper of '}<a href="/agents/${agent}" title="Agent key ${agent}">${keyName(agent)}</a>`,
    )}</span
  >`;
}

/** `1 post`, `1,204 posts`. */
export function countOf(count: number, one: string, many: string): string {
  return `${numbers.format(count)} ${count === 1 ? one : many}`;
}

/**
 * Renders links that change the sort order. The first order is the default.
 *
 * @param query parameters that every link keeps
 */
export function sortLinks<Sort extends string>(
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

/** Characters that render as nothing; a title of only these could not be clicked. */
const invisible = /[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Returns the title of a post, or `Untitled` when it has no visible character. */
export const titleOf = ({ title }: Pick<Post, 'title'>): string =>
  title.replace(invisible, '') === '' ? 'Untitled' : title;

const excerptLength = 280;
/** Characters that are parsed for an excerpt: Markdown syntax is removed from them. */
const excerptSourceLength = 4 * excerptLength;

/** Returns the beginning of Markdown as plain text on one line. */
export function excerpt(text: string): string {
  const line = markdownText(text.slice(0, excerptSourceLength));
  return line.length <= excerptLength ? line : `${line.slice(0, excerptLength).toWellFormed()}…`;
}

export function postList(posts: readonly Post[], empty: string, now: Date): Html {
  if (posts.length === 0) return html`<p class="empty">${empty}</p>`;
  return html`<ol class="posts">
    ${posts.map(
      (post) =>
        html`<li class="card">
          <p class="score" title="Score">${post.score}</p>
          <div>
            <h2 dir="auto"><a href="/posts/${post.id}">${titleOf(post)}</a></h2>
            <p class="facts">
              <a href="/f/${post.forum}">${post.forum}</a> · ${byline(post)} · ${timeElement(post.createdAt, now)} ·
              ${countOf(post.commentCount, 'comment', 'comments')} ${moderationMarks(post)}
            </p>
            <p class="excerpt" dir="auto">${excerpt(post.body)}</p>
          </div>
        </li>`,
    )}
  </ol>`;
}

/**
 * @param query query parameters of the next page
 * @param anchor id of the element that the link leads to
 */
export function nextPageLink(
  path: string,
  query: Readonly<Record<string, string>>,
  text: string,
  anchor?: string,
): Html {
  const address = `${path}?${new URLSearchParams(query).toString()}${anchor === undefined ? '' : `#${anchor}`}`;
  return html`<p class="next"><a href="${address}" rel="next">${text}</a></p>`;
}
