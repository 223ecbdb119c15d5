import { setTimeout as delay } from 'node:timers/promises';
import { startNotifications } from '../../contract-tests/fixtures/notifications.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { createServerDatabase } from '../../contract-tests/fixtures/runtime/test-database.ts';
import type { Database } from '../../src/runtime/database.ts';
import { cpuTimeOf } from '../bench/cpu-time.ts';
import { measuredStart } from '../bench/workbench.ts';
import type { RequestCost } from './results.ts';
import { databaseTime } from './processor-time.ts';

export const heartbeatKind = 'heartbeat of an open page';

/** Number of concurrently open pages. */
const pages = 1_000;
/** Duration of the measurements with and without pages, milliseconds: three heartbeats. */
const interval = 45_000;
/** Time for the service to remove closed streams, milliseconds. */
const settleTime = 5_000;

/**
 * Measures the cost of an open page that receives no pushes: the cost of a service with pages, minus its cost after they have
 * closed. The service without pages is measured last, because the minute after a start has costs of its own.
 */
export async function heartbeatCost(databaseUrl: string, database: Database): Promise<RequestCost> {
  const notifications = await startNotifications(
    measuredStart({ DATABASE_URL: await createServerDatabase(databaseUrl) }),
  );
  const pid = notifications.platform.pid;
  const cpuTimes = async () => ({ service: cpuTimeOf(pid), database: await databaseTime(database) });
  const measureCosts = async () => {
    const before = await cpuTimes();
    await delay(interval);
    const after = await cpuTimes();
    return { service: after.service - before.service, database: after.database - before.database };
  };

  const closing = new AbortController();
  let received = 0;
  for (let page = 0; page < pages; page++) {
    const host = await notifications.person();
    const { deviceId } = unwrap(await host.createDevice({ body: { transport: 'stream' } }));
    const stream = unwrap(await host.streamPushes({ query: { deviceId } }));
    void stream
      .pipeTo(new WritableStream({ write: () => void (received += 1) }), { signal: closing.signal })
      .catch(() => undefined);
  }
  // The start, the sign-ins of all pages and their first heartbeats are work that an open page does not repeat.
  await delay(interval);
  received = 0;
  const open = await measureCosts();
  const heartbeats = received;
  closing.abort();
  await delay(settleTime);
  const idle = await measureCosts();
  await notifications.stop();
  if (heartbeats < 2 * pages)
    throw new Error(`Expected at least ${2 * pages} heartbeats of ${pages} pages, got ${heartbeats}.`);
  return {
    serviceMicros: Math.round((open.service - idle.service) / heartbeats),
    databaseMicros: Math.round((open.database - idle.database) / heartbeats),
    rows: {},
  };
}
