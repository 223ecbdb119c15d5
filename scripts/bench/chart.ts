import { type RatioTarget, type Finding, meetsTarget } from './measurement.ts';
import { targetText, type Section } from './report.ts';
import { escapeXml, svgDocument } from './svg.ts';

const labelWidth = 500;
const barWidth = 320;
const rowHeight = 22;
const top = 66;
/** The chart shows ratios up to this many times better or worse than the target. */
const widest = 4;
const center = labelWidth + barWidth / 2;
const ticks = [
  [1 / 4, '¼'],
  [1 / 2, '½'],
  [1, 'target'],
  [2, '2×'],
  [4, '4×'],
] as const;

/** Renders every ratio in relation to its target, with the spread of the rounds: to the right of the line is better. */
export function chart(sections: readonly Section[]): string {
  const rows = sections.flatMap(({ name, findings }) =>
    findings.filter(({ unjudged }) => !unjudged).map((finding) => ({ name, finding })),
  );
  const height = top + rows.length * rowHeight + 12;
  return svgDocument('Results in relation to their targets (right of the line is better)', 960, height, [
    ...ticks.flatMap(([factor, label]) => [
      `<text class="faint" x="${xOf(factor)}" y="48" text-anchor="middle">${label}</text>`,
      `<line class="line" x1="${xOf(factor)}" y1="${top - 10}" x2="${xOf(factor)}" y2="${height - 8}"/>`,
    ]),
    ...rows.map(({ name, finding }, index) => bar(name, finding, top + index * rowHeight)),
    `<line class="ink" x1="${center}" y1="${top - 10}" x2="${center}" y2="${height - 8}"/>`,
  ]);
}

function bar(name: string, finding: Finding, y: number): string {
  const { median, low, high } = finding.ratio;
  const [end, ...spread] = [median, low, high].map((ratio) => xOf(targetFactor(ratio, finding.target)));
  const met = meetsTarget(finding);
  const label = finding.what.split('; peer')[0] ?? '';
  const short = label.length > 72 ? `${label.slice(0, 71)}…` : label;
  const ratio = Number.isFinite(median) ? median.toFixed(2) : '–';
  const from = Math.min(center, end ?? center);
  const width = Math.abs((end ?? center) - center);
  return [
    `<text x="12" y="${y + 13}"><tspan class="bold">${name.toUpperCase()}</tspan> ${escapeXml(short)}</text>`,
    `<rect class="${met ? 'met' : 'short'}" x="${from.toFixed(1)}" y="${y + 3}" width="${width.toFixed(1)}" height="14"/>`,
    ...(low === high
      ? []
      : [
          `<line class="ink" x1="${spread[0]?.toFixed(1)}" y1="${y + 10}" x2="${spread[1]?.toFixed(1)}" y2="${y + 10}"/>`,
        ]),
    `<text class="faint" x="${labelWidth + barWidth + 8}" y="${y + 13}">${met ? '✓' : '✗'} ${ratio} (${escapeXml(targetText(finding.target))})</text>`,
  ].join('\n');
}

/** How many times better than its target a ratio is. */
function targetFactor(ratio: number, target: RatioTarget): number {
  const factor = 'atLeast' in target ? ratio / target.atLeast : target.atMost / ratio;
  return Number.isNaN(factor) ? 1 : factor;
}

/** Horizontal position of a factor, on a logarithmic axis. */
function xOf(factor: number): number {
  const within = Math.min(widest, Math.max(1 / widest, factor));
  return center + (Math.log(within) / Math.log(widest)) * (barWidth / 2);
}
