import type { PageVisit } from './page-visit.ts';

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

export const measuredNumbers = ['bytes', 'lcp', 'cls', 'blocking', 'elements', 'inp'] as const;

/** The most that the first visit of a page may cost. */
export type PageLimits = Partial<PageVisit> & Pick<PageVisit, 'cls'>;

const kilobyte = 1_000;

/** What a visitor uses first on pages with scripts, by selector. */
export const controls: Partial<Readonly<Record<MeasuredPage, string>>> = {
  start: 'label[for="first-1"]',
  portal: 'header.top button',
  host: 'header.top button',
  approval: '.new-passkey input',
  account: '.new-passkey input',
  search: 'input[type="search"]',
};

/** Milliseconds from a click or key to the next paint. */
const inp = 200;

export const pageLimits: Readonly<Record<MeasuredPage, PageLimits>> = {
  start: { cls: 0, lcp: 1_500, inp },
  portal: { cls: 0, lcp: 1_500, bytes: 130 * kilobyte, inp },
  forum: { cls: 0, lcp: 1_500, bytes: 10 * kilobyte },
  post: { cls: 0, lcp: 1_500, bytes: 10 * kilobyte },
  host: { cls: 0, lcp: 1_500, bytes: 100 * kilobyte, inp },
  approval: { cls: 0, bytes: 60 * kilobyte, inp },
  account: { cls: 0, inp },
  docs: { cls: 0, lcp: 1_500 },
  guide: { cls: 0, lcp: 1_500 },
  overview: { cls: 0, lcp: 1_500, blocking: 150, elements: 2_500 },
  reference: { cls: 0, lcp: 1_500, blocking: 150, elements: 2_500 },
  search: { cls: 0, lcp: 1_500, inp },
};

/**
 * Combines several visits of one page: the most bytes and elements and the largest shift of any, and the earliest paint, the
 * shortest blocking and the fastest response to a click, because another program of this machine can only delay a page.
 */
export const combineVisits = (visits: readonly PageVisit[]): PageVisit => ({
  bytes: Math.max(...visits.map(({ bytes }) => bytes)),
  lcp: Math.min(...visits.map(({ lcp }) => lcp)),
  cls: Math.max(...visits.map(({ cls }) => cls)),
  blocking: Math.min(...visits.map(({ blocking }) => blocking)),
  elements: Math.max(...visits.map(({ elements }) => elements)),
  ...(visits.some(({ inp: measured }) => measured !== undefined) && {
    inp: Math.min(...visits.map(({ inp: measured = NaN }) => measured)),
  }),
});

/** Returns the names of the limits that a visit exceeds. A number that could not be measured exceeds its limit. */
export const exceededLimits = (visit: PageVisit, limits: PageLimits): readonly (keyof PageVisit)[] =>
  measuredNumbers.filter((name) => {
    const limit = limits[name];
    return limit !== undefined && !((visit[name] ?? NaN) <= limit);
  });
