import { headingsOf, highlight, renderMarkdown } from '../../src/api-reference/markdown.ts';
import { type Html, html } from '../../src/html/html.ts';
import { sitePage } from './site-page.ts';
import { linksOf, relativeLink, sitePath } from './site-map.ts';

export interface Guide {
  /** Path in the repository: `docs/sdk/dpop.md`. */
  readonly file: string;
  readonly text: string;
}

export const titleOf = ({ file, text }: Guide): string =>
  file.endsWith('docs/README.md') ? 'All guides' : (headingsOf(text)[0]?.text ?? file);

/** Groups of the navigation beside every guide, by file path. */
const groups: readonly (readonly [title: string, pattern: RegExp])[] = [
  ['Guides', /^docs\/[^/]+$/],
  ['SDK', /^docs\/sdk\//],
  ['Decisions', /^docs\/decisions\//],
  ['Project', /^[^/]+$/],
];

/** Renders a guide with links to all guides. Links to files of the repository become links to pages of the site. */
export function guidePage(guide: Guide, all: readonly Guide[]): string {
  const path = sitePath(guide.file);
  const parts = headingsOf(guide.text).filter(({ level }) => level === 2);
  const contents = html`${
    parts.length > 1 &&
    section(
      'On this page',
      parts.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`),
    )
  }
  ${groups.map(([title, pattern]) =>
    section(
      title,
      all
        .filter(({ file }) => pattern.test(file))
        .map(
          (one) =>
            html`<li>
              <a
                href="${relativeLink(path, sitePath(one.file))}"
                ${one.file === guide.file && html`aria-current="page"`}
                >${titleOf(one)}</a
              >
            </li>`,
        ),
    ),
  )}`;
  return sitePage(path, {
    title: titleOf(guide),
    contents,
    content: html`<article class="prose">${renderMarkdown(guide.text, { link: linksOf(guide.file) })}</article>`,
  });
}

const section = (title: string, items: readonly Html[]): Html =>
  html`<section>
    <h2>${title}</h2>
    <ul>
      ${items}
    </ul>
  </section>`;

/** Renders the source of a file that a guide links to. */
export const sourcePage = (file: string, text: string): string =>
  sitePage(sitePath(file), {
    title: file,
    content: html`<h1><code>${file}</code></h1>
      <pre tabindex="0"><code>${highlight(text, file.split('.').at(-1) ?? '')}</code></pre>`,
  });
