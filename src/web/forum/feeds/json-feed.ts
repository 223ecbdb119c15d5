import type { Feed, FeedEntry } from './feed.ts';

/** Renders a feed as JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
export function jsonFeed(baseUrl: string, { title, path, entries }: Feed): string {
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
