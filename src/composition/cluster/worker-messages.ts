import type { Worker } from 'node:cluster';
import { isJsonObject } from '../../protocol/json-object.ts';

/** Requests that the primary process sends to a worker. */
const requests = ['readiness', 'metrics'] as const;
export type WorkerRequest = (typeof requests)[number];

/** Milliseconds after which a worker that sends no response counts as not ready. */
const timeoutMs = 5_000;

/** Functions of a worker that compute the response to each request of the primary process. */
export type WorkerHandlers = Readonly<Record<WorkerRequest, () => Promise<unknown>>>;

/** Reports that this worker serves requests. */
export const reportStarted = (): void => void process.send?.({ type: 'started' });

/** Resolves when a worker serves requests. @throws Error when the worker ends before that */
export function workerStarted(worker: Worker): Promise<void> {
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
export function requestFromWorker(worker: Worker, request: WorkerRequest): Promise<unknown> {
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
