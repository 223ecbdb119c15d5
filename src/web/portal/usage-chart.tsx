import type { ReactNode } from 'react';
import { axisTop, outcomes, type UsageDay } from './usage-range.ts';

const height = 180;
const width = 720;
const left = 34;
const bottom = 22;
const gridLines = [0, 0.5, 1];

/** Bars per day: accepted sends behind, their outcomes stacked in front. The table below it says the same. */
export function UsageChart({ days }: { readonly days: readonly UsageDay[] }): ReactNode {
  const top = axisTop(Math.max(...days.map(({ counts }) => Math.max(counts['queued'] ?? 0, settled(counts)))));
  const step = (width - left) / Math.max(days.length, 1);
  const y = (count: number) => height - bottom - (count / top) * (height - bottom - 10);
  return (
    <svg
      className="chart"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label="Notifications per day; the numbers are in the table below"
    >
      {gridLines.map((part) => (
        <g key={part}>
          <line className="grid" x1={left} x2={width} y1={y(top * part)} y2={y(top * part)} />
          {Number.isInteger(top * part) && (
            <text x={left - 6} y={y(top * part) + 4} textAnchor="end">
              {top * part}
            </text>
          )}
        </g>
      ))}
      {days.map(({ date, counts }, index) => {
        const x = left + index * step + step * 0.14;
        let base = 0;
        return (
          <g key={date}>
            <title>{`${date}: ${counts['queued'] ?? 0} accepted, ${counts['delivered'] ?? 0} delivered`}</title>
            <rect
              className="bar queued"
              x={x}
              width={step * 0.72}
              y={y(counts['queued'] ?? 0)}
              height={y(0) - y(counts['queued'] ?? 0)}
            />
            {outcomes.map((status) => {
              const from = base;
              base += counts[status] ?? 0;
              return (
                <rect
                  key={status}
                  className={`bar ${status}`}
                  x={x}
                  width={step * 0.72}
                  y={y(base)}
                  height={y(from) - y(base)}
                />
              );
            })}
            {isLabelled(index, days.length) && (
              <text x={x + step * 0.36} y={height - 6} textAnchor="middle">
                {date.slice(5)}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

const settled = (counts: UsageDay['counts']): number =>
  outcomes.reduce((sum, status) => sum + (counts[status] ?? 0), 0);

const isLabelled = (index: number, length: number): boolean => index % Math.max(1, Math.ceil(length / 8)) === 0;
