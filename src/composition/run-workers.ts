import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { createAdminServer } from '../runtime/observe/admin-server.ts';
import { formatMetrics, type MetricValues } from '../runtime/observe/metrics.ts';
import { listenOn } from '../runtime/start/ports.ts';
import type { LoadedSettings } from './load-settings.ts';
import { defaultAdminPort } from './production.ts';
import { serviceNames } from './settings.ts';
import { isJsonObject } from '../protocol/json-object.ts';

/** Milliseconds until a process that ended unexpectedly is replaced. */
const restartDelay = 1_000;

/** Milliseconds after DRAIN_SECONDS in which a process ends; then it is killed, so that no replacement and no stop waits for ever. */
const endTimeout = 30_000;

/**
 * Runs the services in several processes behind the same ports (PROCESSES). This process serves no requests: it hands connections
 * out, replaces processes that end, and serves probes and metrics of all of them on ADMIN_PORT.
 *
 * @throws Error when a process cannot start
 */
export async function runWorkers(
  { settings, addresses }: LoadedSettings,
  log: FastifyBaseLogger,
): Promise<{
  /** Ends all processes: each drains its requests. */
  readonly stop: () => Promise<void>;
  /** Replaces the processes one after another: each former one ends when its successor serves requests. */
  readonly replace: () => Promise<void>;
}> {
  const stopping = new AbortController();
  const workers = new Set<Worker>();
  // A port that was chosen freely is chosen once for all.
  const env = Object.fromEntries(
    serviceNames.flatMap((name) => [
      [`${name.toUpperCase()}_PORT`, String(addresses[name].port)],
      [`${name.toUpperCase()}_BASE_URL`, addresses[name].baseUrl],
    ]),
  );

  const start = async (): Promise<Worker> => {
    const worker = cluster.fork(env);
    workers.add(worker);
    worker.once('exit', () => workers.delete(worker));
    await workerStarted(worker);
    worker.once('exit', (code, signal) => {
      if (stopping.signal.aborted || worker.exitedAfterDisconnect) return;
      log.error({ code, signal, pid: worker.process.pid }, 'a process ended unexpectedly; another one replaces it');
      void restart();
    });
    return worker;
  };
  const restart = async (): Promise<void> => {
    await pause(restartDelay);
    if (stopping.signal.aborted) return;
    await start().catch((error: unknown) => {
      log.error({ err: error }, 'a process cannot start; the next attempt follows');
      return restart();
    });
  };
  const end = async (worker: Worker): Promise<void> => {
    if (worker.isDead()) return;
    // Otherwise its end would count as unexpected.
    worker.exitedAfterDisconnect = true;
    const exit = once(worker, 'exit');
    const timer = setTimeout(
      () => {
        log.error({ pid: worker.process.pid }, 'a process did not end in time; it is killed');
        worker.process.kill('SIGKILL');
      },
      settings.DRAIN_SECONDS * 1000 + endTimeout,
    );
    worker.process.kill('SIGTERM');
    await exit;
    clearTimeout(timer);
  };
  const replaceAll = async (): Promise<void> => {
    const former = [...workers];
    for (const worker of former) {
      if (stopping.signal.aborted) return;
      // One that ended by itself is being replaced.
      if (worker.isDead()) continue;
      await start();
      await end(worker);
    }
  };
  let replacing = Promise.resolve();
  const stop = async (): Promise<void> => {
    stopping.abort();
    await Promise.all([...workers].map(end));
  };

  try {
    await Promise.all(Array.from({ length: settings.PROCESSES }, start));
    const admin = createAdminServer({
      services: [
        {
          ready: async () =>
            (await Promise.all([...workers].map((each) => requestFromWorker(each, 'readiness')))).every(Boolean),
        },
      ],
      metrics: {
        read: async () => {
          const all = await Promise.all([...workers].map((each) => requestFromWorker(each, 'metrics')));
          return formatMetrics(all.flatMap((values) => (Array.isArray(values) ? (values as MetricValues[]) : [])));
        },
      },
      stopping: stopping.signal,
      log,
    });
    await listenOn(admin, settings.ADMIN_HOST, settings.ADMIN_PORT ?? defaultAdminPort);
    return {
      stop: async () => {
        await stop();
        await admin.close();
      },
      // One replacement after the other: two at once would each start a successor of the same process.
      replace: () => (replacing = replacing.catch(() => undefined).then(replaceAll)),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Requests that the primary process sends to a worker. */
const requests = ['readiness', 'metrics'] as const;
type WorkerRequest = (typeof requests)[number];

/** Milliseconds after which a worker that sends no response counts as not ready. */
const timeoutMs = 5_000;

/** Functions of a worker that compute the response to each request of the primary process. */
type WorkerHandlers = Readonly<Record<WorkerRequest, () => Promise<unknown>>>;

/** Reports that this worker serves requests. From now on it also ends when the primary process ends without a signal to it. */
export function reportStarted(): void {
  process.once('disconnect', endWithPrimary);
  process.send?.({ type: 'started' });
}
const endWithPrimary = () => void process.kill(process.pid, 'SIGTERM');

/**
 * Leaves the primary process, for a worker that closed its servers. Connections that were on their way to this worker go back to
 * the primary process, which hands them to another worker; a worker that exits at once takes them along, and their clients wait
 * for a response that nobody sends.
 */
export async function leavePrimary(): Promise<void> {
  process.off('disconnect', endWithPrimary);
  if (!cluster.worker?.isConnected()) return;
  const left = once(process, 'disconnect');
  cluster.worker.disconnect();
  await left;
}

/** Resolves when a worker serves requests. @throws Error when the worker ends before that */
function workerStarted(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: unknown) => {
      if (isJsonObject(message) && message['type'] === 'started') resolve();
    });
    worker.once('exit', (code) => reject(new Error(`A process ended with exit code ${code} before it was ready.`)));
  });
}

/** Responds to requests of the primary process. Called in a worker. */
export function respondToPrimary(handlers: WorkerHandlers): void {
  process.on('message', (message: unknown) => {
    if (!isJsonObject(message)) return;
    const request = requests.find((name) => name === message['request']);
    if (request === undefined) return;
    void handlers[request]()
      .catch(() => undefined)
      .then((value) => process.send?.({ responseTo: request, id: message['id'], value }));
  });
}

let requestCount = 0;

/** Sends a request to a worker. @returns its response; undefined when it does not respond in time or ends */
function requestFromWorker(worker: Worker, request: WorkerRequest): Promise<unknown> {
  const id = (requestCount += 1);
  return new Promise((resolve) => {
    const finish = (value: unknown) => {
      clearTimeout(timer);
      worker.off('message', listen);
      worker.off('exit', giveUp);
      resolve(value);
    };
    const giveUp = () => finish(undefined);
    const listen = (message: unknown) => {
      if (isJsonObject(message) && message['responseTo'] === request && message['id'] === id) finish(message['value']);
    };
    const timer = setTimeout(giveUp, timeoutMs);
    worker.on('message', listen);
    worker.once('exit', giveUp);
    if (worker.isConnected()) worker.send({ request, id });
    else giveUp();
  });
}
