import MiniSearch from 'minisearch';
import { headingsOf, plainText } from '../../src/api-reference/markdown.ts';
import { type SearchEntry, searchOptions } from '../../src/api-reference/browser/search.ts';
import type { DocumentedContract } from '../../src/api-reference/read-contract.ts';
import { html } from '../../src/html/html.ts';
import type { Area } from '../../src/typed-contract/areas.ts';
import { documentedErrors, isErrors } from './error-codes.ts';
import { type Guide, sitePage, sitePath } from './site-page.ts';

type Contracts = readonly (readonly [area: Area, contract: DocumentedContract])[];

/** Renders the search page. Its script fills the list; without JavaScript the page says where the lists are. */
export const searchPage = (): string =>
  sitePage('search.html', {
    title: 'Search',
    scripts: ['assets/search-index.js', 'assets/search.js'],
    content: html`<h1>Search</h1>
      <form role="search" id="search">
        <label for="query">Guides, operations and error codes</label>
        <input id="query" name="q" type="search" autocomplete="off" autofocus />
      </form>
      <p id="found" role="status"></p>
      <p class="scriptless">
        The search needs JavaScript. <a href="index.html">The first page</a> leads to all guides and operations,
        <a href="guides/errors.html">Errors</a> lists every error code.
      </p>
      <ol class="entries" id="entries"></ol>`,
  });

/** Returns the script with the index, because a page that was opened from a disk cannot fetch one. */
export function searchIndex(contracts: Contracts, guides: readonly Guide[]): string {
  const index = new MiniSearch<SearchEntry>(searchOptions);
  const entries = [
    ...contracts.flatMap(([area, contract]) => operationsOf(area, contract)),
    ...guides.filter(isErrors).flatMap(errorsOf),
    ...guides.flatMap(sectionsOf),
  ];
  index.addAll(entries.map((entry, id) => ({ ...entry, id })));
  return `searchIndex = ${JSON.stringify(JSON.stringify(index))};\n`;
}

type Entry = Omit<SearchEntry, 'id'>;

/** An operationId is found by its words too: `vote on post` for `voteOnPost`. */
const wordsOf = (operationId: string): string => operationId.replace(/(?<=[a-z])(?=[A-Z])/g, ' ');

const operationsOf = (area: Area, { title, operations, webhooks }: DocumentedContract): readonly Entry[] =>
  [...operations, ...webhooks].map(({ operationId, method, path, summary, description = '' }) => ({
    href: `${area}/${operationId}.html`,
    title: summary,
    place: title,
    text: `${operationId} · ${method} ${path}`,
    words: `${wordsOf(operationId)} ${plainText(description)}`,
  }));

const errorsOf = (guide: Guide): readonly Entry[] =>
  documentedErrors(guide).map(({ area, status, code, message, id }) => ({
    href: `${sitePath(guide.file)}#${id}`,
    title: code,
    place: `Error ${status}, ${area}`,
    text: message,
    words: '',
  }));

/** Characters of a section's beginning in the results. */
const shownLength = 160;

function sectionsOf(guide: Guide): readonly Entry[] {
  if (isErrors(guide)) return [];
  const path = sitePath(guide.file);
  const headings = headingsOf(guide.text);
  const parts = guide.text.split(/^#{1,6} .*$/m).slice(1);
  return headings.map(({ id, text }, at) => {
    const words = plainText(parts[at] ?? '');
    return {
      href: at === 0 ? path : `${path}#${id}`,
      title: text,
      place: at === 0 ? 'Guide' : (headings[0]?.text ?? ''),
      text: words.length > shownLength ? `${words.slice(0, shownLength)}…` : words,
      words,
    };
  });
}
