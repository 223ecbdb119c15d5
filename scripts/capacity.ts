import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { machineFacts } from './bench/workbench.ts';
import { measure } from './bench/request-costs.ts';
import type { CapacityResults } from './bench/demand.ts';
import { capacityPage } from './bench/capacity-page.ts';
import { startPostgres } from '../contract-tests/fixtures/postgres.ts';
import { showHelp } from './command/show-help.ts';

showHelp(`Usage: npm run capacity

Measures the cost of requests and rows on a temporary PostgreSQL server, and writes docs/capacity.json
and docs/capacity.md.

  --page           writes only the page, from docs/capacity.json
  --count N        number of requests of each kind; default 1000
  --only KIND      measures one kind and keeps the recorded others; can be repeated`);

const { values } = parseArgs({
  options: {
    page: { type: 'boolean' },
    count: { type: 'string', default: '1000' },
    only: { type: 'string', multiple: true },
  },
});
const docs = join(import.meta.dirname, '..', 'docs');
const figures = join(docs, 'capacity.json');

if (!values.page) {
  const postgres = await startPostgres();
  try {
    const machine = (await machineFacts(postgres.url)).filter(([name]) => !['Peers', 'Keycloak'].includes(name));
    const { only } = values;
    const costs = await measure({ databaseUrl: postgres.url, count: Number(values.count), only, say: console.log });
    const recorded: CapacityResults = only
      ? JSON.parse(readFileSync(figures, 'utf8'))
      : { machine, requests: {}, rowBytes: {} };
    const results: CapacityResults = {
      machine: recorded.machine,
      requests: { ...recorded.requests, ...costs.requests },
      rowBytes: sortedByName({ ...costs.rowBytes, ...recorded.rowBytes }),
    };
    writeFileSync(figures, `${JSON.stringify(results, null, 2)}\n`);
  } finally {
    await postgres.stop();
  }
}
const measured: CapacityResults = JSON.parse(readFileSync(figures, 'utf8'));
writeFileSync(join(docs, 'capacity.md'), capacityPage(measured));
process.exit(0);

function sortedByName<Value>(record: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
