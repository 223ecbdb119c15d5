import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Finding, meetsTarget, type RatioTarget, type Spread } from './findings.ts';
import type { BenchOptions } from './workbench.ts';

/** Findings of one measurement. */
export interface Section {
  readonly name: string;
  readonly title: string;
  readonly findings: readonly Finding[];
  /** The kind of machine, when it is not that of the last run. */
  readonly measuredOn?: string;
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

function targetText(target: RatioTarget): string {
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

function markdownTable({ name, findings }: Section): string {
  const cell = (text: string) => text.replaceAll('|', '\\|');
  const rows = findings.map((finding) => `| ${rowOf(name, finding).map(cell).join(' | ')} |`);
  return [`| ${columns.join(' | ')} |`, `|${columns.map(() => '---').join('|')}|`, ...rows].join('\n');
}

function sectionText(section: Section): string {
  const machine = section.measuredOn === undefined ? '' : `Measured on another machine: ${section.measuredOn}.\n\n`;
  return `## ${section.name.toUpperCase()}: ${section.title}\n\n${machine}${markdownTable(section)}`;
}

/** Content of docs/performance.json, from which the page and its chart are written. */
interface RecordedResults {
  readonly options: BenchOptions;
  /** Machine and versions. */
  readonly facts: readonly (readonly [string, string])[];
  readonly sections: readonly Section[];
}

export const readResults = (file: string): RecordedResults => JSON.parse(readFileSync(file, 'utf8'));

export function writeResults(file: string, results: RecordedResults): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
}

/**
 * Replaces sections of earlier results by measured ones, in the order of the measurements. Sections that are left keep the name
 * of their machine when it is of another kind.
 */
export function mergedSections(
  earlier: RecordedResults | undefined,
  { facts, sections, order }: Pick<RecordedResults, 'facts' | 'sections'> & { readonly order: readonly string[] },
): readonly Section[] {
  const here = kindOf(facts);
  const kept = (earlier?.sections ?? []).map(({ measuredOn, ...section }): Section => {
    const kind = measuredOn ?? kindOf(earlier?.facts ?? []);
    return kind === here ? section : { ...section, measuredOn: kind };
  });
  const all = new Map([...kept, ...sections].map((section) => [section.name, section]));
  return order.flatMap((name) => all.get(name) ?? []);
}

/** A measurement that needs more processor time than before, in relation to its peer. */
export interface Regression {
  readonly what: string;
  /** CPU ratios. */
  readonly before: number;
  readonly now: number;
}

type Facts = RecordedResults['facts'];

/** Returns the kind of the machine of some results as one line. */
export const kindOf = (facts: Facts): string =>
  ['Processor', 'System'].map((name) => new Map(facts).get(name) ?? 'unknown').join(', ');

/** The file of a directory that has the last results of a kind of machine. */
export const historyFile = (directory: string, facts: Facts): string =>
  join(
    directory,
    `${kindOf(facts)
      .toLowerCase()
      .replaceAll(/[^a-z0-9.]+/g, '-')}.json`,
  );

/** Earlier results to compare with, or why there are none. */
type Comparable = { readonly recorded: RecordedResults } | { readonly reason: string };

/**
 * Returns the first results of some files that the same kind of machine recorded: ratios differ between processors, so that
 * those of another kind would hide a regression or invent one.
 */
export function comparable(files: readonly string[], facts: Facts): Comparable {
  const existing = files.filter((file) => existsSync(file));
  const results = existing.map(readResults);
  const recorded = results.find((one) => kindOf(one.facts) === kindOf(facts));
  if (recorded) return { recorded };
  const known = results.map((one, at) => `${existing[at]}: ${kindOf(one.facts)}`);
  return {
    reason: `Not compared: no results of this kind of machine (${kindOf(facts)}) are recorded (${known.join('; ') || files.join(', ')}).`,
  };
}

/** Returns the measurements that miss their target and whose remark does not say what isolates the reason. */
export const unexplained = (sections: readonly Section[]): readonly string[] =>
  sections.flatMap(({ name, findings }) =>
    findings
      .filter((finding) => !finding.unjudged && !meetsTarget(finding) && !finding.note?.trim())
      .map((finding) => key(name, finding)),
  );

/** Fraction of processor time by which a measurement may exceed the recorded one. */
const tolerance = 0.15;

/**
 * Returns the measurements whose CPU ratio exceeds the recorded one by more than 15 %. The ratio to a peer on the same machine
 * is compared, because machines differ. The best round counts: other load of the machine only adds to it.
 */
export function regressionsAgainst(recorded: RecordedResults, measured: readonly Section[]): readonly Regression[] {
  const here = recorded.sections.filter(({ measuredOn }) => measuredOn === undefined);
  const before = new Map(here.flatMap(({ name, findings }) => findings.map((one) => [key(name, one), one])));
  return measured.flatMap(({ name, findings }) =>
    findings.flatMap((finding) => {
      const limit = before.get(key(name, finding))?.cpu?.median;
      const now = finding.cpu?.low;
      if (limit === undefined || now === undefined || !(now > limit * (1 + tolerance))) return [];
      return [{ what: key(name, finding), before: limit, now }];
    }),
  );
}

/** Identifies a measurement in the results of several releases. */
const key = (name: string, { what }: Finding): string => `${name.toUpperCase()} ${what.split('; peer')[0]}`;

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

${sections.map(sectionText).join('\n\n')}
${noted.length > 0 ? `\n## Remarks\n\n${noted.join('\n')}\n` : ''}
## How it is measured

- Each row compares the platform with another server (peer) and a target for their ratio, measured at the same time on the same machine. The **ratio** is
  the result of the platform divided by that of the peer in each of ${options.rounds} rounds; the table shows the median, with
  minimum and maximum in parentheses. The contenders alternate in each round.
- Warm-up: each contender first repeats its round up to ${options.warmUpRounds} times: just-in-time compilers need many, and several processes share the requests of a round.
- **CPU ratio** compares the processor time of the server: all threads of all its processes, as counted by the kernel. It does not
  depend on the number of cores, and other load on the machine affects it much less than requests per second. PostgreSQL's
  processor time is shown separately ("in PostgreSQL") and is not part of the ratio.
- Keycloak runs in production mode with its optimized build, on the same PostgreSQL server, without a cluster (\`--cache=local\`),
  with G1 and a heap of up to 2 GB, and 32 open database connections. Its application is public, with PKCE and DPoP, as that of the
  platform. Its first run downloads it with Maven into the user's cache and verifies its checksum. Without Java its rows say so.
- oidc-provider keeps everything in memory, which is its fastest storage.
- Latency (p99) is measured at a constant rate that every server sustains, from the time at which a request was due.
- Executables: the fastest of 30 runs of each program (10 of a commit), alternating.
- A row that misses its target has a remark that says what isolates the reason; without one the run fails.
- [Speed](decisions/speed.md) names what limits the results.
- The time of the tests is not measured here: \`.ci/run\` prints the seconds of every step.
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
| \`npm run bench -- --against docs/performance.json\` | fails when a measurement needs 15 % more processor time in relation to its peer than recorded on the same kind of machine |
| \`npm run bench -- --history reports/bench\` | the same with the last results of this kind of machine in a directory, to which it adds; every night |
| \`npm run bench -- p1 p2 p8 p12 --profile reports/profiles\` | writes profiles (\`.cpuprofile\`, for the developer tools of browsers or speedscope) and flame graphs of them |
| \`npm run bench -- --page\` | writes this page from the recorded results |
| \`npm run capacity\` | measures the cost of every kind of request and writes [capacity](capacity.md) |

## Machine

| | |
|---|---|
${facts.map(([name, value]) => `| ${name} | ${value} |`).join('\n')}
`;
}
