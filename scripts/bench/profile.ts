import { existsSync, readFileSync, rmSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { cpuTimeOfThreads } from './cpu-time.ts';

/** Share of the processor time that a part of the program takes, itself without what it calls. */
export interface ProfilePart {
  readonly part: string;
  /** 0 to 1. */
  readonly share: number;
}

/** Parts by the function or the file of a sample; the first that matches counts. */
const parts: readonly (readonly [part: string, functions: RegExp, files: RegExp])[] = [
  ['writing to sockets (system calls)', /^(writeUtf8String|writeLatin1String|writeBuffer|writev)$/, /^$/],
  ['signatures (libsodium, OpenSSL)', /^(run|SignJob)$/, /^$/],
  ['signatures (libsodium, OpenSSL)', /./, /node_modules\/sodium-native\//],
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

/** Parts outside the event loop, by the name of their threads. */
const threads = {
  'thread pool of Node (RS256 signatures)': 'libuv-worker',
  'threads of V8 (garbage collection, compiler)': 'V8Worker',
} as const;

interface Profiled {
  readonly file: string;
  /** Processor time of the threads, microseconds: at the start of the profile, then during it. */
  readonly threadTimes: Map<string, number>;
}

const profiled = new Map<number, Profiled>();

export function registerProfiled(pid: number, file: string): void {
  profiled.set(pid, { file, threadTimes: new Map() });
}

/** Environment of a process that {@link profiling} can profile. */
export function profiledEnvironment(file: string): NodeJS.ProcessEnv {
  return { NODE_OPTIONS: `--import ${join(import.meta.dirname, 'profile-on-signal.ts')}`, PROFILE_FILE: file };
}

/** Starts or stops the profile of a process; does nothing for processes that are not profiled. */
export async function profiling(pid: number, change: 'start' | 'stop'): Promise<void> {
  const found = profiled.get(pid);
  if (found === undefined) return;
  const { file, threadTimes } = found;
  if (change === 'start') rmSync(file, { force: true });
  for (const [part, thread] of Object.entries(threads)) {
    const before = change === 'start' ? 0 : (threadTimes.get(part) ?? 0);
    threadTimes.set(part, cpuTimeOfThreads(pid, thread) - before);
  }
  process.kill(pid, 'SIGUSR2');
  // The signal arrives, and the file is written, some time later.
  if (change === 'start') await delay(100);
  else for (let waited = 0; waited < 100 && !existsSync(file); waited++) await delay(100);
}

/** Summarises the last profile of each process by part, the largest share first. */
export function readProfile(): readonly ProfilePart[] {
  const times = new Map<string, number>();
  for (const { file, threadTimes } of profiled.values()) {
    if (!existsSync(file)) continue;
    const profile: Profiler.Profile = JSON.parse(readFileSync(file, 'utf8'));
    for (const [part, time] of threadTimes) times.set(part, (times.get(part) ?? 0) + time);
    const frames = framesOf(profile);
    profile.samples?.forEach((id, index) => {
      const frame = frames.get(id);
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

/** Forgets processes that were measured. */
export function clearProfiled(): void {
  profiled.clear();
}

type Frame = Pick<Profiler.Profile['nodes'][number]['callFrame'], 'functionName' | 'url'>;

/**
 * Frames by the id of their node. Those of sodium-native's machine code count as of its file: it has no symbols, and V8 names
 * it after any that it exports.
 */
function framesOf({ nodes }: Profiler.Profile): ReadonlyMap<number, Frame> {
  const frames = new Map<number, Frame>(nodes.map(({ id, callFrame }) => [id, callFrame]));
  for (const { callFrame, children = [] } of nodes) {
    if (!callFrame.url.includes('/node_modules/sodium-native/')) continue;
    for (const child of children) frames.set(child, callFrame);
  }
  return frames;
}

function partOf({ functionName, url }: Frame): string {
  return parts.find(([, functions, files]) => functions.test(functionName) && files.test(url))?.[0] ?? remainder;
}
