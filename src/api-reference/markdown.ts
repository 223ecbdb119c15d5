import MarkdownIt from 'markdown-it';
import { highlight } from '../html/highlight.ts';
import { type Html, trustedHtml } from '../html/html.ts';

interface MarkdownOptions {
  /** Translates a link of the text into a link of the page. */
  readonly link?: (href: string) => string;
}

interface Heading {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

const markdown = new MarkdownIt({ html: false, linkify: false });

markdown.renderer.rules.fence = (tokens, index) => {
  const { content, info } = tokens[index] ?? { content: '', info: '' };
  // A scrollable block must be focusable by keyboard.
  return `<pre tabindex="0"><code>${highlight(content, info).markup}</code></pre>\n`;
};
markdown.renderer.rules.code_block = (tokens, index) =>
  `<pre tabindex="0"><code>${markdown.utils.escapeHtml(tokens[index]?.content ?? '')}</code></pre>\n`;
markdown.renderer.rules.table_open = () => '<div class="scroll" tabindex="0"><table>\n';
markdown.renderer.rules.table_close = () => '</table></div>\n';

/** Renders trusted Markdown of the contracts and guides. Headings receive ids for links. */
export function renderMarkdown(text: string, { link = (href) => href }: MarkdownOptions = {}): Html {
  const tokens = markdown.parse(text, {});
  for (const [at, { level, id }] of headingsIn(tokens)) {
    tokens[at]?.attrSet('id', id);
    tokens[at]?.attrSet('class', `h${level}`);
  }
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    const name = token.type === 'link_open' ? 'href' : token.type === 'image' ? 'src' : undefined;
    const address = name && token.attrGet(name);
    if (name && typeof address === 'string') token.attrSet(name, link(address));
    if (name === 'src') token.attrSet('loading', 'lazy');
  }
  return trustedHtml(markdown.renderer.render(tokens, markdown.options, {}));
}

/** Renders inline Markdown, without a surrounding paragraph. */
export const renderLine = (text: string): Html => trustedHtml(markdown.renderInline(text.replace(/\s+/g, ' ').trim()));

/** Returns the text of Markdown without its syntax, on one line. */
export const plainText = (text: string): string =>
  markdown
    .parse(text, {})
    .map(({ content, children }) => children?.map((part) => part.content || ' ').join('') ?? content)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();

export const headingsOf = (text: string): readonly Heading[] =>
  headingsIn(markdown.parse(text, {})).map(([, heading]) => heading);

/** Returns the headings with the index of their tokens. Equal ids are numbered as on GitHub. */
function headingsIn(tokens: ReturnType<typeof markdown.parse>): readonly (readonly [at: number, Heading])[] {
  const seen = new Map<string, number>();
  return tokens.flatMap((token, at) => {
    if (token.type !== 'heading_open') return [];
    const text = (tokens[at + 1]?.children ?? []).map(({ content }) => content).join('');
    const slug = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-');
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    return [[at, { level: Number(token.tag.slice(1)), id: times === 0 ? slug : `${slug}-${times}`, text }] as const];
  });
}
