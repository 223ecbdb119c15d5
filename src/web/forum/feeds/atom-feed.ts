import type { Feed, FeedEntry } from './feed.ts';
import { xml } from './xml.ts';

/** Renders a feed as Atom (RFC 4287). */
export function atomFeed(baseUrl: string, { title, path, entries, updatedAt }: Feed): string {
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
