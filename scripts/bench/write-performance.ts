import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chart } from './chart.ts';
import type { RecordedResults } from './recorded-results.ts';
import { markdownTable, profileTable } from './report.ts';

const docs = join(import.meta.dirname, '..', '..', 'docs');

/** Results of the last complete run, or of the last release. */
export const resultsFile = join(docs, 'performance.json');

/** Writes docs/performance.md and its chart. */
export function writePerformance(report: RecordedResults): void {
  writeFileSync(join(docs, 'performance.md'), page(report));
  writeFileSync(join(docs, 'performance.svg'), chart(report.sections));
}

function page({ sections, facts, options }: RecordedResults): string {
  const noted = sections.flatMap(({ findings }) =>
    findings.flatMap(({ what, note }) => (note === undefined ? [] : [`- ${what.split('; peer')[0]}: ${note}`])),
  );
  return `# Performance

Written by \`npm run bench\` from [its results](performance.json). Do not edit: run it again.

![Ratios and their targets](performance.svg)

${sections.map((section) => `## ${section.name.toUpperCase()}: ${section.title}\n\n${markdownTable(section)}${profileTable(section)}`).join('\n\n')}
${noted.length > 0 ? `\n## Remarks\n\n${noted.join('\n')}\n` : ''}
## How it is measured

- Each row compares the platform with another server (peer) and a limit for their ratio, measured at the same time on the same machine. The **ratio** is
  the result of the platform divided by that of the peer in each of ${options.rounds} rounds; the table shows the median, with
  minimum and maximum in parentheses. Both alternate, and the first round is a discarded warm-up.
- **CPU ratio** compares the CPU time of the server process with all its threads. Other load on the machine affects it
  much less than requests per second.
- Executables: the fastest of 30 runs of each program (10 of a commit), alternating.
- Shares of the event loop's time come from a run of its own with V8's profiler, and can be of a later version than the table.
  Signatures by RS256 are computed in other threads and are not in them. [Speed](decisions/speed.md) names the limits.
- Servers run in separate processes. The load is a fixed number of requests over 32 persistent connections (8 for the token
  endpoint, 16 for each of two processes). Proofs are signed in advance. A wrong response fails the measurement.
- The platform runs as in production, except that the outer rate limits are off and only warnings are logged. PostgreSQL
  does not flush to disk (\`fsync=off\`) and runs on the same machine.
- Big tables: ${(1_000_000 * options.scale).toLocaleString('en')} posts with five times as many votes and comments, ${(10_000_000 * options.scale).toLocaleString('en')} transactions. Requests alternate
  between both contenders, and the ratio is that of the medians.
- \`npm run bench -- p1 p3\` runs some measurements, \`--write\` records them, \`--profile\` shows where the time goes, \`--against docs/performance.json\`
  fails when one needs 15 % more processor time in relation to its peer than recorded, \`--quick\` in a few minutes, \`--scale 0.1\` with smaller tables.

## Machine

| | |
|---|---|
${facts.map(([name, value]) => `| ${name} | ${value} |`).join('\n')}
`;
}
