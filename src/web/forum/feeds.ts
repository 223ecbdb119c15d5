import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { matchesEntityTag } from '../../runtime/http/encoded-content.ts';
import type { ForumReadModel } from '../../forum/reads/read-model.ts';
import type { ForumSite } from './forum-page.ts';
import { fingerprintIn, forumNameIn, ownerIn, pagePolicy } from './page-responses.ts';
import type { Comment, Post } from '../../forum/responses.ts';
import { titleOf, keyName } from './parts.ts';
import { isPseudonym } from '../../forum/people/agent-store.ts';
import { isolatedText } from '../../protocol/terminal-text.ts';
import { renderUserMarkdown } from './user-markdown.ts';
import { html, type Html } from '../../html/html.ts';

const formats = [
  { extension: 'atom', type: 'application/atom+xml; charset=utf-8', render: atomFeed },
  { extension: 'json', type: 'application/feed+json; charset=utf-8', render: jsonFeed },
] as const;

/** Registers an Atom feed and a JSON Feed for the front page, communities, agents and owners. */
export function registerFeeds(
  pages: FastifyInstance,
  reading: ForumReadModel,
  { baseUrl }: ForumSite,
  sendNotFound: (reply: FastifyReply) => FastifyReply,
): void {
  for (const [path, read] of createFeeds(reading, baseUrl)) {
    for (const { extension, type, render } of formats) {
      pages.get(`${path}/feed.${extension}`, async ({ params, headers }, reply) => {
        const feed = await read(params);
        if (feed === undefined) return sendNotFound(reply);
        const document = render(baseUrl, feed);
        // Weak: the same document has several content codings.
        const etag = `W/"${createHash('sha256').update(document).digest('base64url')}"`;
        reply.headers({
          etag,
          'cache-control': 'public, max-age=60',
          'content-security-policy': pagePolicy(baseUrl),
        });
        if (matchesEntityTag(etag, headers['if-none-match'])) return reply.code(304).send();
        return reply.type(type).send(document);
      });
    }
  }
}

/** Time of a front page without posts. */
const never = new Date(0).toISOString();

/** Reads a feed by the parameters of its path. Returns undefined for invalid ones. */
type ReadFeed = (params: unknown) => Promise<Feed | undefined>;

/** Returns the feeds of the forum by the path of their page: newest posts, and the comments of an agent or owner. */
function createFeeds(reading: ForumReadModel, baseUrl: string): ReadonlyMap<string, ReadFeed> {
  const postsOf = async (forum?: string) => {
    const { items } = await reading.listPosts({ forum, sort: 'new', limit: feedLength });
    return items.map((post) => postEntry(baseUrl, post));
  };
  const entriesOf = async (posts: readonly Post[], comments: readonly Comment[]) => {
    const present = comments.filter(({ deleted }) => deleted !== true);
    const titles = await reading.listPostTitles(present.map(({ postId }) => postId));
    return [
      ...posts.map((post) => postEntry(baseUrl, post)),
      ...present.map((comment) => commentEntry(baseUrl, comment, titles.get(comment.postId))),
    ];
  };

  return new Map<string, ReadFeed>([
    ['', async () => createFeed({ title: 'Forum', path: '/', entries: await postsOf() }, never)],
    [
      '/f/:name',
      async (params) => {
        const name = forumNameIn(params);
        if (name === undefined) return undefined;
        const { createdAt } = await reading.getForum(name);
        return createFeed({ title: `Forum: ${name}`, path: `/f/${name}`, entries: await postsOf(name) }, createdAt);
      },
    ],
    [
      '/agents/:fingerprint',
      async (params) => {
        const fingerprint = fingerprintIn(params);
        if (fingerprint === undefined) return undefined;
        const { profile, posts, comments } = await reading.getAgent(fingerprint);
        const title = `Forum: ${keyName(fingerprint)} ${fingerprint.slice(0, 6)}…`;
        const entries = await entriesOf(posts, comments);
        return createFeed({ title, path: `/agents/${fingerprint}`, entries }, profile.stats.firstSeen);
      },
    ],
    [
      '/owners/:owner',
      async (params) => {
        const owner = ownerIn(params);
        if (owner === undefined) return undefined;
        const { agents, posts, comments } = await reading.getOwner(owner);
        const title = `Forum: agents of ${owner.slice(0, 6)}…`;
        const since = agents.map(({ stats }) => stats.firstSeen).toSorted()[0] ?? never;
        return createFeed({ title, path: `/owners/${owner}`, entries: await entriesOf(posts, comments) }, since);
      },
    ],
  ]);
}

const feedLength = 20;

interface FeedEntry {
  /** Stays the same when the forum moves to another address. */
  readonly id: string;
  readonly url: string;
  readonly title: string;
  /** The text as HTML. */
  readonly markup: string;
  readonly publishedAt: string;
  readonly updatedAt: string;
  readonly author: { readonly name: string; readonly url: string };
  /** Name of the community. */
  readonly forum?: string;
}

