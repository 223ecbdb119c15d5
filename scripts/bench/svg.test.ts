import { expect, test } from 'vitest';
import { chart } from './chart.ts';
import type { Finding } from './measurement.ts';
import { profileChart } from './profile-chart.ts';

const finding = (what: string, ratio: number, more: Partial<Finding> = {}): Finding => ({
  what,
  ours: '',
  peer: '',
  ratio: { low: ratio, median: ratio, high: ratio },
  target: { atMost: 1 },
  ...more,
});
const section = (...findings: readonly Finding[]) => ({ name: 'p1', title: 'A request', findings });
/** Attributes of the first bar. */
const barOf = (svg: string) => /class="(met|short)" x="([\d.]+)" y="\d+" width="([\d.]+)"/.exec(svg)?.slice(1);

test('bench chart: a bar to the right of the target is met, one to the left is not', () => {
  expect(barOf(chart([section(finding('fast', 0.5))]))).toEqual(['met', '660.0', '80.0']);
  expect(barOf(chart([section(finding('slow', 2))]))).toEqual(['short', '580.0', '80.0']);
});

test('bench chart: more than four times the target is drawn as four times', () => {
  expect(barOf(chart([section(finding('faster', 0.001))]))).toEqual(['met', '660.0', '160.0']);
});

test('bench chart: a ratio that is not judged has no bar', () => {
  expect(chart([section(finding('not judged', NaN, { unjudged: true }))])).not.toContain('not judged');
});

test('bench chart: text is escaped, and colours follow the preference for dark pages', () => {
  const svg = chart([section(finding('a <b> & "c"', 1))]);
  expect(svg).toContain('a &lt;b&gt; &amp; &quot;c&quot;');
  expect(svg).toContain('prefers-color-scheme: dark');
});

test('bench chart: the largest share of a profile fills the width', () => {
  const profile = [
    { part: 'signatures', share: 0.6 },
    { part: 'sockets', share: 0.3 },
  ];
  const svg = profileChart([{ ...section(), profile }]);
  expect(svg).toContain('width="460.0"');
  expect(svg).toContain('width="230.0"');
});
