import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { demoApp } from '../src/composition/development-data.ts';
import { printNote, printResult } from '../cli/platform/print.ts';
import { runWebhooks } from '../cli/platform/webhooks/listen.ts';
import { showHelp } from './command/show-help.ts';

showHelp(`Usage: npx platform webhooks listen --key <ank_…> --forward <http://localhost:3000/hook>

Forwards the status events of an app to a receiver on this machine. Prints JSON.`);

const demoKey = async (appId: string = demoApp.appId): Promise<string | undefined> => {
  if (appId !== demoApp.appId) return undefined;
  const path = join(process.env['DATA_DIR'] || '.data', 'notifications.key');
  return readFile(path, 'utf8').then(
    (key) => key.trim(),
    () => undefined,
  );
};

// Forwards the status events of an app to a receiver on this machine.
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
await printResult(() =>
  runWebhooks(process.argv.slice(2), {
    env: process.env,
    demoKey,
    fetch,
    now: () => new Date(),
    random: Math.random,
    sleep: (ms) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined),
    stopping: stopping.signal,
    print: printNote,
  }),
);
