import { type ReactNode, useState } from 'react';
import { Choice } from '../ui/field.tsx';
import { AppLink } from '../ui/router.tsx';
import { ResourceStatus, useResource } from '../ui/requests.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { type Bar, BarChart } from './bar-chart.tsx';
import { sectionPath, type SectionProps } from './app-sections.ts';
import type { UsageCount } from '../../../generated/notifications/types.ts';

const ranges = [
  { value: '7', text: '7 days' },
  { value: '30', text: '30 days' },
  { value: '92', text: '92 days' },
] as const;

type Days = (typeof ranges)[number]['value'];

const count = new Intl.NumberFormat();
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

const titles: Readonly<Record<string, string>> = {
  queued: 'Accepted',
  delivered: 'Delivered',
  clicked: 'Tapped',
  suppressed_user_in_app: 'User was in the app',
  dropped_permission_revoked: 'Permission was off',
  dropped_device_unreachable: 'No device',
};

/** Outcomes of the app's notifications per day. */
export function UsagePage({ api: { call, portal }, appId }: SectionProps): ReactNode {
  const [days, setDays] = useState<Days>('30');
  const usage = useResource(`usage ${appId} ${days}`, async (signal) => {
    const now = Date.now();
    const query = { from: isoDay(now - (Number(days) - 1) * dayMs), to: isoDay(now) };
    const { from, to, counts } = await call(() => portal.getUsage({ path: { appId }, query, signal }));
    return usageDays(from, to, counts);
  });
  return (
    <section aria-labelledby="usage">
      <div className="row between">
        <h2 id="usage">Usage</h2>
        <Choice label="Range" value={days} options={ranges} onChange={setDays} />
      </div>
      <ResourceStatus of={usage} />
      {usage.value !== undefined && <Figures days={usage.value} appId={appId} />}
    </section>
  );
}

function Figures({ days, appId }: { readonly days: readonly UsageDay[]; readonly appId: string }): ReactNode {
  const totals = usageTotals(days);
  const statuses = statusesOf(totals);
  return (
    <>
      <dl className="figures">
        {statuses.map((status) => (
          <div key={status} className="card">
            <dt>
              <span className={`key ${status}`} aria-hidden="true" /> {titles[status] ?? status}
            </dt>
            <dd>{count.format(totals.get(status) ?? 0)}</dd>
          </div>
        ))}
      </dl>
      {totals.size === 0 ? (
        <div className="empty">
          <p>No notifications were sent in this period. Test sends are not counted.</p>
          <AppLink to={sectionPath(appId, 'playground')}>Send a test notification in the playground</AppLink>
        </div>
      ) : (
        <div className="card">
          <BarChart label="Notifications per day; the numbers are in the table below" bars={days.map(barOf)} />
          <details>
            <summary>Numbers</summary>
            <UsageTable days={days} statuses={statuses} />
          </details>
        </div>
      )}
    </>
  );
}

function UsageTable({
  days,
  statuses,
}: {
  readonly days: readonly UsageDay[];
  readonly statuses: readonly string[];
}): ReactNode {
  const busy = days.filter(({ counts }) => Object.keys(counts).length > 0).toReversed();
  return (
    <DataTable
      label="Notifications per day"
      onPhone="scroll"
      rows={busy}
      rowKey={({ date }) => date}
      columns={[
        { title: 'Day (UTC)', cell: ({ date }) => day.format(new Date(date)) },
        ...statuses.map((status) => ({
          title: titles[status] ?? status,
          kind: 'number' as const,
          cell: ({ counts }: UsageDay) => count.format(counts[status] ?? 0),
        })),
      ]}
    />
  );
}

const shortDay = new Intl.DateTimeFormat(undefined, { month: 'numeric', day: 'numeric', timeZone: 'UTC' });

/** Accepted notifications per day behind, stacked outcomes in front. */
const barOf = ({ date, counts }: UsageDay): Bar => ({
  key: date,
  title: `${day.format(new Date(date))}: ${counts['queued'] ?? 0} accepted, ${counts['delivered'] ?? 0} delivered`,
  label: shortDay.format(new Date(date)),
  behind: counts['queued'] ?? 0,
  parts: usageOutcomes.map((status) => ({ kind: status, count: counts[status] ?? 0 })),
});

/** Counts of one UTC day, by status. */
interface UsageDay {
  readonly date: string;
  readonly counts: Readonly<Record<string, number>>;
}

const dayMs = 86_400_000;

const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

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
const usageOutcomes = [
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
