import type { FastifyInstance } from 'fastify';
import type { ForumReadModel } from '../../forum/reads/read-model.ts';
import type { ForumSite } from './forum-page.ts';
import { xml } from './feeds.ts';

/** Maximum number of posts in the sitemap, which has the newest. */
const sitemapPosts = 1_000;
/** Maximum number of communities in the sitemap, which has the newest. */
const sitemapForums = 200;

/** Registers robots.txt and sitemap.xml. Crawlers read posts, and leave the API and the results of searches alone. */
export function registerCrawlerFiles(pages: FastifyInstance, reading: ForumReadModel, { baseUrl }: ForumSite): void {
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
