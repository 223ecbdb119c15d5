import type { NavigationLink } from '../../html/navigation-bar.ts';

/** What the pages need besides the content. */
export interface ForumSite {
  /** Public address of the forum, without a trailing slash. */
  readonly baseUrl: string;
  /** Links of the platform's bar above every page. */
  readonly navigation: readonly NavigationLink[];
  /** Relative times on the pages count from it. */
  readonly now: () => Date;
}
