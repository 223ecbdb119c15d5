import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { createAdminServer } from '../../runtime/observe/admin-server.ts';
import { formatMetrics, type MetricValues } from '../../runtime/observe/metrics.ts';
import { listenOn } from '../../runtime/start/ports.ts';
import type { LoadedSettings } from '../load-settings.ts';
import { defaultAdminPort } from '../production.ts';
import { serviceNames } from '../service-name.ts';
import { requestFromWorker, workerStarted } from './worker-messages.ts';

export interface RunningWorkers {
  /** Ends all processes: each drains its requests. */
  readonly stop: () => Promise<void>;
  /** Replaces the processes one after another: each former one ends when its successor serves requests. */
  readonly replace: () => Promise<void>;
}

/** Milliseconds until a process that ended unexpectedly is replaced. */
const restartDelay = 1_000;

/**
 * Runs the services in several processes behind the same ports (PROCESSES). This process serves no requests: it hands connections
 * out, replaces processes that end, and serves probes and metrics of all of them on ADMIN_PORT.
 *
 * @throws Error when a process cannot start
 */
export async function runWorkers(
  { settings, addresses }: LoadedSettings,
  log: FastifyBaseLogger,
): Promise<RunningWorkers> {
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
    worker.process.kill('SIGTERM');
    await exit;
  };
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
      replace: async () => {
        const former = [...workers];
        for (const worker of former) {
          await start();
          await end(worker);
        }
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
