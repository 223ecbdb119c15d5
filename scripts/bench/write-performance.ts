import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordedResults } from './recorded-results.ts';
import { markdownTable } from './report.ts';

const docs = join(import.meta.dirname, '..', '..', 'docs');

/** Results of the last complete run, or of the last release. */
export const resultsFile = join(docs, 'performance.json');

/** Writes docs/performance.md. */
export function writePerformance(report: RecordedResults): void {
  writeFileSync(join(docs, 'performance.md'), performancePage(report));
}

/** Renders docs/performance.md. The result depends only on the record. */
export function performancePage({ sections, facts, options }: RecordedResults): string {
  const noted = sections.flatMap(({ findings }) =>
    findings.flatMap(({ what, note }) => (note === undefined ? [] : [`- ${what.split('; peer')[0]}: ${note}`])),
  );
  return `# Performance

Written by \`npm run bench\` from [its results](performance.json). Do not edit: run it again.

${sections.map((section) => `## ${section.name.toUpperCase()}: ${section.title}\n\n${markdownTable(section)}`).join('\n\n')}
${noted.length > 0 ? `\n## Remarks\n\n${noted.join('\n')}\n` : ''}
## How it is measured

- Each row compares the platform with another server (peer) and a target for their ratio, measured at the same time on the same machine. The **ratio** is
  the result of the platform divided by that of the peer in each of ${options.rounds} rounds; the table shows the median, with
  minimum and maximum in parentheses. The contenders alternate in each round.
- Warm-up: each contender first repeats its round up to ${options.warmUpRounds} times. Java's compiler needs the most.
- **CPU ratio** compares the processor time of the server: all threads of all its processes, as counted by the kernel. It does not
  depend on the number of cores, and other load on the machine affects it much less than requests per second. PostgreSQL's
  processor time is shown separately ("in PostgreSQL") and is not part of the ratio.
- Keycloak runs in production mode with its optimized build, on the same PostgreSQL server, without a cluster (\`--cache=local\`),
  with G1 and a heap of up to 2 GB, and 32 open database connections. Its application is public, with PKCE and DPoP, as that of the
  platform. Its first run downloads it with Maven into the user's cache and verifies its checksum. Without Java its rows say so.
- oidc-provider keeps everything in memory, which is its fastest storage.
- Latency (p99) is measured at a constant rate that every server sustains, from the time at which a request was due.
- Executables: the fastest of 30 runs of each program (10 of a commit), alternating.
- [Speed](decisions/speed.md) names what limits the results.
- Servers run in separate processes. The load is a fixed number of requests over 32 persistent connections (8 for the token
  endpoint and for whole sign-ins, 16 for each of several processes). Proofs are signed in advance. A wrong response fails the measurement.
- The platform runs as in production, except that the outer rate limits are off and only warnings are logged. PostgreSQL
  does not flush to disk (\`fsync=off\`) and runs on the same machine.
- Big tables: ${(1_000_000 * options.scale).toLocaleString('en')} posts with five times as many votes and comments, ${(10_000_000 * options.scale).toLocaleString('en')} transactions. Requests alternate
  between both contenders, and the ratio is that of the medians. Lists have as many items in the small tables as in the
  big ones; a search for rare words has fewer there.

## Run it

| command | purpose |
|---|---|
| \`npm run bench\` | everything, about an hour on two cores that do nothing else; records the results and writes this page |
| \`npm run bench -- p1 p2 p12\` | some measurements; \`--write\` records them |
| \`taskset -c 0,1 npm run bench\` | uses two processors of a larger machine (Linux), to compare with the results of a small one |
| \`npm run bench -- --quick\` | a few minutes with short rounds and small tables, to try a change; too noisy to record |
| \`npm run bench -- --scale 0.1\` | smaller tables |
| \`npm run bench -- --against docs/performance.json\` | fails when a measurement needs 15 % more processor time in relation to its peer than recorded |
| \`npm run bench -- --page\` | writes this page from the recorded results |
| \`npm run capacity\` | measures the cost of every kind of request and writes [capacity](capacity.md) |

## Machine

| | |
|---|---|
${facts.map(([name, value]) => `| ${name} | ${value} |`).join('\n')}
`;
}
