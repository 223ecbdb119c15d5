import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  type BenchOptions,
  createPostgresServer,
  createWorkbench,
  machineFacts,
  machineKind,
  type Measurement,
} from './bench/workbench.ts';
import {
  comparable,
  historyFile,
  mergedSections,
  readResults,
  type Regression,
  regressionsAgainst,
  resultsFile,
  type Section,
  terminalTable,
  unexplained,
  writePerformance,
  writeResults,
} from './bench/page.ts';
import { createProfiles } from './bench/profile.ts';
import { showHelp } from './command/show-help.ts';
import { protectedRoute } from './bench/protected-route.ts';
import { approval } from './bench/approval.ts';
import { poll, tokenExchange, wholeSignIn } from './bench/sign-in.ts';
import { contractBinding, modelContextProtocol, publicDocuments } from './bench/routes.ts';
import { bigTables } from './bench/big-tables.ts';
import { severalProcesses } from './bench/several-processes.ts';
import { webhookDelivery } from './bench/webhooks.ts';
import { executables } from './bench/executables.ts';
import { start } from './bench/start.ts';
import { soak } from './bench/soak.ts';
import { revocation } from './bench/revocation.ts';
import { pushStreams } from './bench/push-streams.ts';
import { idleApps } from './bench/idle-apps.ts';
import { gateway } from './bench/gateway.ts';
import { severalDatabases } from './bench/several-databases.ts';

/** All measurements by their name on the command line. */
const measurements: Readonly<Record<string, Measurement>> = {
  p1: protectedRoute,
  p2: tokenExchange,
  p3: poll,
  p4: publicDocuments,
  p5: contractBinding,
  p6: bigTables,
  p7: severalProcesses,
  p8: webhookDelivery,
  p9: executables,
  p10: start,
  p11: soak,
  p12: wholeSignIn,
  p13: revocation,
  p14: pushStreams,
  p15: modelContextProtocol,
  p16: idleApps,
  p17: approval,
  p18: severalDatabases,
  p19: gateway,
};

showHelp(`Usage: npm run bench [-- p1 p2 …] [options]

Compares the performance of the platform with other servers on the same machine at the
same time. docs/performance.md describes the measurements.

  --quick          fewer and shorter rounds, small databases
  --scale N        size of the big databases, as a fraction of 1,000,000 posts and 10,000,000 transactions; default 1
  --write          records the measurements in docs/performance.json and writes the page; a complete run always does
  --page           writes only the page, from docs/performance.json
  --against FILE   compares with results that the same kind of machine recorded: exits 1 when a measurement needs 15 % more
                   processor time, relative to its peer
  --history DIR    the same with the last results of this kind of machine in DIR, to which it adds these
  --profile DIR    writes profiles of the processor time of P1, P2, P8, P12 and P17 and their flame graphs; records nothing`);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    scale: { type: 'string' },
    write: { type: 'boolean', default: false },
    page: { type: 'boolean', default: false },
    against: { type: 'string' },
    history: { type: 'string' },
    profile: { type: 'string' },
  },
});
if (values.page) {
  writePerformance(readResults(resultsFile));
  process.exit(0);
}
if (values.against !== undefined && !existsSync(values.against)) fail(`${values.against} does not exist.`);
const unknown = positionals.filter((name) => !(name in measurements));
if (unknown.length > 0)
  fail(`Unknown measurement ${unknown.join(', ')}; choose from ${Object.keys(measurements).join(', ')}.`);
const scale = Number(values.scale ?? (values.quick ? 0.01 : 1));
if (!(scale > 0 && scale <= 10)) fail(`--scale ${values.scale} is not valid; choose a number above 0 and at most 10.`);

const options: BenchOptions = values.quick
  ? { rounds: 2, warmUpRounds: 1, share: 0.2, scale }
  : { rounds: 5, warmUpRounds: 8, share: 1, scale };
const say = (text: string) => console.error(text);
const server = createPostgresServer(process.env['DATABASE_URL']);
// Measured platforms use their own databases.
delete process.env['DATABASE_URL'];

// A profile makes what it measures slower.
const profiles = values.profile === undefined ? undefined : createProfiles(values.profile);
if (profiles && (values.write || values.history !== undefined))
  fail('--write and --history record nothing that --profile slows down; leave one of them out.');

const history = values.history === undefined ? undefined : historyFile(values.history, machineKind());
const sections: Section[] = [];
// Servers of their own end with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
let failed = false;
try {
  for (const [name, { title, run }] of Object.entries(measurements)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    say(`${name}: ${title} …`);
    const started = performance.now();
    const seconds = () => `${((performance.now() - started) / 1000).toFixed(0).padStart(5)} s`;
    const bench = createWorkbench(options, server, (text) => say(`${seconds()}  ${text}`), profiles);
    try {
      sections.push({ name, title, findings: await run(bench) });
    } catch (error) {
      failed = true;
      say(`${name} failed: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      await bench.clear();
      say(`${seconds()}  end of ${name}`);
    }
    // An interruption loses the section that it interrupts alone.
    if (values.write) await record(resultsFile);
  }
  console.log(terminalTable(sections));
  for (const { note } of sections.flatMap(({ findings }) => findings)) if (note !== undefined) console.log(`- ${note}`);
  const complete = positionals.length === 0 && !values.quick && !failed && !profiles;
  if (complete || values.write) {
    await record(resultsFile);
    writePerformance(readResults(resultsFile));
  }
  const regressions = findRegressions();
  for (const { what, before, now } of regressions)
    say(`${what}: ${now.toFixed(2)} of the peer's processor time, recorded were ${before.toFixed(2)}.`);
  const unmet = unexplained(sections);
  for (const what of unmet) say(`${what}: misses its target, and no remark says what isolates the reason.`);
  failed ||= regressions.length > 0 || unmet.length > 0;
  // What the next run compares with is from before a regression.
  if (history !== undefined && !failed) await record(history);
} finally {
  await server.stop();
}
process.exitCode = failed ? 1 : 0;

function findRegressions(): readonly Regression[] {
  const files = [history, values.against].filter((file) => file !== undefined);
  if (files.length === 0) return [];
  const earlier = comparable(files, machineKind());
  if ('recorded' in earlier) return regressionsAgainst(earlier.recorded, sections);
  say(earlier.reason);
  return [];
}

/** Replaces the sections of a file by the measured ones. */
async function record(file: string): Promise<void> {
  const earlier = existsSync(file) ? readResults(file) : undefined;
  const facts = await machineFacts(await server.freshDatabase());
  const merged = mergedSections(earlier, { facts, sections, order: Object.keys(measurements) });
  writeResults(file, { options, facts, sections: merged });
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
