import type { Section } from './report.ts';
import { escapeXml, svgDocument } from './svg.ts';

const labelWidth = 330;
const barWidth = 460;
const rowHeight = 20;
const top = 34;

/** Renders where the processor time of the profiled measurements goes; the widest bar is the largest share of all. */
export function profileChart(sections: readonly Section[]): string {
  const profiled = sections.filter(({ profile = [] }) => profile.length > 0);
  const largest = Math.max(0.01, ...profiled.flatMap(({ profile = [] }) => profile.map(({ share }) => share)));
  const shapes: string[] = [];
  let y = top;
  for (const { name, title, profile = [] } of profiled) {
    shapes.push(`<text class="bold" x="12" y="${y + 14}">${name.toUpperCase()}: ${escapeXml(title)}</text>`);
    y += rowHeight + 4;
    for (const { part, share } of profile) {
      const width = (barWidth * share) / largest;
      shapes.push(
        `<text x="24" y="${y + 13}">${escapeXml(part)}</text>`,
        `<rect class="met" x="${labelWidth}" y="${y + 3}" width="${width.toFixed(1)}" height="13"/>`,
        `<text class="faint" x="${(labelWidth + width + 6).toFixed(1)}" y="${y + 13}">${(100 * share).toFixed(0)} %</text>`,
      );
      y += rowHeight;
    }
    y += 10;
  }
  return svgDocument('Where the processor time goes', labelWidth + barWidth + 60, y + 4, shapes);
}
