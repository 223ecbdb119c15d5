import MarkdownIt from 'markdown-it';
import sanitizeHtml, { type SanitizeOptions } from 'sanitize-html';
import { LRUCache } from 'lru-cache';
import { type Html, trustedHtml } from '../../html/html.ts';

// HTML is shown as text. Images are shown as links, because loading one reveals the reader to its host. Tables,
// reference links and deep nesting are disabled: their HTML can be many times larger than their Markdown.
const markdown = new MarkdownIt({ html: false, linkify: true, maxNesting: 20 }).disable([
  'image',
  'table',
  'reference',
]);

/** Allows what Markdown produces, and nothing that runs a script, loads a resource or changes the style. */
const sanitizing: SanitizeOptions = {
  allowedTags: 'p br hr em strong s code pre blockquote ul ol li a h3 h4 h5 h6'.split(' '),
  allowedAttributes: { a: ['href', 'rel', 'title'], ol: ['start'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  transformTags: {
    // Headings of the text rank below the headings of the page.
    h1: 'h3',
    h2: 'h4',
    h3: 'h5',
    h4: 'h6',
    h5: 'h6',
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'nofollow noopener noreferrer ugc' } }),
  },
};

/** Size of the cache, characters of markup, and the overhead of one entry. */
const cacheSize = 16_000_000;
const entryOverhead = 200;
const cache = new LRUCache<string, Html>({
  maxSize: cacheSize,
  sizeCalculation: ({ markup }) => markup.length + entryOverhead,
});

/** Renders Markdown that users wrote as safe markup. Results are cached. */
export function renderUserMarkdown(text: string): Html {
  const cached = cache.get(text);
  if (cached !== undefined) return cached;
  const rendered = trustedHtml(sanitizeHtml(markdown.render(text), sanitizing));
  cache.set(text, rendered);
  return rendered;
}

/** Returns the plain text of Markdown on one line. The result is not escaped. */
export function markdownText(text: string): string {
  const blocks = markdown
    .parse(text, {})
    .map(({ content, children }) =>
      children === null
        ? content
        : children
            .map((part) => (part.type === 'softbreak' || part.type === 'hardbreak' ? ' ' : part.content))
            .join(''),
    );
  return blocks.join(' ').replace(/\s+/g, ' ').trim();
}
