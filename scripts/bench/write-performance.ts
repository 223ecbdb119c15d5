import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chart } from './chart.ts';
import { markdownTable, type Section } from './report.ts';
import type { BenchOptions } from './workbench.ts';

export interface PerformancePage {
  readonly sections: readonly Section[];
  readonly facts: readonly (readonly [string, string])[];
  readonly options: BenchOptions;
}

const docs = join(import.meta.dirname, '..', '..', 'docs');

/** Writes docs/performance.md and its chart. */
export function writePerformance(report: PerformancePage): void {
  writeFileSync(join(docs, 'performance.md'), page(report));
  writeFileSync(join(docs, 'performance.svg'), chart(report.sections));
}

function page({ sections, facts, options }: PerformancePage): string {
  const noted = sections.flatMap(({ findings }) =>
    findings.flatMap(({ what, note }) => (note === undefined ? [] : [`- ${what.split('; peer')[0]}: ${note}`])),
  );
  return `# Performance

Written by \`npm run bench\`. Do not edit: run it again.

![Ratios and their targets](performance.svg)

${sections.map((section) => `## ${section.name.toUpperCase()}: ${section.title}\n\n${markdownTable(section)}`).join('\n\n')}
${noted.length > 0 ? `\n## Remarks\n\n${noted.join('\n')}\n` : ''}
## How it is measured

- Each row compares the platform with another server (peer) and a limit for their ratio, measured at the same time on the same machine. The **ratio** is
  the result of the platform divided by that of the peer in each of ${options.rounds} rounds; the table shows the median, with
  minimum and maximum in parentheses. Both alternate, and the first round is a discarded warm-up.
- **CPU ratio** compares the CPU time of the server process with all its threads. Other load on the machine affects it
  much less than requests per second.
- Executables: the fastest of 30 runs of each program (10 of a commit), alternating.
- Servers run in separate processes. The load is a fixed number of requests over 32 persistent connections (8 for the token
  endpoint, 16 for each of two processes). Proofs are signed in advance. A wrong response fails the measurement.
- The platform runs as in production, except that the outer rate limits are off and only warnings are logged. PostgreSQL
  does not flush to disk (\`fsync=off\`) and runs on the same machine.
- Big tables: ${(1_000_000 * options.scale).toLocaleString('en')} posts with five times as many votes and comments, ${(10_000_000 * options.scale).toLocaleString('en')} transactions. Requests alternate
  between both contenders, and the ratio is that of the medians.
- \`npm run bench -- p1 p3\` runs some measurements, \`--quick\` in a few minutes, \`--scale 0.1\` with smaller tables.

## Machine

| | |
|---|---|
${facts.map(([name, value]) => `| ${name} | ${value} |`).join('\n')}
`;
}
