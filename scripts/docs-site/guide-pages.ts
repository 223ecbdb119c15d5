import { renderMarkdown, headingsOf } from '../../src/api-reference/markdown.ts';
import { highlight } from '../../src/api-reference/highlight.ts';
import { type Html, html } from '../../src/web/html.ts';
import { sitePage } from './site-frame.ts';
import { linkedFile, relative, sitePath } from './site-map.ts';

export interface Guide {
  /** In the repository: `docs/sdk/dpop.md`. */
  readonly file: string;
  readonly text: string;
}

const titleOf = ({ file, text }: Guide): string =>
  file.endsWith('docs/README.md') ? 'All guides' : (headingsOf(text)[0]?.text ?? file);

/** Groups of the list beside every guide, by where their files are. */
const groups: readonly (readonly [title: string, pattern: RegExp])[] = [
  ['Guides', /^docs\/[^/]+$/],
  ['SDK', /^docs\/sdk\//],
  ['Decisions', /^docs\/decisions\//],
  ['Project', /^[^/]+$/],
];

/** A guide as a page of the site, with the list of all of them. Links of the repository lead to pages of the site. */
export function guidePage(guide: Guide, all: readonly Guide[]): string {
  const path = sitePath(guide.file);
  const link = (href: string): string => {
    const linked = linkedFile(guide.file, href);
    return linked === undefined ? href : `${relative(path, sitePath(linked.file))}${linked.fragment}`;
  };
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
              <a href="${relative(path, sitePath(one.file))}" ${one.file === guide.file && html`aria-current="page"`}
                >${titleOf(one)}</a
              >
            </li>`,
        ),
    ),
  )}`;
  return sitePage(path, {
    title: titleOf(guide),
    contents,
    content: html`<article class="prose">${renderMarkdown(guide.text, { link })}</article>`,
  });
}

const section = (title: string, items: readonly Html[]): Html =>
  html`<section>
    <h2>${title}</h2>
    <ul>
      ${items}
    </ul>
  </section>`;

/** A file of the repository that a guide points to, as it is. */
export const sourcePage = (file: string, text: string): string =>
  sitePage(sitePath(file), {
    title: file,
    content: html`<h1><code>${file}</code></h1>
      <pre tabindex="0"><code>${highlight(text, file.split('.').at(-1) ?? '')}</code></pre>`,
  });
