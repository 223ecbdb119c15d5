import { parseArgs } from 'node:util';
import {
  type BenchOptions,
  createPostgresServer,
  createWorkbench,
  machineFacts,
  type Measurement,
} from './bench/workbench.ts';
import {
  readResults,
  regressionsAgainst,
  resultsFile,
  type Section,
  terminalTable,
  writePerformance,
  writeResults,
} from './bench/page.ts';
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
  p19: gateway,
};

showHelp(`Usage: npm run bench [-- p1 p2 …] [options]

Compares the performance of the platform with other servers on the same machine at the
same time. docs/performance.md describes the measurements.

  --quick          fewer and shorter rounds, small databases
  --scale N        size of the big databases, as a fraction of 1,000,000 posts and 10,000,000 transactions; default 1
  --write          records the measurements in docs/performance.json and writes the page; a complete run always does
  --page           writes only the page, from docs/performance.json
  --against FILE   compares with recorded results: exits 1 when a measurement needs 15 % more processor time, relative to its peer`);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    scale: { type: 'string' },
    write: { type: 'boolean', default: false },
    page: { type: 'boolean', default: false },
    against: { type: 'string' },
  },
});
if (values.page) {
  writePerformance(readResults(resultsFile));
  process.exit(0);
}
const recorded = values.against === undefined ? undefined : readResults(values.against);
const unknown = positionals.filter((name) => !(name in measurements));
if (unknown.length > 0)
  fail(`Unknown measurement ${unknown.join(', ')}; choose from ${Object.keys(measurements).join(', ')}.`);
const scale = Number(values.scale ?? (values.quick ? 0.01 : 1));
if (!(scale > 0 && scale <= 10)) fail(`--scale ${values.scale} is not valid; choose a number above 0 and at most 10.`);

const options: BenchOptions = values.quick
  ? { rounds: 2, warmUpRounds: 2, share: 0.2, scale }
  : { rounds: 5, warmUpRounds: 8, share: 1, scale };
const say = (text: string) => console.error(text);
const server = createPostgresServer(process.env['DATABASE_URL']);
// Measured platforms use their own databases.
delete process.env['DATABASE_URL'];

const sections: Section[] = [];
// Servers of their own end with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
let failed = false;
try {
  for (const [name, { title, run }] of Object.entries(measurements)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    say(`${name}: ${title} …`);
    const bench = createWorkbench(options, server, (text) => say(`    ${text}`));
    try {
      sections.push({ name, title, findings: await run(bench) });
    } catch (error) {
      failed = true;
      say(`${name} failed: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      await bench.clear();
    }
  }
  const complete = positionals.length === 0 && !values.quick && !failed;
  if (complete || values.write) await record();
} finally {
  await server.stop();
}
console.log(terminalTable(sections));
for (const { note } of sections.flatMap(({ findings }) => findings)) if (note !== undefined) console.log(`- ${note}`);
const regressions = recorded ? regressionsAgainst(recorded, sections) : [];
for (const { what, before, now } of regressions)
  console.error(`${what}: ${now.toFixed(2)} of the peer's processor time, recorded were ${before.toFixed(2)}.`);
process.exitCode = failed || regressions.length > 0 ? 1 : 0;

/** Replaces the recorded sections by the measured ones, in the order of the measurements. */
async function record(): Promise<void> {
  const all = new Map([...readResults(resultsFile).sections, ...sections].map((section) => [section.name, section]));
  const ordered = Object.keys(measurements).flatMap((name) => all.get(name) ?? []);
  const results = { options, facts: await machineFacts(await server.freshDatabase()), sections: ordered };
  writeResults(resultsFile, results);
  writePerformance(results);
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
