import { linkSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hostname } from 'node:os';
import { Failure } from '../failure.ts';
import { parseObject } from '../json.ts';
import { finishRotation } from './rotation-journal.ts';
import { ensureParents, hasCode, type StateDir } from './state-dir.ts';
import { requireRegularFile } from './state-file.ts';

/** Network timeout of work under the lock. */
const networkMs = 45_000;
/** Age after which a lock of another host is stale: its process cannot be checked. */
const foreignLeaseMs = 60_000;
/** Timeout for acquiring the lock. */
const lockTimeoutMs = 90_000;

/** Age after which a draft is deleted; a live one is used within milliseconds. */
const draftLeaseMs = 60_000;

const unknownHost = '';

interface Holder extends ProcessIdentity {
  /** Unique, which distinguishes a lock from its successor. */
  readonly token: string;
}

let counter = 0;
let ownProcess: ProcessIdentity | undefined;

function newHolder(): Holder {
  ownProcess ??= ownIdentity();
  counter += 1;
  return { ...ownProcess, token: `${ownProcess.pid}-${process.hrtime.bigint().toString(36)}-${counter}` };
}

/** Creates the lock file with its content in one step; false when it exists. */
function tryCreate(path: string, holder: Holder): boolean {
  const draft = `${path}.${holder.token}.draft`;
  writeFileSync(draft, JSON.stringify(holder), { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function readHolder(path: string): Holder | undefined {
  requireRegularFile(path);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
  const fields = parseObject(text);
  const [pid, start, host, token] = [fields?.['pid'], fields?.['start'], fields?.['host'], fields?.['token']];
  if (typeof pid === 'number' && typeof host === 'string' && typeof token === 'string' && /^[\w-]{1,80}$/.test(token)) {
    return { pid, start: typeof start === 'string' ? start : null, host, token };
  }
  // Locks are created with their content, so an unreadable one results from a power cut.
  return {
    pid: 0,
    start: null,
    host: unknownHost,
    token: `broken-${statSync(path, { throwIfNoEntry: false })?.ino ?? 0}`,
  };
}

/** Deletes drafts of killed processes. */
function sweepDrafts(dir: StateDir): void {
  for (const name of readdirSync(dir.path)) {
    if (!/^lock\..*\.draft$/.test(name)) continue;
    const path = join(dir.path, name);
    const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - modified > draftLeaseMs) rmSync(path, { force: true });
  }
}

function isStale(path: string, holder: Holder): boolean {
  if (holder.host === unknownHost) return true;
  if (holder.host === ownProcess?.host) return !isAlive(holder);
  const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return modified !== undefined && Date.now() - modified > foreignLeaseMs;
}

/**
 * Removes a stale lock. Only the process that creates the marker named after the token of the stale lock may remove it,
 * so the lock of a successor is never removed. A marker left by a killed process is recovered the same way.
 */
function recover(path: string, base: string): void {
  const holder = readHolder(path);
  if (!holder || !isStale(path, holder)) return;
  const marker = `${base}.${holder.token}`;
  if (!tryCreate(marker, newHolder())) return recover(marker, base);
  try {
    if (readHolder(path)?.token === holder.token) rmSync(path);
  } finally {
    rmSync(marker, { force: true });
  }
}

/**
 * Runs a read-modify-write of the state directory under its lock. Not reentrant.
 * @param work receives the deadline of its network requests, in the time of performance.now()
 * @throws Failure state_locked when another process keeps the lock longer than the timeout
 */
export async function withLock<T>(dir: StateDir, work: (until: number) => T | Promise<T>): Promise<T> {
  ensureParents(dir, 'lock');
  const path = join(dir.path, 'lock');
  const holder = newHolder();
  const deadline = performance.now() + lockTimeoutMs;
  for (let wait = 2; !tryCreate(path, holder); wait = Math.min(wait * 1.5, 40)) {
    recover(path, path);
    if (performance.now() > deadline) {
      const pid = readHolder(path)?.pid ?? 'unknown';
      throw new Failure('state_locked', `Process ${pid} keeps ${dir.path} locked. Try again when it has ended.`);
    }
    // Random delays spread the attempts of waiting processes.
    await new Promise((resolve) => setTimeout(resolve, wait * (0.5 + Math.random())));
  }
  try {
    sweepDrafts(dir);
    // Nothing is read or written between the two states of an interrupted rotation.
    finishRotation(dir);
    return await work(performance.now() + networkMs);
  } finally {
    // Another host may have taken over the lock after the lease.
    if (readHolder(path)?.token === holder.token) rmSync(path);
  }
}

/** Tests for errors of a directory that cannot be written: read-only, full, or without permission. */
export const isUnwritable = (error: unknown): boolean =>
  ['EROFS', 'ENOSPC', 'EDQUOT', 'EACCES', 'EPERM'].some((code) => hasCode(error, code));

/**
 * Reads the state directory under its lock, or without it where no lock can be created: no process can write there, or
 * the directory belongs to another user.
 */
export async function withReadLock<T>(dir: StateDir, read: () => T | Promise<T>): Promise<T> {
  if (dir.foreign) return read();
  try {
    return await withLock(dir, read);
  } catch (error) {
    if (!isUnwritable(error)) throw error;
    return read();
  }
}

const rotationUnfinished = ({ path }: StateDir): Failure =>
  new Failure(
    'rotation_unfinished',
    `A key rotation in ${path} was interrupted. Run agent-id-core status as its user, where the directory is writable.`,
  );

/**
 * Finishes an interrupted rotation before a command reads the state directory.
 * @throws Failure rotation_unfinished when it cannot be written here
 */
export async function recoverRotation(dir: StateDir): Promise<void> {
  if (dir.foreign) throw rotationUnfinished(dir);
  try {
    // Taking the lock finishes it.
    await withLock(dir, () => undefined);
  } catch (error) {
    throw isUnwritable(error) ? rotationUnfinished(dir) : error;
  }
}

/** Identifies a process on this host and across hosts, also after its pid is reused. */
interface ProcessIdentity {
  readonly pid: number;
  /** Start time in clock ticks since boot (Linux), otherwise null. */
  readonly start: string | null;
  /** Host name and pid namespace: containers share volumes but not pids. */
  readonly host: string;
}

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** Field 22 of proc_pid_stat(5), counted after the command name, which may contain spaces. */
function startTime(pid: number): string | null {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
}

export function ownIdentity(): ProcessIdentity {
  const space = attempt(() => readlinkSync('/proc/self/ns/pid')) ?? '';
  return { pid: process.pid, start: startTime(process.pid), host: `${hostname()} ${space}`.trim() };
}

/** Tests whether a process of this host is running; a process with a reused pid is not the same. */
export function isAlive({ pid, start }: ProcessIdentity): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process runs as another user.
    if (!hasCode(error, 'EPERM')) return false;
  }
  const now = startTime(pid);
  return start === null || now === null || start === now;
}
