import { type ReactNode, type RefCallback, useCallback, useState } from 'react';

export interface Bar {
  readonly key: string;
  /** Shown when the pointer rests on the bar. */
  readonly title: string;
  /** Below the axis; bars without room for it show none. */
  readonly label: string;
  /** Height of a bar behind the others. */
  readonly behind?: number;
  /** Stacked from below; `kind` is a class of the style sheet. */
  readonly parts: readonly { readonly kind: string; readonly count: number }[];
}

/** Pixels. The chart is drawn at the width of its container, so that its text has the same size on every screen. */
const height = 200;
const left = 34;
const top = 10;
const bottom = 24;
/** Pixels for one label below the axis. */
const labelWidth = 58;
/** Half the width of a label, which keeps the last one inside the chart. */
const halfLabel = 17;
const barShare = 0.72;

/** Formats 1200 as 1.2K, because the axis has room for about four characters. */
const short = new Intl.NumberFormat(undefined, { notation: 'compact' });

const sumOf = ({ parts }: Bar): number => parts.reduce((sum, { count }) => sum + count, 0);

/** A chart of stacked bars. Its numbers have to be elsewhere on the page, too. */
export function BarChart({
  label,
  bars,
}: {
  /** Says what is shown, and where the numbers are. */
  readonly label: string;
  readonly bars: readonly Bar[];
}): ReactNode {
  const [ref, width] = useWidth();
  const ticks = axisTicks(Math.max(...bars.map((bar) => Math.max(bar.behind ?? 0, sumOf(bar)))));
  const highest = ticks.at(-1) ?? 1;
  const step = Math.max(0, width - left) / Math.max(bars.length, 1);
  const y = (count: number) => height - bottom - (count / highest) * (height - bottom - top);
  const every = Math.max(1, Math.ceil(labelWidth / Math.max(step, 1)));
  return (
    <div ref={ref}>
      <svg className="chart" viewBox={`0 0 ${Math.max(width, 1)} ${height}`} role="img" aria-label={label}>
        {ticks.map((tick) => (
          <g key={tick}>
            <line className="grid" x1={left} x2={width} y1={y(tick)} y2={y(tick)} />
            <text x={left - 8} y={y(tick) + 4} textAnchor="end">
              {short.format(tick)}
            </text>
          </g>
        ))}
        {bars.map((bar, index) => (
          <Column key={bar.key} bar={bar} x={left + index * step} width={step} y={y}>
            {(bars.length - 1 - index) % every === 0 && (
              <text x={Math.min(left + (index + 0.5) * step, width - halfLabel)} y={height - 6} textAnchor="middle">
                {bar.label}
              </text>
            )}
          </Column>
        ))}
      </svg>
    </div>
  );
}

function Column({
  bar,
  x,
  width,
  y,
  children,
}: {
  readonly bar: Bar;
  readonly x: number;
  readonly width: number;
  readonly y: (count: number) => number;
  /** The label below. */
  readonly children: ReactNode;
}): ReactNode {
  const place = { x: x + (width * (1 - barShare)) / 2, width: width * barShare };
  let base = 0;
  return (
    <g>
      <title>{bar.title}</title>
      {bar.behind !== undefined && (
        <rect className="bar queued" {...place} y={y(bar.behind)} height={y(0) - y(bar.behind)} />
      )}
      {bar.parts.map(({ kind, count }) => {
        const from = base;
        base += count;
        return <rect key={kind} className={`bar ${kind}`} {...place} y={y(base)} height={y(from) - y(base)} />;
      })}
      {children}
    </g>
  );
}

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
