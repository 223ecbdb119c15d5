import { type RunningNotifications, startNotifications } from '../../contract-tests/fixtures/notifications.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { median } from './findings.ts';
import { atConstantRate, cpuTimeOf, p99Of } from './load.ts';
import { measureMemoryAfterGc } from './memory-after-gc.ts';
import { latencyRow, memoryRow, openStreams, type Page, perSecond, runConcurrently, sender } from './open-pages.ts';
import { streamsOverProcesses } from './push-stream-processes.ts';
import { type Measurement, measuredStart } from './workbench.ts';

/** P14: many open pages in one process, and pushes to them. */
export const pushStreams: Measurement = {
  title: 'Open push streams',
  run: async (bench) => {
    const [count, pushes] = [bench.times(2_000), bench.times(400)];
    const memory = measureMemoryAfterGc();
    bench.onClear(memory.clear);
    const notifications = await startNotifications(
      measuredStart({ ...memory.env, DATABASE_URL: await bench.freshDatabase() }),
    );
    bench.onClear(notifications.stop);
    const { pid } = notifications.platform;
    const app = await notifications.app();
    const onArrival = new Map<string, () => void>();
    // The first pages compile the code and open the connections to the database.
    const [first, few, later] = [
      await createPages(notifications, app.appId, 50),
      await createPages(notifications, app.appId, pushes),
      await createPages(notifications, app.appId, count),
    ];
    const send = sender(app, onArrival);
    await openStreams([...first, ...few], onArrival);
    // The first sends compile their code.
    await atConstantRate({ perSecond, count: first.length }, send(first));
    const withFew = await atConstantRate({ perSecond, count: pushes }, send(few));
    const before = await memory.read(pid);
    await openStreams(later, onArrival);
    const kilobytes = ((await memory.read(pid)) - before) / count / 1000;

    const cpuBefore = cpuTimeOf(pid);
    const latencies = await atConstantRate({ perSecond, count: pushes }, send(later));
    const cpu = (cpuTimeOf(pid) - cpuBefore) / pushes;
    const open = `${count.toLocaleString('en')} open streams in one process`;
    const rows = [
      { ...memoryRow(open, kilobytes), note: 'Socket, HTTP response and heartbeat of a stream.' },
      {
        ...latencyRow(open, latencies),
        note: `A send takes ${Math.round(cpu)} µs of processor time. With ${first.length + few.length} open streams the same sends take ${p99Of(withFew).toFixed(0)} ms (p99; median ${median(withFew).toFixed(0)} ms).`,
      },
    ];
    // What follows needs the memory.
    await bench.clear();
    return [...rows, ...(await streamsOverProcesses(bench))];
  },
};

/** Creates the device of a page for each of many people who granted consent. */
async function createPages(
  { recipient }: RunningNotifications,
  appId: string,
  count: number,
): Promise<readonly Page[]> {
  const create = async (): Promise<Page> => {
    const { sub, host } = await recipient(appId);
    const { deviceId } = unwrap(await host.createDevice({ body: { transport: 'stream' } }));
    return { sub, openStream: async () => unwrap(await host.streamPushes({ query: { deviceId } })) };
  };
  return runConcurrently(Array.from({ length: count }, () => create));
}
