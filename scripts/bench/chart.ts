import { type Finding, holds } from './measurement.ts';
import { barText, type Section } from './report.ts';

const labelWidth = 470;
const barWidth = 320;
const rowHeight = 22;
const top = 48;
/** Ratio to the target that fills the chart. */
const best = 4;

/** Renders the ratios to their targets as SVG: the dashed line is the target, longer bars are better. */
export function chart(sections: readonly Section[]): string {
  const rows = sections.flatMap(({ name, findings }) => findings.map((finding) => ({ name, finding })));
  const height = top + rows.length * rowHeight + 12;
  const line = labelWidth + barWidth / best;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${labelWidth + barWidth + 130} ${height}" font-family="sans-serif" font-size="12" role="img" aria-label="Ratios and their targets">
<rect width="100%" height="100%" fill="#fff"/>
<text x="12" y="20" font-size="14" font-weight="bold" fill="#1a1a1a">Ratios and their targets</text>
<text x="${line}" y="36" text-anchor="middle" fill="#444">target</text>
${rows.map(({ name, finding }, index) => bar(name, finding, top + index * rowHeight)).join('\n')}
<line x1="${line}" y1="${top - 6}" x2="${line}" y2="${height - 8}" stroke="#1a1a1a" stroke-dasharray="3 3"/>
</svg>
`;
}

function bar(name: string, finding: Finding, y: number): string {
  const { median } = finding.ratio;
  const better = 'atLeast' in finding.bar ? median / finding.bar.atLeast : finding.bar.atMost / median;
  const width = (barWidth / best) * Math.min(best, Number.isFinite(better) ? better : 0);
  const label = finding.what.split('; peer')[0] ?? '';
  const short = label.length > 66 ? `${label.slice(0, 65)}…` : label;
  const ratio = Number.isFinite(median) ? median.toFixed(2) : '–';
  return `<text x="12" y="${y + 13}" fill="#1a1a1a"><tspan font-weight="bold">${name.toUpperCase()}</tspan> ${escaped(short)}</text>
<rect x="${labelWidth}" y="${y + 3}" width="${width.toFixed(1)}" height="14" fill="${holds(finding) ? '#2f7d4f' : '#b3541e'}"/>
<text x="${labelWidth + barWidth + 8}" y="${y + 13}" fill="#444">${ratio} (${escaped(barText(finding.bar))})</text>`;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
