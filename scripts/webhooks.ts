import { setTimeout as sleep } from 'node:timers/promises';
import { printResult } from './command/print-result.ts';
import { runWebhooks } from './webhooks/commands.ts';

// Forwards the status events of an app to a receiver on this machine.
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
await printResult(() =>
  runWebhooks(process.argv.slice(2), {
    env: process.env,
    fetch,
    now: () => new Date(),
    random: Math.random,
    sleep: (ms) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined),
    stopping: stopping.signal,
    print: (line) => console.error(line),
  }),
);
