import { setTimeout as delay } from 'node:timers/promises';
import { startNotifications } from '../../contract-tests/fixtures/notifications.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { createServerDatabase } from '../../contract-tests/fixtures/runtime/test-database.ts';
import type { Database } from '../../src/runtime/database.ts';
import { cpuTimeOf } from '../bench/cpu-time.ts';
import { measured } from '../bench/workbench.ts';
import type { RequestCost } from './measured.ts';
import { databaseTime } from './processor-time.ts';

export const heartbeatKind = 'heartbeat of an open page';

/** Number of concurrently open pages. */
const pages = 1_000;
/** Duration of the measurements without and with pages, milliseconds: three heartbeats. */
const watched = 45_000;

/**
 * Measures the cost of a page that only waits for pushes. Subtracts the cost of the service without pages.
 */
export async function heartbeatCost(databaseUrl: string, database: Database): Promise<RequestCost> {
  const notifications = await startNotifications({
    env: { ...measured, DATABASE_URL: await createServerDatabase(databaseUrl) },
  });
  const pid = notifications.platform.pid;
  const spent = async () => ({ service: cpuTimeOf(pid), database: await databaseTime(database) });
  const watch = async () => {
    const before = await spent();
    await delay(watched);
    const after = await spent();
    return { service: after.service - before.service, database: after.database - before.database };
  };

  const idle = await watch();
  let heard = 0;
  for (let page = 0; page < pages; page++) {
    const host = await notifications.person();
    const { deviceId } = unwrap(await host.createDevice({ body: { transport: 'stream' } }));
    const stream = unwrap(await host.streamPushes({ query: { deviceId } }));
    void stream.pipeTo(new WritableStream({ write: () => void (heard += 1) })).catch(() => undefined);
  }
  heard = 0;
  const open = await watch();
  const heartbeats = heard;
  await notifications.stop();
  if (heartbeats < 2 * pages)
    throw new Error(`Expected at least ${2 * pages} heartbeats of ${pages} pages, got ${heartbeats}.`);
  return {
    serviceMicros: Math.round((open.service - idle.service) / heartbeats),
    databaseMicros: Math.round((open.database - idle.database) / heartbeats),
    rows: {},
  };
}
