import type { PageVisit } from '../../contract-tests/fixtures/page-visit.ts';

export const measuredPages = ['start', 'portal', 'forum', 'host', 'approval', 'account'] as const;
export type MeasuredPage = (typeof measuredPages)[number];

/** The most that the first visit of a page may cost. */
export type PageLimits = Partial<PageVisit> & Pick<PageVisit, 'cls'>;

const kilobyte = 1_000;

export const pageLimits: Readonly<Record<MeasuredPage, PageLimits>> = {
  start: { cls: 0, lcp: 1_500 },
  portal: { cls: 0, lcp: 1_500, bytes: 120 * kilobyte },
  forum: { cls: 0, lcp: 1_500 },
  host: { cls: 0, bytes: 100 * kilobyte },
  approval: { cls: 0 },
  account: { cls: 0 },
};

/**
 * Combines several visits of one page: the most bytes and the largest shift of any, and the earliest paint, because
 * another program of this machine can only delay a paint.
 */
export const combineVisits = (visits: readonly PageVisit[]): PageVisit => ({
  bytes: Math.max(...visits.map(({ bytes }) => bytes)),
  lcp: Math.min(...visits.map(({ lcp }) => lcp)),
  cls: Math.max(...visits.map(({ cls }) => cls)),
});

/** Returns the names of the limits that a visit exceeds. A number that could not be measured exceeds its limit. */
export const exceededLimits = (visit: PageVisit, limits: PageLimits): readonly (keyof PageVisit)[] =>
  (['bytes', 'lcp', 'cls'] as const).filter((name) => {
    const limit = limits[name];
    return limit !== undefined && !(visit[name] <= limit);
  });
