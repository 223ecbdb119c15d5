/** Entries shown before the person types more. */
const maxShown = 60;

/** Shows the entries of the search page that contain all words of the query, and keeps the query in the address. */
export function startSearch(): void {
  const form = document.getElementById('search');
  const input = document.getElementById('query');
  const status = document.getElementById('found');
  if (!form || !(input instanceof HTMLInputElement) || !status) return;
  const entries = [...document.querySelectorAll<HTMLElement>('#entries > li')].map((element) => ({
    element,
    text: element.textContent.toLowerCase(),
  }));

  const show = () => {
    const query = input.value.trim();
    const found = entries.filter(({ text }) => matchesQuery(text, query));
    const shown = new Set(query === '' ? entries : found.slice(0, maxShown));
    for (const entry of entries) entry.element.hidden = !shown.has(entry);
    status.textContent = query === '' ? '' : foundText(query, found.length, shown.size);
    // In the fragment, because a page that was opened from a file: URL may change nothing else.
    history.replaceState(null, '', `#${new URLSearchParams({ q: query }).toString()}`);
  };
  form.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    document.querySelector<HTMLElement>('#entries > li:not([hidden]) a')?.focus();
  });
  input.addEventListener('input', show);
  input.value = new URLSearchParams(location.hash.slice(1)).get('q') ?? '';
  if (input.value !== '') show();
  input.focus();
}

/** Returns whether a text contains every word of a query. @param text lower case */
export const matchesQuery = (text: string, query: string): boolean =>
  query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));

/** Returns the text of how many entries match a query, and how many of them are shown. */
export function foundText(query: string, found: number, shown: number): string {
  if (found === 0) return `Nothing found for “${query}”. Try fewer or shorter words.`;
  return found > shown
    ? `${found} matches, the first ${shown} are shown`
    : `${found} ${found === 1 ? 'match' : 'matches'}`;
}
