import { setTimeout as pause } from 'node:timers/promises';
import type { Output } from '../command.ts';
import { UsageError } from '../print.ts';
import { openAppKey, signingKeysOf } from './app-key.ts';
import { listen, printKeys, requireHttpUrl } from './listen.ts';

interface ListenRequest {
  readonly forward: string;
  readonly app: string | undefined;
  readonly key: string | undefined;
  /** How old events may be that are sent again, such as 10m. */
  readonly since: string | undefined;
}

/** Forwards the events of an app until SIGINT or SIGTERM. @returns how many events were accepted and dropped */
export async function listenToApp(
  { forward, since, ...app }: ListenRequest,
  output: Output,
): Promise<{ readonly forwarded: number; readonly dropped: number }> {
  requireHttpUrl(forward);
  const from = since === undefined ? undefined : new Date(Date.now() - durationMs(since));
  const keys = signingKeysOf({ ...app, env: output.env });
  const { client, release } = await openAppKey({ ...app, scope: 'read', env: output.env });
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  try {
    printKeys(forward, keys, output.note);
    return await listen(forward, {
      client,
      keys,
      from,
      fetch: globalThis.fetch,
      now: () => new Date(),
      random: Math.random,
      sleep: (ms) => pause(ms, undefined, { signal: stopping.signal }).catch(() => undefined),
      stopping: stopping.signal,
      print: output.note,
    });
  } finally {
    await release();
  }
}

const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

function durationMs(text: string): number {
  const [, count, unit = ''] = /^(\d{1,6})([smh])$/.exec(text) ?? [];
  const ms = Number(count) * (unitMs[unit] ?? Number.NaN);
  if (ms > 0) return ms;
  throw new UsageError(`--since is ${text}: write a number and s, m or h, such as 10m.`);
}
