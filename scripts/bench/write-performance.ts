import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chart } from './chart.ts';
import { markdownTable, type Section } from './report.ts';
import type { BenchOptions } from './workbench.ts';

export interface Report {
  readonly sections: readonly Section[];
  readonly facts: readonly (readonly [string, string])[];
  readonly options: BenchOptions;
}

const docs = join(import.meta.dirname, '..', '..', 'docs');

/** Writes docs/performance.md and the chart beside it. */
export function writePerformance(report: Report): void {
  writeFileSync(join(docs, 'performance.md'), page(report));
  writeFileSync(join(docs, 'performance.svg'), chart(report.sections));
}

function page({ sections, facts, options }: Report): string {
  const noted = sections.flatMap(({ findings }) =>
    findings.flatMap(({ what, note }) => (note === undefined ? [] : [`- ${what.split('; peer')[0]}: ${note}`])),
  );
  return `# Performance

Written by \`npm run bench\`. Do not edit: run it again.

![Every ratio beside its bar](performance.svg)

${sections.map((section) => `## ${section.name.toUpperCase()}: ${section.title}\n\n${markdownTable(section)}`).join('\n\n')}
${noted.length > 0 ? `\n## Remarks\n\n${noted.join('\n')}\n` : ''}
## How it is measured

- A figure of ours stands beside one of a peer that was taken in the same minutes on the same machine. The **ratio** is
  ours divided by the peer's, for each of ${options.rounds} rounds; the table has the median, and the lowest and highest round in
  brackets. Contenders take turns, and a first round that warms up does not count.
- **Processor** is the same ratio for processor time (of the process that answers, with all its threads), which other
  work on the machine changes much less than it changes requests per second.
- Servers are processes of their own. Load is a fixed number of requests over 32 kept connections (8 for the token
  endpoint, 16 for each of two processes); proofs are signed before. A round in which any answer is not the right one
  fails the measurement.
- The platform runs as in production, except that the outer rate limits are off and only warnings are logged. PostgreSQL
  does not wait for the disk (\`fsync=off\`), and runs beside everything else on the machine.
- Big tables: ${(1_000_000 * options.scale).toLocaleString('en')} posts with five times as many votes, ${(10_000_000 * options.scale).toLocaleString('en')} transactions. Both contenders are asked in turn,
  request by request, and the ratio is that of the medians.
- \`npm run bench -- p1 p3\` measures some, \`--quick\` in a few minutes, \`--scale 0.1\` with smaller tables.

## Where

| | |
|---|---|
${facts.map(([name, value]) => `| ${name} | ${value} |`).join('\n')}
`;
}
