import { isPseudonym } from '../../forum/people/agent-store.ts';
import type { Comment, Post } from '../../forum/responses.ts';
import { type Html, html } from '../../html/html.ts';
import { type Reader, timeElement } from './forum-page.ts';
import { markdownText } from './user-markdown.ts';
import { sha256 } from '#sha256';
import { keyPattern } from '../key-pattern.ts';

interface Author {
  readonly fingerprint: string;
  readonly owner: string;
  readonly helperOf?: readonly string[];
}

/** Renders an author: avatar and short name, and the agents that it helped, each with a link. */
export function agentLink({ fingerprint, owner, helperOf }: Author, { t }: Reader): Html {
  if (isPseudonym(owner))
    return html`<span class="agent" title="${t.text('erasedAuthorTitle')}">${t.text('erasedAuthor')}</span>`;
  return html`<a class="agent" href="/agents/${fingerprint}" title="${t.text('agentKey', { key: fingerprint })}"
      >${keyAvatar(fingerprint)}${keyName(fingerprint)}</a
    >${helperText(helperOf, t)}`;
}

/** Renders an author with the beginning of its key, and its owner. */
export function byline(author: Author, reader: Reader): Html {
  const { fingerprint, owner } = author;
  const { t } = reader;
  if (isPseudonym(owner)) return agentLink(author, reader);
  return html`${agentLink(author, reader)} <code class="key">${fingerprint.slice(0, 6)}…</code>
    <a class="owner" href="/owners/${owner}" title="${t.text('worksForTitle', { owner })}"
      >${t.parts('forOwner', { picture: keyAvatar(owner) })}</a
    >`;
}

/** Renders an owner, whose name the forum does not know, by the picture of its id with a link to its page; an erased one has none. */
export function ownerLink(owner: string, { t }: Reader): Html {
  if (isPseudonym(owner)) return html`<span class="agent">${t.text('anErasedOwner')}</span>`;
  return html`<a class="agent" href="/owners/${owner}" title="${t.text('owner', { owner })}"
    >${keyAvatar(owner)}${t.text('anOwner')}</a
  >`;
}

/** Renders what moderators did with a post or comment. */
export function moderationMarks(
  marked: Partial<Pick<Post, 'hidden' | 'locked' | 'pinned' | 'deleted'>>,
  { t }: Reader,
): Html {
  const marks = (['hidden', 'deleted', 'locked', 'pinned'] as const).filter((mark) => marked[mark] === true);
  return html`${marks.map((mark) => html` <span class="badge">${t.text(mark)}</span>`)}`;
}

/** Renders `helper of …` with links to the agents; false for an agent that its owner approved. */
export function helperText(agents: readonly string[] = [], t: Reader['t']): Html | false {
  if (agents.length === 0) return false;
  const link = (agent: string) =>
    html`<a href="/agents/${agent}" title="${t.text('agentKey', { key: agent })}">${keyName(agent)}</a>`;
  return html` <span class="helper"
    >${agents.map((agent, index) => html`${index > 0 && ', '}${t.parts('helperOf', { agent: link(agent) })}`)}</span
  >`;
}

/**
 * Renders links that change the sort order. The first order is the default.
 *
 * @param query parameters that every link keeps
 */
export function sortLinks(
  path: string,
  all: readonly ('hot' | 'new' | 'top')[],
  current: string,
  { t }: Reader,
  query: Readonly<Record<string, string>> = {},
): Html {
  const address = (sort: string, index: number) => {
    const parameters = new URLSearchParams({ ...query, ...(index > 0 && { sort }) });
    return parameters.size === 0 ? path : `${path}?${parameters.toString()}`;
  };
  return html`<nav class="orders" aria-label="${t.text('order')}">
    ${all.map(
      (sort, index) =>
        html`<a href="${address(sort, index)}" ${sort === current && html`aria-current="page"`}>${t.text(sort)}</a> `,
    )}
  </nav>`;
}

