import type { UsageCount } from '../../../generated/notifications/types.ts';

/** Counts of one UTC day, by status. */
export interface UsageDay {
  readonly date: string;
  readonly counts: Readonly<Record<string, number>>;
}

export const dayMs = 86_400_000;

export const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Returns every day of a range, also days without notifications. @param from,to UTC days, both inclusive */
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

/** Final statuses of an accepted notification, in stacking order. */
export const usageOutcomes = [
  'delivered',
  'suppressed_user_in_app',
  'dropped_permission_revoked',
  'dropped_device_unreachable',
] as const;

/** Returns the sums over all days, by status. */
export function usageTotals(days: readonly UsageDay[]): ReadonlyMap<string, number> {
  const totals = new Map<string, number>();
  for (const { counts } of days) {
    for (const [status, count] of Object.entries(counts)) totals.set(status, (totals.get(status) ?? 0) + count);
  }
  return totals;
}

const known: readonly string[] = ['queued', 'delivered', 'clicked', ...usageOutcomes.slice(1)];

/** Returns the statuses in display order; unknown ones come last. */
export const statusesOf = (totals: ReadonlyMap<string, number>): readonly string[] => [
  ...known,
  ...[...totals.keys()].filter((status) => !known.includes(status)).toSorted(),
];

const maxDivisions = 5;

/**
 * Returns the ticks of the axis: from 0, in steps of 1, 2 or 5 times a power of ten, up to the first tick that is not
 * below the highest bar.
 */
export function axisTicks(highest: number): readonly number[] {
  const finest = Math.max(highest, 1) / maxDivisions;
  const power = 10 ** Math.max(0, Math.floor(Math.log10(finest)));
  const step = [1, 2, 5].map((factor) => factor * power).find((distance) => distance >= finest) ?? 10 * power;
  const divisions = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: divisions + 1 }, (_, index) => index * step);
}
