import MiniSearch, { type Options } from 'minisearch';

/** A guide's section, an operation or an error code. */
export interface SearchEntry {
  readonly id: number;
  /** Relative to the search page. */
  readonly href: string;
  readonly title: string;
  /** What the entry is: `Forum`, `Error 409, sso`. */
  readonly place: string;
  readonly text: string;
  /** Found, but not shown. */
  readonly words: string;
}

/** The index is built and searched with the same options. */
export const searchOptions: Options<SearchEntry> = {
  fields: ['title', 'place', 'text', 'words'],
  storeFields: ['href', 'title', 'place', 'text'],
  // Error codes and operationIds have underscores.
  tokenize: (text) => text.split(/[^\p{L}\p{N}_]+/u),
  searchOptions: {
    combineWith: 'AND',
    boost: { title: 4, text: 2 },
    prefix: true,
    fuzzy: (term) => (term.length > 5 ? 0.2 : false),
  },
};

/** Entries shown before the person types more. */
const maxShown = 40;

/** Fills the list with what matches the query, and keeps the query in the address. @param json the index */
export function startSearch(json: string): void {
  const form = document.getElementById('search');
  const input = document.getElementById('query');
  const status = document.getElementById('found');
  const list = document.getElementById('entries');
  if (!form || !(input instanceof HTMLInputElement) || !status || !list) return;
  const index = MiniSearch.loadJSON<SearchEntry>(json, searchOptions);

  const show = () => {
    const query = input.value.trim();
    const found = index.search(query);
    list.replaceChildren(...found.slice(0, maxShown).map(itemOf));
    status.textContent = query === '' ? '' : foundText(query, found.length, Math.min(found.length, maxShown));
    // In the fragment, because a page that was opened from a file: URL may change nothing else.
    history.replaceState(null, '', `#${new URLSearchParams({ q: query }).toString()}`);
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    list.querySelector('a')?.focus();
  });
  input.addEventListener('input', show);
  input.value =
    new URLSearchParams(location.hash.slice(1)).get('q') ?? new URLSearchParams(location.search).get('q') ?? '';
  if (input.value !== '') show();
  input.focus();
}

function itemOf({ href, title, place, text }: Record<string, unknown>): HTMLElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = String(href);
  link.textContent = String(title);
  const small = document.createElement('small');
  small.textContent = String(place);
  const span = document.createElement('span');
  span.textContent = String(text);
  item.append(link, ' ', small, ' ', span);
  return item;
}

/** Returns the text of how many entries match a query, and how many of them are shown. */
export function foundText(query: string, found: number, shown: number): string {
  if (found === 0) return `Nothing found for “${query}”. Try fewer or shorter words.`;
  return found > shown
    ? `${found} matches, the first ${shown} are shown`
    : `${found} ${found === 1 ? 'match' : 'matches'}`;
}
