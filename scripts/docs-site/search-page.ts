import { headingsOf } from '../../src/api-reference/markdown.ts';
import type { DocumentedContract } from '../../src/api-reference/read-contract.ts';
import { type Html, html } from '../../src/html/html.ts';
import type { Guide } from './guide-pages.ts';
import { sitePath } from './site-map.ts';
import { sitePage } from './site-page.ts';

interface Entry {
  readonly href: string;
  readonly title: string;
  /** What the entry is: `Operation of the forum`, `Agent guide`. */
  readonly place: string;
  readonly text?: string | undefined;
}

/**
 * Renders the page that lists every operation, guide section and error code. Its script shows those that contain all
 * words of a query; without JavaScript the page is an index.
 */
export function documentationSearchPage(
  contracts: readonly (readonly [area: string, DocumentedContract])[],
  guides: readonly Guide[],
): string {
  const entries = [
    ...contracts.flatMap(([area, contract]) => operationsOf(area, contract)),
    ...guides.flatMap(errorsOf),
    ...guides.flatMap(sectionsOf),
  ];
  return sitePage('search.html', {
    title: 'Search',
    content: html`<h1>Search</h1>
      <form role="search" id="search" hidden>
        <label for="query">Operations, guides and error codes</label>
        <input id="query" name="q" type="search" autocomplete="off" autofocus />
      </form>
      <p id="found" role="status"></p>
      <ol class="entries" id="entries">
        ${entries.map(entry)}
      </ol>`,
  });
}

const operationsOf = (area: string, { title, operations }: DocumentedContract): readonly Entry[] =>
  operations.map(({ operationId, method, path, summary }) => ({
    href: `${area}.html#${operationId}`,
    title: operationId,
    place: title,
    text: `${method.toUpperCase()} ${path}. ${summary ?? ''}`,
  }));

/** Rows of the tables of `docs/errors.md`: status, code, message. */
const errorRow = /^\| (\d{3}) \| `?([\w-]+)`? \| (.*?) \|/;

function errorsOf({ file, text }: Guide): readonly Entry[] {
  if (file !== 'docs/errors.md') return [];
  const path = sitePath(file);
  const sections = text.split(/^(?=## )/m).slice(1);
  const ids = headingsOf(text).filter(({ level }) => level === 2);
  return sections.flatMap((section, index) =>
    section.split('\n').flatMap((line): Entry[] => {
      const [, status = '', code = '', message = ''] = errorRow.exec(line) ?? [];
      if (code === '') return [];
      const { id = '', text: area = '' } = ids[index] ?? {};
      return [{ href: `${path}#${id}`, title: code, place: `Error ${status}, ${area}`, text: message }];
    }),
  );
}

function sectionsOf({ file, text }: Guide): readonly Entry[] {
  const path = sitePath(file);
  const [first, ...others] = headingsOf(text);
  if (first === undefined) return [];
  return [
    { href: path, title: first.text, place: 'Guide' },
    ...others
      .filter(({ level }) => level <= 3)
      .map((heading) => ({ href: `${path}#${heading.id}`, title: heading.text, place: first.text })),
  ];
}

const entry = ({ href, title, place, text }: Entry): Html =>
  html`<li>
    <a href="${href}">${title}</a> <small>${place}</small> ${text !== undefined && html`<span>${text}</span>`}
  </li>`;
