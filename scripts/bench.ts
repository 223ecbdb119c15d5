/**
 * `npm run bench [-- p1 p3 …] [--quick] [--scale 0.1] [--write]`: compares the performance of the platform with other
 * servers on the same machine at the same time.
 *
 *   --quick   fewer and shorter rounds, small databases
 *   --scale   size of the big databases, as a fraction of 1,000,000 posts and 10,000,000 transactions; default 1
 *   --write   writes docs/performance.md and its chart; a complete run always does
 */
import { parseArgs } from 'node:util';
import { machineFacts } from './bench/machine.ts';
import { measurements } from './bench/measurements.ts';
import { type Section, terminalTable } from './bench/report.ts';
import { type BenchOptions, createPostgresServer, createWorkbench } from './bench/workbench.ts';
import { writePerformance } from './bench/write-performance.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    scale: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const unknown = positionals.filter((name) => !(name in measurements));
if (unknown.length > 0)
  fail(`Unknown measurement ${unknown.join(', ')}; choose from ${Object.keys(measurements).join(', ')}.`);
const scale = Number(values.scale ?? (values.quick ? 0.01 : 1));
if (!(scale > 0 && scale <= 10)) fail(`--scale ${values.scale} is not valid; choose a number above 0 and at most 10.`);

const options: BenchOptions = values.quick ? { rounds: 2, share: 0.2, scale } : { rounds: 4, share: 1, scale };
const say = (text: string) => console.error(text);
const server = createPostgresServer(process.env['DATABASE_URL']);
// Measured platforms use their own databases.
delete process.env['DATABASE_URL'];

const sections: Section[] = [];
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
  if (complete || values.write)
    writePerformance({ sections, options, facts: await machineFacts(await server.freshDatabase()) });
} finally {
  await server.stop();
}
console.log(terminalTable(sections));
process.exitCode = failed ? 1 : 0;

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
