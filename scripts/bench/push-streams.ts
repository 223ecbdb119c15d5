import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type RunningNotifications, startNotifications } from '../../contract-tests/fixtures/notifications.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import { readEvents } from '../../src/web/host/read-events.ts';
import { atConstantRate, cpuTimeOf, p99Of } from './load.ts';
import { median, spreadOf } from './findings.ts';
import { type Measurement, measuredStart } from './workbench.ts';

/** Kilobytes of one open stream, and milliseconds from a send until its arrival. */
const limits = { memory: 30, latency: 150 };
const perSecond = 20;
/** Streams that are opened concurrently. */
const openConcurrency = 16;

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
    const send = (pages: readonly Page[]) => async (index: number) => {
      const sessionAddress = pages[index % pages.length]?.sub ?? '';
      const arrived = new Promise<void>((resolve) => onArrival.set(sessionAddress, resolve));
      unwrap(await app.sender.sendNotification({ body: { sessionAddress, body: 'Your order is ready.' } }));
      await arrived;
    };
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
    return [
      {
        what: `memory of each of ${open}; peer: the limit`,
        ours: `${kilobytes.toFixed(0)} kB`,
        peer: `${limits.memory} kB`,
        ratio: spreadOf([kilobytes / limits.memory]),
        target: { atMost: 1 },
      },
      {
        what: `from a send until its arrival at one of ${open}, ${perSecond} a second (p99); peer: the limit`,
        ours: `${p99Of(latencies).toFixed(0)} ms (median ${median(latencies).toFixed(0)} ms), ${Math.round(cpu)} µs of processor time a send`,
        peer: `${limits.latency} ms`,
        ratio: spreadOf([p99Of(latencies) / limits.latency]),
        target: { atMost: 1 },
        note: `With ${first.length + few.length} open streams the same sends take ${p99Of(withFew).toFixed(0)} ms (p99; median ${median(withFew).toFixed(0)} ms).`,
      },
    ];
  },
};

/** A page of a person that receives pushes once its stream is open. */
interface Page {
  readonly sub: string;
  readonly openStream: () => Promise<ReadableStream<Uint8Array>>;
}

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

async function openStreams(pages: readonly Page[], onArrival: ReadonlyMap<string, () => void>): Promise<void> {
  await runConcurrently(
    pages.map((page) => async () => void readPushes(await page.openStream(), () => onArrival.get(page.sub)?.())),
  );
}

/** Runs work, {@link openConcurrency} at a time. @returns the results in the order of the work */
async function runConcurrently<Result>(work: readonly (() => Promise<Result>)[]): Promise<readonly Result[]> {
  const results: Result[] = [];
  const left = work.entries();
  const run = async () => {
    for (const [index, one] of left) results[index] = await one();
  };
  await Promise.all(Array.from({ length: openConcurrency }, run));
  return results;
}

async function readPushes(stream: ReadableStream<Uint8Array>, onPush: () => void): Promise<void> {
  try {
    for await (const { event } of readEvents(stream)) if (event === 'push') onPush();
  } catch {
    // The service has stopped.
  }
}

/** Milliseconds until a process must have reported its memory, and between two checks for the report. */
const timeout = 60_000;
const pollInterval = 100;

export interface MemoryAfterGc {
  /** Environment of the process that is measured. */
  readonly env: NodeJS.ProcessEnv;
  /** Collects garbage in the process. @returns its resident memory afterwards, bytes */
  readonly read: (pid: number) => Promise<number>;
  readonly clear: () => void;
}

/** Measures the memory of a process after garbage collection. */
function measureMemoryAfterGc(): MemoryAfterGc {
  const directory = mkdtempSync(join(tmpdir(), 'memory-'));
  const file = join(directory, 'resident');
  return {
    env: { NODE_OPTIONS: `--import ${join(import.meta.dirname, 'gc-on-signal.ts')}`, MEMORY_FILE: file },
    read: async (pid) => {
      rmSync(file, { force: true });
      process.kill(pid, 'SIGUSR2');
      for (let waited = 0; waited < timeout && !existsSync(file); waited += pollInterval) await delay(pollInterval);
      if (!existsSync(file)) throw new Error(`Process ${pid} did not report its memory within ${timeout / 1000} s.`);
      return Number(readFileSync(file, 'utf8'));
    },
    clear: () => rmSync(directory, { recursive: true }),
  };
}
