import { type ReactNode, type RefCallback, useCallback, useState } from 'react';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Choice } from '../ui/field.tsx';
import { AppLink } from '../ui/router.tsx';
import { useResource, Wait } from '../ui/requests.tsx';
import { DataTable } from '../ui/data-table.tsx';
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
      <ErrorNotice error={usage.error} retry={usage.reload} />
      {usage.value === undefined && usage.loading && <Wait />}
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
          <UsageChart days={days} />
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

/** Pixels. The chart is drawn at the width of its container, so that its text has the same size on every screen. */
const height = 200;
const left = 34;
const top = 10;
const bottom = 24;
/** Pixels for one date below the axis. */
const labelWidth = 58;
/** Half the width of a date, which keeps the last one inside the chart. */
const halfDate = 17;
const barShare = 0.72;

/** Formats 1200 as 1.2K, because the axis has room for about four characters. */
const short = new Intl.NumberFormat(undefined, { notation: 'compact' });

const shortDay = new Intl.DateTimeFormat(undefined, { month: 'numeric', day: 'numeric', timeZone: 'UTC' });
const mediumDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

/** A bar chart per day: accepted notifications behind, stacked outcomes in front. A table below has the same numbers. */
function UsageChart({ days }: { readonly days: readonly UsageDay[] }): ReactNode {
  const [ref, width] = useWidth();
  const ticks = axisTicks(Math.max(...days.map(({ counts }) => Math.max(counts['queued'] ?? 0, settled(counts)))));
  const highest = ticks.at(-1) ?? 1;
  const step = Math.max(0, width - left) / Math.max(days.length, 1);
  const y = (count: number) => height - bottom - (count / highest) * (height - bottom - top);
  const every = Math.max(1, Math.ceil(labelWidth / Math.max(step, 1)));
  return (
    <div ref={ref}>
      <svg
        className="chart"
        viewBox={`0 0 ${Math.max(width, 1)} ${height}`}
        role="img"
        aria-label="Notifications per day; the numbers are in the table below"
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <line className="grid" x1={left} x2={width} y1={y(tick)} y2={y(tick)} />
            <text x={left - 8} y={y(tick) + 4} textAnchor="end">
              {short.format(tick)}
            </text>
          </g>
        ))}
        {days.map((day, index) => (
          <Day key={day.date} day={day} x={left + index * step} width={step} end={width} y={y}>
            {(days.length - 1 - index) % every === 0 && shortDay.format(new Date(day.date))}
          </Day>
        ))}
      </svg>
    </div>
  );
}

function Day({
  day: { date, counts },
  x,
  width,
  end,
  y,
  children,
}: {
  readonly day: UsageDay;
  readonly x: number;
  readonly width: number;
  /** Right edge of the chart. */
  readonly end: number;
  readonly y: (count: number) => number;
  /** The date below the bar. */
  readonly children: ReactNode;
}): ReactNode {
  const queued = counts['queued'] ?? 0;
  const bar = { x: x + (width * (1 - barShare)) / 2, width: width * barShare };
  let base = 0;
  return (
    <g>
      <title>{`${mediumDay.format(new Date(date))}: ${queued} accepted, ${counts['delivered'] ?? 0} delivered`}</title>
      <rect className="bar queued" {...bar} y={y(queued)} height={y(0) - y(queued)} />
      {usageOutcomes.map((status) => {
        const from = base;
        base += counts[status] ?? 0;
        return <rect key={status} className={`bar ${status}`} {...bar} y={y(base)} height={y(from) - y(base)} />;
      })}
      {children !== false && (
        <text x={Math.min(x + width / 2, end - halfDate)} y={height - 6} textAnchor="middle">
          {children}
        </text>
      )}
    </g>
  );
}

const settled = (counts: UsageDay['counts']): number =>
  usageOutcomes.reduce((sum, status) => sum + (counts[status] ?? 0), 0);

/** The current width of an element, pixels; 0 before it is mounted. */
function useWidth(): readonly [RefCallback<HTMLElement>, number] {
  const [width, setWidth] = useState(0);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}

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