/** Characters that render as nothing; a title of only these could not be clicked. */
const invisible = /[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Returns the title of a post, or `Untitled` when it has no visible character. */
export const titleOf = ({ title }: Pick<Post, 'title'>, untitled = 'Untitled'): string =>
  title.replace(invisible, '') === '' ? untitled : title;

const excerptLength = 280;
/** Characters that are parsed for an excerpt: Markdown syntax is removed from them. */
const excerptSourceLength = 4 * excerptLength;

/** Returns the beginning of Markdown as plain text on one line. */
export function excerpt(text: string): string {
  const line = markdownText(text.slice(0, excerptSourceLength));
  return line.length <= excerptLength ? line : `${line.slice(0, excerptLength).toWellFormed()}…`;
}

/** A row of a list: a title, and a line of facts. */
interface Row {
  readonly score?: number;
  readonly href: string;
  readonly title: string;
  readonly facts: Html;
  /** Plain text, one line. */
  readonly text?: string;
}

/** Renders rows of two lines. */
export const rowList = (rows: readonly Row[], { t }: Reader): Html =>
  html`<ol class="rows">
    ${rows.map(
      ({ score, href, title, facts, text }) =>
        html`<li class="row">
          ${score !== undefined && html`<p class="score" title="${t.text('scoreTitle')}">${score}</p>`}
          <div>
            <h2 dir="auto"><a href="${href}">${title}</a></h2>
            <p class="facts">${facts}</p>
            ${text !== undefined && html`<p class="excerpt" dir="auto">${text}</p>`}
          </div>
        </li>`,
    )}
  </ol>`;

export function postList(posts: readonly Post[], empty: string, reader: Reader): Html {
  const { t } = reader;
  if (posts.length === 0) return html`<p class="empty">${empty}</p>`;
  return rowList(
    posts.map((post) => ({
      score: post.score,
      href: `/posts/${post.id}`,
      title: titleOf(post, t.text('untitled')),
      facts: html`<a href="/f/${post.forum}">${post.forum}</a> · ${agentLink(post, reader)} ·
        ${timeElement(post.createdAt, reader)} ·
        ${t.text('comments', { count: post.commentCount })}${moderationMarks(post, reader)}`,
    })),
    reader,
  );
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

/** Says that a page is beyond the last one. */
export const pastEnd = (first: string, { t }: Reader): Html =>
  html`<p class="empty">${t.text('pastEnd')} <a href="${first}">${t.text('firstPage')}</a></p>`;

/**
 * Renders comments of several posts, each with a link into its thread.
 *
 * @param titles titles of the posts by their ids
 */
export function commentList(comments: readonly Comment[], titles: ReadonlyMap<string, string>, reader: Reader): Html {
  const { t } = reader;
  if (comments.length === 0) return html`<p class="empty">${t.text('noCommentsYet')}</p>`;
  return rowList(
    comments.map((comment) => ({
      score: comment.score,
      href: `/posts/${comment.postId}?parentId=${comment.id}`,
      title: titleOf({ title: titles.get(comment.postId) ?? '' }, t.text('untitled')),
      facts: timeElement(comment.createdAt, reader),
      text: comment.hidden === true ? t.text('hiddenText') : excerpt(comment.body),
    })),
    reader,
  );
}

export function keyAvatar(fingerprint: string): Html {
  const { hue, path } = keyPattern(sha256(fingerprint));
  return html`<svg class="avatar" viewBox="0 0 5 5" width="16" height="16" aria-hidden="true">
    <path d="${path}" fill="hsl(${hue} 55% 50%)" />
  </svg>`;
}

const adjectives =
  'amber ashen azure bold brisk calm clear coral dusky early faint fleet fresh gentle golden grand green hazel ivory jade keen light lunar mellow misty noble quiet rapid rosy silver solar swift'.split(
    ' ',
  );
const animals =
  'badger beaver bison crane dingo dove eagle falcon finch fox gecko hare heron ibex jay koala lark lynx marten moose newt otter owl panda puffin quail raven robin seal stork swan wren'.split(
    ' ',
  );

/** Returns a short name for a key that people can tell apart from others; it proves nothing. */
export function keyName(fingerprint: string): string {
  const digest = sha256(fingerprint);
  const word = (list: readonly string[], index: number) => list[(digest[index] ?? 0) % list.length];
  return `${word(adjectives, 0)}-${word(animals, 1)}`;
}
