import { type RatioTarget, type Finding, meetsTarget } from './measurement.ts';
import type { Spread } from './rounds.ts';

/** Findings of one measurement. */
export interface Section {
  readonly name: string;
  readonly title: string;
  readonly findings: readonly Finding[];
}

const columns = ['', 'measurement', 'platform', 'peer', 'ratio', 'CPU ratio', 'target', 'met'] as const;

function rowOf(name: string, finding: Finding): readonly string[] {
  const { what, ours, peer, ratio, cpu, target } = finding;
  return [
    name.toUpperCase(),
    what,
    ours,
    peer,
    spreadText(ratio),
    cpu ? number(cpu.median) : '–',
    targetText(target),
    metText(finding),
  ];
}

function metText(finding: Finding): string {
  if (finding.unjudged) return '–';
  return meetsTarget(finding) ? 'yes' : 'no';
}

export function targetText(target: RatioTarget): string {
  return 'atLeast' in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`;
}

const number = (value: number): string => (Number.isFinite(value) ? value.toFixed(value < 10 ? 2 : 1) : '–');
/** Formats a median, with minimum and maximum in parentheses. */
export const spreadText = ({ median, low, high }: Spread): string =>
  low === high || Number.isNaN(median) ? number(median) : `${number(median)} (${number(low)}–${number(high)})`;

/** Formats findings for a terminal: two lines each, because the description is a sentence. */
export function terminalTable(sections: readonly Section[]): string {
  const rows = sections.flatMap(({ name, findings }) => findings.map((finding) => rowOf(name, finding)));
  const cells = rows.map(([name = '', , ours = '', peer = '', ratio = '', cpu = '', target = '', met = '']) => [
    name,
    ours,
    peer,
    ratio,
    cpu,
    target,
    met,
  ]);
  const all = [columns.filter((title) => title !== 'measurement'), ...cells];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? [];
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  const [head = [], ...body] = all;
  return [line(head), ...body.flatMap((row, index) => [`  ${rows[index]?.[1] ?? ''}`, line(row)])].join('\n');
}

export function markdownTable({ name, findings }: Section): string {
  const cell = (text: string) => text.replaceAll('|', '\\|');
  const rows = findings.map((finding) => `| ${rowOf(name, finding).map(cell).join(' | ')} |`);
  return [`| ${columns.join(' | ')} |`, `|${columns.map(() => '---').join('|')}|`, ...rows].join('\n');
}
