import type { ReactNode } from 'react';
import { useWidth } from '../ui/use-width.ts';
import { axisTicks, usageOutcomes, type UsageDay } from './usage-range.ts';

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
export function UsageChart({ days }: { readonly days: readonly UsageDay[] }): ReactNode {
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

interface DayProps {
  readonly day: UsageDay;
  readonly x: number;
  readonly width: number;
  /** Right edge of the chart. */
  readonly end: number;
  readonly y: (count: number) => number;
  /** The date below the bar. */
  readonly children: ReactNode;
}

function Day({ day: { date, counts }, x, width, end, y, children }: DayProps): ReactNode {
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
