import { startBackend, type RunningBackend } from '../../contract-tests/fixtures/backend.ts';
import { fillTransactions, payer } from './big-tables.ts';
import type { Finding } from './measurement.ts';
import { smallSize } from './p6-big-tables.ts';
import { alternately, slowdown } from './paired-latency.ts';
import { measuredStart, type Workbench } from './workbench.ts';

/** The cost of one user's transactions does not depend on those of all users. */
export async function manyTransactions(bench: Workbench): Promise<Finding> {
  const many = Math.round(10_000_000 * bench.scale);
  const small = await startBackendWith(bench, smallSize);
  const big = await startBackendWith(bench, many);
  const history = async (of: RunningBackend) => ({
    url: `${of.url}/api/transactions`,
    headers: { authorization: `Bearer ${await of.token({ sub: payer })}` },
  });
  const [ours, peer] = await alternately(bench, await history(big), await history(small));
  const what = `one payer's transactions: among ${many.toLocaleString('en')}; peer: among ${smallSize.toLocaleString('en')}`;
  return slowdown(what, ours, peer);
}

async function startBackendWith(bench: Workbench, transactions: number): Promise<RunningBackend> {
  const DATABASE_URL = await bench.freshDatabase();
  bench.say(`filling a database with ${transactions.toLocaleString('en')} transactions`);
  await fillTransactions(DATABASE_URL, transactions);
  const backend = await startBackend({ services: ['backend'], ...measuredStart({ DATABASE_URL }) });
  bench.onClear(backend.stop);
  return backend;
}
