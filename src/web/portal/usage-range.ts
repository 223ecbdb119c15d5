import type { UsageCount } from '../../../generated/notifications/types.ts';

/** Counts of one UTC day, by status. */
export interface UsageDay {
  readonly date: string;
  readonly counts: Readonly<Record<string, number>>;
}

const dayMs = 86_400_000;

export const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Every day of a range, those without notifications included. @param from,to UTC days, both inclusive */
export function usageDays(from: string, to: string, counts: readonly UsageCount[]): readonly UsageDay[] {
  const byDay = new Map<string, UsageCount[]>();
  for (const count of counts) byDay.set(count.date, [...(byDay.get(count.date) ?? []), count]);
  const first = Date.parse(from);
  const length = Math.floor((Date.parse(to) - first) / dayMs) + 1;
  return Array.from({ length }, (_, index) => {
    const date = isoDay(first + index * dayMs);
    const entries = byDay.get(date) ?? [];
    return { date, counts: Object.fromEntries(entries.map(({ status, count }) => [status, count])) };
  });
}

/** What an accepted notification may end as, in the order in which they are stacked. */
export const outcomes = [
  'delivered',
  'suppressed_user_in_app',
  'dropped_permission_revoked',
  'dropped_device_unreachable',
] as const;

/** Sums over all days, by status. */
export function usageTotals(days: readonly UsageDay[]): ReadonlyMap<string, number> {
  const totals = new Map<string, number>();
  for (const { counts } of days) {
    for (const [status, count] of Object.entries(counts)) totals.set(status, (totals.get(status) ?? 0) + count);
  }
  return totals;
}

const known: readonly string[] = ['queued', 'delivered', 'clicked', ...outcomes.slice(1)];

/** The statuses that are shown, in their order; one that is not known here comes last. */
export const statusesOf = (totals: ReadonlyMap<string, number>): readonly string[] => [
  ...known,
  ...[...totals.keys()].filter((status) => !known.includes(status)).toSorted(),
];

/** Most divisions of the axis. */
const mostDivisions = 5;

/**
 * Where the axis is divided: from 0, at equal distances of 1, 2 or 5 times a power of ten, to the first that is not
 * below the highest bar.
 */
export function axisTicks(highest: number): readonly number[] {
  const finest = Math.max(highest, 1) / mostDivisions;
  const power = 10 ** Math.max(0, Math.floor(Math.log10(finest)));
  const step = [1, 2, 5].map((factor) => factor * power).find((distance) => distance >= finest) ?? 10 * power;
  const divisions = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: divisions + 1 }, (_, index) => index * step);
}
