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
