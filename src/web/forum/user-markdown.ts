import MarkdownIt from 'markdown-it';
import sanitizeHtml, { type SanitizeOptions } from 'sanitize-html';
import { LRUCache } from 'lru-cache';
import { highlight } from '../../html/highlight.ts';
import { type Html, trustedHtml } from '../../html/html.ts';

/** Maximum number of table cells in one text; a text with more shows its tables as text. */
const maxCells = 1_000;

/**
 * Creates a parser. HTML is shown as text. Reference links and deep nesting are disabled: their HTML can be many times
 * larger than their Markdown.
 */
function createMarkdown() {
  const markdown = new MarkdownIt({ html: false, linkify: true, maxNesting: 20 }).disable('reference');
  markdown.renderer.rules['fence'] = (tokens, index) => {
    const { content = '', info = '' } = tokens[index] ?? {};
    const [language = ''] = info.trim().split(/\s/);
    return `<pre tabindex="0"><code>${highlight(content, language).markup}</code></pre>\n`;
  };
  // The text of a link shows its address as it is sent: decoded, one script can imitate another.
  markdown.normalizeLinkText = (url) => markdown.normalizeLink(url);
  // Images are shown as links, because loading one reveals the reader to its host.
  markdown.renderer.rules['image'] = (tokens, index) => {
    const { content = '', attrs } = tokens[index] ?? {};
    const text = escapeHtml(content === '' ? '[image]' : `[image: ${content}]`);
    const address = attrs?.find(([name]) => name === 'src')?.[1] ?? '';
    return insideLink(tokens, index) ? text : `<a href="${escapeHtml(String(address))}">${text}</a>`;
  };
  // A table that is wider than the screen is scrolled, also by keyboard.
  markdown.renderer.rules['table_open'] = () =>
    '<div class="table" tabindex="0" role="group" aria-label="Table"><table>\n';
  markdown.renderer.rules['table_close'] = () => '</table></div>\n';
  markdown.core.ruler.after('inline', 'task-list', ({ tokens }) =>
    tokens.forEach((token, index) => {
      if (token.type === 'inline' && tokens[index - 2]?.type === 'list_item_open') checkTask(token.children ?? []);
    }),
  );
  return markdown;
}

const { escapeHtml } = new MarkdownIt().utils;
const withTables = createMarkdown();
const withoutTables = createMarkdown().disable('table');

/** Chooses a parser by the number of cells that the tables of a text can have. */
function parserOf(text: string): typeof withTables {
  const lines = text.split('\n');
  const widest = lines.reduce((most, line) => Math.max(most, line.split('|').length), 0);
  const rows = lines.filter((line) => line.trim() !== '').length;
  return widest * rows <= maxCells ? withTables : withoutTables;
}

function insideLink(tokens: readonly { readonly type: string; readonly nesting: number }[], index: number): boolean {
  const before = tokens.slice(0, index).filter(({ type }) => type === 'link_open' || type === 'link_close');
  return before.at(-1)?.type === 'link_open';
}

/** Replaces `[ ]` and `[x]` at the beginning of a list item by a box. */
function checkTask([first]: readonly { content: string; readonly type: string }[]): void {
  if (first?.type !== 'text') return;
  first.content = first.content.replace(/^\[([ xX])\](?=\s)/, (_, mark: string) => (mark === ' ' ? '☐' : '☑'));
}

/** Allows what Markdown produces, and nothing that runs a script, loads a resource or changes the style. */
const sanitizing: SanitizeOptions = {
  allowedTags:
    'p br hr em strong s code pre blockquote ul ol li a h3 h4 h5 h6 table thead tbody tr th td div span'.split(' '),
  allowedAttributes: {
    a: ['href', 'rel', 'title'],
    ol: ['start'],
    div: ['class', 'tabindex', 'role', 'aria-label'],
    pre: ['tabindex'],
  },
  allowedClasses: { span: ['hljs-*'] },
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
  const rendered = trustedHtml(sanitizeHtml(parserOf(text).render(text), sanitizing));
  cache.set(text, rendered);
  return rendered;
}

/** Returns the plain text of Markdown on one line. The result is not escaped. */
export function markdownText(text: string): string {
  const blocks = parserOf(text)
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
