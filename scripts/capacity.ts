/**
 * `npm run capacity`: measures the cost of requests and rows on a temporary PostgreSQL server, and writes docs/capacity.json
 * and docs/capacity.md. `-- --page` writes only the page, from docs/capacity.json; `-- --count N` sets the number of requests.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { machineFacts } from './bench/machine.ts';
import { measure } from './capacity/measure.ts';
import type { Measured } from './capacity/measured.ts';
import { capacityPage } from './capacity/page.ts';
import { startPostgres } from '../contract-tests/fixtures/postgres.ts';

const { values } = parseArgs({ options: { page: { type: 'boolean' }, count: { type: 'string', default: '1000' } } });
const docs = join(import.meta.dirname, '..', 'docs');
const figures = join(docs, 'capacity.json');

if (!values.page) {
  const postgres = await startPostgres();
  try {
    const machine = (await machineFacts(postgres.url)).filter(([name]) => name !== 'Peers');
    const costs = await measure({ databaseUrl: postgres.url, count: Number(values.count), say: console.log });
    writeFileSync(figures, `${JSON.stringify({ machine, ...costs }, null, 2)}\n`);
  } finally {
    await postgres.stop();
  }
}
const measured: Measured = JSON.parse(readFileSync(figures, 'utf8'));
writeFileSync(join(docs, 'capacity.md'), capacityPage(measured));
process.exit(0);
