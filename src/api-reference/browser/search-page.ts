import { startSearch } from './search.ts';

declare global {
  interface Window {
    /** Set by `search-index.js`. */
    readonly searchIndex?: string;
  }
}

if (window.searchIndex !== undefined) startSearch(window.searchIndex);
