import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ForumReadModel } from '../../../forum/reads/read-model.ts';
import type { ForumSite } from '../forum-site.ts';
import { pagePolicy } from '../page-responses.ts';
import { atomFeed } from './atom-feed.ts';
import { jsonFeed } from './json-feed.ts';
import { createFeeds } from './read-feeds.ts';

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
        reply.headers({ etag, 'cache-control': 'public, max-age=60', 'content-security-policy': pagePolicy });
        if (isCurrent(headers['if-none-match'], etag)) return reply.code(304).send();
        return reply.type(type).send(document);
      });
    }
  }
}

/** Compares an `If-None-Match` header weakly (RFC 9110 §13.1.2). */
function isCurrent(header: string | undefined, etag: string): boolean {
  const tags = header?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes('*') || tags.includes(etag.slice('W/'.length));
}
