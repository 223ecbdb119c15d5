import type { PageVisit } from '../../contract-tests/fixtures/page-visit.ts';

export const measuredPages = [
  'start',
  'portal',
  'forum',
  'post',
  'host',
  'approval',
  'account',
  'docs',
  'guide',
  'overview',
  'reference',
  'search',
] as const;
export type MeasuredPage = (typeof measuredPages)[number];

export const measuredNumbers = ['bytes', 'lcp', 'cls', 'blocking', 'elements'] as const;

/** The most that the first visit of a page may cost. */
export type PageLimits = Partial<PageVisit> & Pick<PageVisit, 'cls'>;

const kilobyte = 1_000;

export const pageLimits: Readonly<Record<MeasuredPage, PageLimits>> = {
  start: { cls: 0, lcp: 1_500 },
  portal: { cls: 0, lcp: 1_500, bytes: 130 * kilobyte },
  forum: { cls: 0, lcp: 1_500, bytes: 10 * kilobyte },
  post: { cls: 0, lcp: 1_500, bytes: 10 * kilobyte },
  host: { cls: 0, lcp: 1_500, bytes: 100 * kilobyte },
  approval: { cls: 0, bytes: 60 * kilobyte },
  account: { cls: 0 },
  docs: { cls: 0, lcp: 1_500 },
  guide: { cls: 0, lcp: 1_500 },
  overview: { cls: 0, lcp: 1_500, blocking: 150, elements: 2_500 },
  reference: { cls: 0, lcp: 1_500, blocking: 150, elements: 2_500 },
  search: { cls: 0, lcp: 1_500 },
};

/**
 * Combines several visits of one page: the most bytes and elements and the largest shift of any, and the earliest paint and
 * the shortest blocking, because another program of this machine can only delay a page.
 */
export const combineVisits = (visits: readonly PageVisit[]): PageVisit => ({
  bytes: Math.max(...visits.map(({ bytes }) => bytes)),
  lcp: Math.min(...visits.map(({ lcp }) => lcp)),
  cls: Math.max(...visits.map(({ cls }) => cls)),
  blocking: Math.min(...visits.map(({ blocking }) => blocking)),
  elements: Math.max(...visits.map(({ elements }) => elements)),
});

/** Returns the names of the limits that a visit exceeds. A number that could not be measured exceeds its limit. */
export const exceededLimits = (visit: PageVisit, limits: PageLimits): readonly (keyof PageVisit)[] =>
  measuredNumbers.filter((name) => {
    const limit = limits[name];
    return limit !== undefined && !(visit[name] <= limit);
  });
