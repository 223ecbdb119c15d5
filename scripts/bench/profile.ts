import { existsSync, readFileSync, rmSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Share of the event loop's time that a part of the program takes, itself without what it calls. */
export interface ProfilePart {
  readonly part: string;
  /** 0 to 1. */
  readonly share: number;
}

/** Parts by the function or the file of a sample; the first that matches counts. */
const parts: readonly (readonly [part: string, functions: RegExp, files: RegExp])[] = [
  ['writing to sockets (system calls)', /^(writeUtf8String|writeLatin1String|writeBuffer|writev)$/, /^$/],
  // V8 names the functions of sodium-native, which has no symbols, after one that it exports.
  ['signatures (libsodium, OpenSSL)', /^(run|SignJob|extension_\w+)$/, /^$/],
  ['garbage collection', /^\(garbage collector\)$/, /^$/],
  ['HTTP and streams of Node', /./, /^node:(_http|net|internal\/stream|stream|internal\/timers|timers|events)/],
  [
    'Fastify, router, logger, metrics',
    /./,
    /node_modules\/(@?fastify|find-my-way|pino|prom-client|avvio|light-my-request)/,
  ],
  ['driver of PostgreSQL', /./, /node_modules\/pg/],
  ['Kysely', /./, /node_modules\/kysely/],
  ['rules of the standards (src/protocol)', /./, /src\/protocol\//],
  ['what all services share (src/runtime)', /./, /src\/runtime\//],
  ['handlers and stores', /./, /src\/(sso|forum|backend|notifications)\//],
];
const remainder = 'the rest of Node and V8';

const profiled = new Map<number, string>();

export function registerProfiled(pid: number, file: string): void {
  profiled.set(pid, file);
}

/** Environment of a process that {@link profiling} can profile. */
export function profiledEnvironment(file: string): NodeJS.ProcessEnv {
  return { NODE_OPTIONS: `--import ${join(import.meta.dirname, 'sampled-process.ts')}`, PROFILE_FILE: file };
}

/** Starts or stops the profile of a process; does nothing for processes that are not profiled. */
export async function profiling(pid: number, change: 'start' | 'stop'): Promise<void> {
  const file = profiled.get(pid);
  if (file === undefined) return;
  if (change === 'start') rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  // The signal arrives, and the file is written, some time later.
  if (change === 'start') await delay(100);
  else for (let waited = 0; waited < 100 && !existsSync(file); waited++) await delay(100);
}

/** Summarises profiles by part, the largest share first. */
export function readProfile(files: readonly string[]): readonly ProfilePart[] {
  const times = new Map<string, number>();
  for (const file of files.filter((one) => existsSync(one))) {
    const profile: Profiler.Profile = JSON.parse(readFileSync(file, 'utf8'));
    const nodes = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
    profile.samples?.forEach((id, index) => {
      const frame = nodes.get(id);
      const time = profile.timeDeltas?.[index] ?? 0;
      // Waiting for requests, and the profiler itself.
      if (!frame || frame.functionName === '(idle)' || frame.url === 'node:inspector') return;
      const part = partOf(frame);
      times.set(part, (times.get(part) ?? 0) + time);
    });
  }
  const total = [...times.values()].reduce((sum, time) => sum + time, 0);
  return [...times]
    .map(([part, time]) => ({ part, share: time / total }))
    .toSorted((one, other) => other.share - one.share);
}

function partOf({ functionName, url }: { readonly functionName: string; readonly url: string }): string {
  return parts.find(([, functions, files]) => functions.test(functionName) && files.test(url))?.[0] ?? remainder;
}
