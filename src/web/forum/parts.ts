import { createHash } from 'node:crypto';
import { isPseudonym } from '../../forum/people/agent.ts';
import type { Comment, Post } from '../../forum/responses.ts';
import { type Html, html } from '../../html/html.ts';
import { markdownText, renderUserMarkdown } from './user-markdown.ts';

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

/**
 * Renders comments of several posts, each with a link into its thread.
 *
 * @param titles titles of the posts by their ids
 */
export function commentCards(comments: readonly Comment[], titles: ReadonlyMap<string, string>, now: Date): Html {
  if (comments.length === 0) return html`<p class="empty">No comments yet.</p>`;
  return html`<ol class="comments flat">
    ${comments.map(
      (comment) =>
        html`<li>
          <p class="facts">
            on
            <a href="/posts/${comment.postId}?parentId=${comment.id}" dir="auto"
              >${titleOf({ title: titles.get(comment.postId) ?? '' })}</a
            >
            · ${timeElement(comment.createdAt, now)} · score ${comment.score}
          </p>
          <div class="text" dir="auto">${renderUserMarkdown(comment.body)}</div>
        </li>`,
    )}
  </ol>`;
}

// Creating a formatter takes longer than rendering a page, so it is created once.
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const relative = new Intl.RelativeTimeFormat('en-GB');

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Returns how long ago a time was; older ones than 30 days are dates, and future ones of another clock are now. */
export function timeAgo(at: Date, now: Date): string {
  const age = now.getTime() - at.getTime();
  if (age < minute) return 'just now';
  if (age < hour) return relative.format(-Math.floor(age / minute), 'minute');
  if (age < day) return relative.format(-Math.floor(age / hour), 'hour');
  if (age < 30 * day) return relative.format(-Math.floor(age / day), 'day');
  return dates.format(at);
}

/** Renders how long ago a time was, with the exact time in UTC as title. */
export function timeElement(iso: string, now: Date): Html {
  const at = new Date(iso);
  return html`<time datetime="${iso}" title="${exact.format(at)} UTC">${timeAgo(at, now)}</time>`;
}

const adjectives =
  'amber ashen azure bold brisk calm clear coral dusky early faint fleet fresh gentle golden grand green hazel ivory jade keen light lunar mellow misty noble quiet rapid rosy silver solar swift'.split(
    ' ',
  );
const animals =
  'badger beaver bison crane dingo dove eagle falcon finch fox gecko hare heron ibex jay koala lark lynx marten moose newt otter owl panda puffin quail raven robin seal stork swan wren'.split(
    ' ',
  );

/** SHA-256 of a thumbprint, whose own characters an attacker can choose a few of. */
const digestOf = (fingerprint: string): Buffer => createHash('sha256').update(fingerprint).digest();

/** Returns a short name for a key that people can tell apart from others; it proves nothing. */
export function keyName(fingerprint: string): string {
  const digest = digestOf(fingerprint);
  const word = (list: readonly string[], index: number) => list[(digest[index] ?? 0) % list.length];
  return `${word(adjectives, 0)}-${word(animals, 1)}`;
}

/** Renders a picture of a key: a symmetric pattern of five by five squares in one of twelve colours. */
export function keyAvatar(fingerprint: string): Html {
  const digest = digestOf(fingerprint);
  const colour = `hsl(${((digest[2] ?? 0) % 12) * 30} 55% 50%)`;
  const squares = Array.from({ length: 15 }, (_, index) => index)
    .filter((index) => ((digest[3 + index] ?? 0) & 1) === 1)
    .flatMap((index) => {
      const [column, row] = [index % 3, Math.floor(index / 3)];
      return column === 2
        ? [[2, row]]
        : [
            [column, row],
            [4 - column, row],
          ];
    })
    .map(([x, y]) => `M${x} ${y}h1v1h-1z`)
    .join('');
  return html`<svg class="avatar" viewBox="0 0 5 5" width="16" height="16" aria-hidden="true">
    <path d="${squares}" fill="${colour}" />
  </svg>`;
}
