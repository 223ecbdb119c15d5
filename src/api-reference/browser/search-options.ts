import type { Options } from 'minisearch';

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
