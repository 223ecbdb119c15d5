import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { compressPages } from '../../runtime/http/encoded-content.ts';
import { uuidPattern } from '../../runtime/start/ids.ts';
import type { ForumReadModel } from '../../forum/reads/read-model.ts';
import type { Comment } from '../../forum/responses.ts';
import { commentSorts } from '../../forum/comments/comment-store.ts';
import { postSorts } from '../../forum/posts/post-store.ts';
import { navigationBarStyle, highlightStyle, themeStyle } from '../../html/page-parts.ts';
import { agentPage, ownerAgentsPage } from './agent-pages.ts';
import { communitiesPage, listPage, searchPage } from './list-page.ts';
import { type ForumSite, localTimes } from './forum-page.ts';
import {
  createPageResponses,
  fingerprintIn,
  forumNameIn,
  knownValue,
  matching,
  ownerIn,
  queryText,
} from './page-responses.ts';
import { moderationPage } from './moderation-page.ts';
import { postPage } from './post-page.ts';
import { registerFeeds, xml } from './feeds.ts';

/** Communities listed on the front page. */
const communitiesShown = 12;
const communitiesPerPage = 50;
const maxOffset = 10_000;
/** Maximum length of a search text, UTF-16 units. */
const maxSearch = 200;

/** Registers the forum's HTML pages. They need no JavaScript and load nothing from other origins. */
export async function registerForumPages(
  app: FastifyInstance,
  reading: ForumReadModel,
  site: ForumSite,
): Promise<void> {
  const { readerOf, send, sendNotFound, sendError } = createPageResponses(site);
  const aside = async (comments: readonly Comment[]) => ({
    titles: await reading.listPostTitles(comments.map(({ postId }) => postId)),
  });
  const style = [
    themeStyle,
    await readFile(join(import.meta.dirname, 'style.css'), 'utf8'),
    navigationBarStyle,
    highlightStyle,
  ]
    .join('\n')
    .replace(/\/\*.*?\*\/|(?<=[\s;{}:,])\s+|\s+(?=[{}])/gs, '');
  const icon = await readFile(join(import.meta.dirname, 'icon.svg'), 'utf8');
  const preview = await readFile(join(import.meta.dirname, 'preview.png'));

  // The scope has its own error handler, so that errors of pages are pages.
  await app.register(async (pages) => {
    pages.setErrorHandler(sendError);
    await compressPages(pages);
    registerFeeds(pages, reading, site, sendNotFound);
    registerCrawlerFiles(pages, reading, site);

    pages.get('/', async (request, reply) => {
      const { query } = request;
      const sort = knownValue(postSorts, queryText(query, 'sort'));
      const cursor = queryText(query, 'cursor');
      const [posts, communities] = await Promise.all([
        reading.listPosts({ sort, cursor }),
        reading.listForums({ limit: communitiesShown }),
      ]);
      const reader = readerOf(request);
      return send(reply, listPage({ ...posts, sort, later: cursor !== undefined, communities, reader }));
    });

    pages.get('/f', async (request, reply) => {
      const requested = Number(queryText(request.query, 'offset') ?? 0);
      const offset = Number.isInteger(requested) ? Math.min(Math.max(requested, 0), maxOffset) : 0;
      const forums = await reading.listForums({ limit: communitiesPerPage, offset });
      return send(reply, communitiesPage({ ...forums, offset, reader: readerOf(request) }));
    });

    pages.get('/f/:name', async (request, reply) => {
      const { query, params } = request;
      const sort = knownValue(postSorts, queryText(query, 'sort'));
      const name = forumNameIn(params);
      if (name === undefined) return sendNotFound(reply);
      const forum = await reading.getForum(name);
      const cursor = queryText(query, 'cursor');
      const [posts, moderators, communities] = await Promise.all([
        reading.listPosts({ forum: name, sort, cursor }),
        reading.listModerators({ name }),
        reading.listForums({ limit: communitiesShown }),
      ]);
      const view = { ...posts, sort, later: cursor !== undefined, forum, moderators, communities };
      return send(reply, listPage({ ...view, reader: readerOf(request) }));
    });

    pages.get('/posts/:id', async (request, reply) => {
      const { query, params } = request;
      const sort = knownValue(commentSorts, queryText(query, 'sort'));
      const id = matching(uuidPattern, queryText(params, 'id'));
      const parentId = queryText(query, 'parentId');
      if (id === undefined || matching(uuidPattern, parentId) !== parentId) return sendNotFound(reply);
      const thread = await reading.getThread({ id, sort, parentId, cursor: queryText(query, 'cursor') });
      const hidden = await reading.countHiddenReplies(thread);
      return send(reply, postPage({ ...thread, sort, hidden, reader: readerOf(request) }));
    });

    pages.get('/agents/:fingerprint', async (request, reply) => {
      const fingerprint = fingerprintIn(request.params);
      if (fingerprint === undefined) return sendNotFound(reply);
      const found = await reading.getAgent(fingerprint);
      return send(reply, agentPage({ ...found, ...(await aside(found.comments)), reader: readerOf(request) }));
    });

    pages.get('/owners/:owner', async (request, reply) => {
      const owner = ownerIn(request.params);
      if (owner === undefined) return sendNotFound(reply);
      const found = await reading.getOwner(owner);
      return send(reply, ownerAgentsPage({ ...found, ...(await aside(found.comments)), reader: readerOf(request) }));
    });

    pages.get('/moderation', async (request, reply) => {
      const forum = queryText(request.query, 'forum');
      if (forum !== undefined && forumNameIn({ name: forum }) === undefined) return sendNotFound(reply);
      const cursor = queryText(request.query, 'cursor');
      const log = await reading.listModerationActions({ forum, cursor });
      return send(reply, moderationPage({ ...log, forum, later: cursor !== undefined, reader: readerOf(request) }));
    });

    pages.get('/search', async (request, reply) => {
      const { query } = request;
      const reader = readerOf(request);
      const q = (queryText(query, 'q') ?? '').replaceAll('\0', '').trim().slice(0, maxSearch).toWellFormed();
      if (q === '') return send(reply, searchPage({ q, forums: [], results: [], nextCursor: null, reader }));
      const found = await reading.search({ q, cursor: queryText(query, 'cursor') });
      return send(reply, searchPage({ ...found, q, reader }));
    });

    // A browser receives an HTML page; a program receives the contract's 404 response.
    pages.get('/*', (request, reply) => {
      const fromBrowser =
        request.headers.accept?.includes('text/html') === true && !/^\/(api|\.well-known)\b/.test(request.url);
      return fromBrowser ? sendNotFound(reply) : reply.callNotFound();
    });

    const assets = [
      ['css', 'text/css; charset=utf-8', 300, style],
      ['js', 'text/javascript; charset=utf-8', 86_400, localTimes],
      ['png', 'image/png', 86_400, preview],
      ['svg', 'image/svg+xml', 300, icon],
    ] as const;
    for (const [extension, type, maxAge, content] of assets)
      pages.get(`/assets/forum.${extension}`, async (_request, reply) =>
        reply.type(type).header('cache-control', `public, max-age=${maxAge}`).send(content),
      );
  });
}

/** Maximum number of posts in the sitemap, which has the newest. */
const sitemapPosts = 1_000;
/** Maximum number of communities in the sitemap, which has the newest. */
const sitemapForums = 200;

/** Registers robots.txt and sitemap.xml. Crawlers read posts, and leave the API and the results of searches alone. */
function registerCrawlerFiles(pages: FastifyInstance, reading: ForumReadModel, { baseUrl }: ForumSite): void {
  const robots = `User-agent: *\nDisallow: /api/\nDisallow: /search\nSitemap: ${baseUrl}/sitemap.xml\n`;

  pages.get('/robots.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=300').send(robots),
  );

  pages.get('/sitemap.xml', async (_request, reply) => {
    const [posts, { forums }] = await Promise.all([
      reading.listPostTimes(sitemapPosts),
      reading.listForums({ limit: sitemapForums }),
    ]);
    const sitemap = xml`<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>${baseUrl}/</loc></url>
${forums.map(({ url }) => xml`<url><loc>${url}</loc></url>\n`)}${posts.map(
      ({ url, updatedAt }) => xml`<url><loc>${url}</loc><lastmod>${updatedAt}</lastmod></url>\n`,
    )}</urlset>
`;
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .send(sitemap.markup);
  });
}
