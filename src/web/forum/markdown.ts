import MarkdownIt from 'markdown-it';
import sanitizeHtml, { type SanitizeOptions } from 'sanitize-html';
import { LRUCache } from 'lru-cache';
import { type Html, trustedHtml } from '../html.ts';

// HTML in the source is shown as text. Pictures are shown as links: a picture would tell its host who reads.
// Without the marks that make much of little: rows of a table are filled with empty cells, a reference repeats its
// address, and each quote in a quote wraps again. They are shown as they were written.
const markdown = new MarkdownIt({ html: false, linkify: true, maxNesting: 20 }).disable([
  'image',
  'table',
  'reference',
]);

/** Everything that Markdown can say, and nothing that runs, loads or styles. */
const harmless: SanitizeOptions = {
  allowedTags: 'p br hr em strong s code pre blockquote ul ol li a h3 h4 h5 h6'.split(' '),
  allowedAttributes: { a: ['href', 'rel', 'title'], ol: ['start'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  transformTags: {
    // Under the headings of the page.
    h1: 'h3',
    h2: 'h4',
    h3: 'h5',
    h4: 'h6',
    h5: 'h6',
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'nofollow noopener noreferrer ugc' } }),
  },
};

/** Characters of markup, and what an entry takes beside them. */
const remembered = 16_000_000;
const perEntry = 200;
const rendered = new LRUCache<string, Html>({
  maxSize: remembered,
  sizeCalculation: ({ markup }) => markup.length + perEntry,
});

/** What people wrote, as safe markup. Remembered for a while: a thread is read more often than it changes. */
export function renderMarkdown(text: string): Html {
  const known = rendered.get(text);
  if (known !== undefined) return known;
  const made = trustedHtml(sanitizeHtml(markdown.render(text), harmless));
  rendered.set(text, made);
  return made;
}

/** The words of a text without its marks, for a line in a list. What it returns is text: escape it like any other. */
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
