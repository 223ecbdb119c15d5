import type { Worker } from 'node:cluster';
import { isJsonObject } from '../../protocol/json-object.ts';

/** What the primary process asks a worker for. */
const questions = ['readiness', 'metrics'] as const;
export type WorkerQuestion = (typeof questions)[number];

/** Milliseconds after which a worker that does not answer counts as not ready. */
const timeoutMs = 5_000;

/** Answers of a worker to the primary process. */
export type WorkerAnswers = Readonly<Record<WorkerQuestion, () => Promise<unknown>>>;

/** Reports that this worker serves requests. */
export const reportStarted = (): void => void process.send?.({ type: 'started' });

/** Resolves when a worker serves requests. @throws Error when it ends before */
export function workerStarted(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: unknown) => {
      if (isJsonObject(message) && message['type'] === 'started') resolve();
    });
    worker.once('exit', (code) => reject(new Error(`A process ended with exit code ${code} before it was ready.`)));
  });
}

/** Answers the primary process, in a worker. */
export function answerPrimary(answers: WorkerAnswers): void {
  process.on('message', (message: unknown) => {
    if (!isJsonObject(message)) return;
    const question = questions.find((name) => name === message['question']);
    if (question === undefined) return;
    void answers[question]()
      .catch(() => undefined)
      .then((value) => process.send?.({ answer: question, id: message['id'], value }));
  });
}

let questionCount = 0;

/** Asks a worker. @returns undefined when it does not answer in time */
export function askWorker(worker: Worker, question: WorkerQuestion): Promise<unknown> {
  const id = (questionCount += 1);
  return new Promise((resolve) => {
    const finish = (value: unknown) => {
      clearTimeout(timer);
      worker.off('message', listen);
      worker.off('exit', giveUp);
      resolve(value);
    };
    const giveUp = () => finish(undefined);
    const listen = (message: unknown) => {
      if (isJsonObject(message) && message['answer'] === question && message['id'] === id) finish(message['value']);
    };
    const timer = setTimeout(giveUp, timeoutMs);
    worker.on('message', listen);
    worker.once('exit', giveUp);
    if (worker.isConnected()) worker.send({ question, id });
    else giveUp();
  });
}