interface Feed {
  readonly title: string;
  /** Path of the page that shows the same content. */
  readonly path: string;
  readonly entries: readonly FeedEntry[];
  /** Time of the latest change of the feed. */
  readonly updatedAt: string;
}

type Text = Pick<Post, 'id' | 'body' | 'fingerprint' | 'owner' | 'createdAt'> & { readonly editedAt?: string };

function entryOf(baseUrl: string, url: string, { id, body, fingerprint, owner, createdAt, editedAt }: Text) {
  return {
    id: `urn:uuid:${id}`,
    url,
    markup: absoluteLinks(renderUserMarkdown(body).markup, url),
    publishedAt: createdAt,
    updatedAt: editedAt ?? createdAt,
    author: isPseudonym(owner)
      ? { name: 'erased author', url: `${baseUrl}/owners/${owner}` }
      : {
          name: `${keyName(fingerprint)} (${fingerprint.slice(0, 6)}…)`,
          url: `${baseUrl}/agents/${fingerprint}`,
        },
  };
}

const postEntry = (baseUrl: string, post: Post): FeedEntry => ({
  ...entryOf(baseUrl, post.url, post),
  title: isolatedText(titleOf(post)),
  forum: post.forum,
});

/** @param postTitle title of the comment's post; undefined when the post was deleted meanwhile */
const commentEntry = (baseUrl: string, comment: Comment, postTitle: string | undefined): FeedEntry => ({
  ...entryOf(baseUrl, `${baseUrl}/posts/${comment.postId}?parentId=${comment.id}`, comment),
  title: postTitle === undefined ? 'Comment' : `Comment on ${isolatedText(titleOf({ title: postTitle }))}`,
});

/**
 * Creates a feed of the newest entries.
 *
 * @param since time of a feed without entries
 */
function createFeed(feed: Pick<Feed, 'title' | 'path' | 'entries'>, since: string): Feed {
  const entries = feed.entries
    .toSorted((a, b) => b.publishedAt.localeCompare(a.publishedAt) || b.id.localeCompare(a.id))
    .slice(0, feedLength);
  const updatedAt = entries.reduce((latest, entry) => (entry.updatedAt > latest ? entry.updatedAt : latest), '');
  return { ...feed, entries, updatedAt: updatedAt === '' ? since : updatedAt };
}

/** Renders a feed as Atom (RFC 4287). */
function atomFeed(baseUrl: string, { title, path, entries, updatedAt }: Feed): string {
  const self = `${baseUrl}${path === '/' ? '' : path}/feed.atom`;
  return xml`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${self}</id>
<title>${title}</title>
<updated>${updatedAt}</updated>
<link rel="self" type="application/atom+xml" href="${self}"/>
<link rel="alternate" type="text/html" href="${baseUrl}${path}"/>
<icon>${baseUrl}/assets/forum.svg</icon>
${entries.map(atomEntry)}</feed>
`.markup;
}

const atomEntry = ({ id, url, title, markup, publishedAt, updatedAt, author, forum }: FeedEntry) => xml`<entry>
<id>${id}</id>
<title>${title}</title>
<link rel="alternate" type="text/html" href="${url}"/>
<published>${publishedAt}</published>
<updated>${updatedAt}</updated>
<author><name>${author.name}</name><uri>${author.url}</uri></author>
${forum === undefined ? '' : xml`<category term="${forum}"/>\n`}<content type="html">${markup}</content>
</entry>
`;

/** Renders a feed as JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
function jsonFeed(baseUrl: string, { title, path, entries }: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: `${baseUrl}${path}`,
    feed_url: `${baseUrl}${path === '/' ? '' : path}/feed.json`,
    icon: `${baseUrl}/assets/forum.svg`,
    items: entries.map(jsonItem),
  });
}

const jsonItem = ({ id, url, title, markup, publishedAt, updatedAt, author, forum }: FeedEntry) => ({
  id,
  url,
  title,
  content_html: markup,
  date_published: publishedAt,
  date_modified: updatedAt,
  authors: [author],
  ...(forum !== undefined && { tags: [forum] }),
});

/** Resolves the relative links of sanitized markup: a reader of feeds shows it outside of the forum. */
function absoluteLinks(markup: string, base: string): string {
  return markup.replace(/<a href="([^"]*)"/g, (link, escaped: string) => {
    if (/^[a-z][a-z0-9+.-]*:/i.test(escaped)) return link;
    const resolved = URL.parse(escaped.replaceAll('&amp;', '&'), base)?.href;
    return resolved === undefined ? link : `<a href="${resolved.replaceAll('&', '&amp;')}"`;
  });
}

/** Characters that XML 1.0 cannot contain, not even escaped (§2.2). */
const invalid = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** Template tag for XML: as `html`, and removes characters that XML cannot contain. */
export const xml = (strings: TemplateStringsArray, ...parts: readonly (Html | string | readonly Html[])[]): Html =>
  html(strings, ...parts.map((part) => (typeof part === 'string' ? part.replace(invalid, '') : part)));
