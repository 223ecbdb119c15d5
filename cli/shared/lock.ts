import { linkSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.ts';
import { parseObject } from './json.ts';
import { isAlive, ownIdentity, type ProcessIdentity } from './process-identity.ts';
import { ensureParents, type StateDir } from './state-dir.ts';
import { hasCode } from './system-error.ts';

/** Longest time that work under the lock may wait for the network. */
const networkMs = 45_000;
/** A lock of another host cannot be asked whether it lives: it counts as left behind after this time. */
const foreignLeaseMs = 60_000;
/** Longest wait for another process. */
const patienceMs = 90_000;

/** A draft is used within milliseconds. */
const draftLeaseMs = 60_000;

const brokenHost = '';

interface Holder extends ProcessIdentity {
  /** Never used twice, so that "this very lock" can be told from its successor. */
  readonly token: string;
}

let counter = 0;
let self: ProcessIdentity | undefined;

function newHolder(): Holder {
  self ??= ownIdentity();
  counter += 1;
  return { ...self, token: `${self.pid}-${process.hrtime.bigint().toString(36)}-${counter}` };
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
  // A lock appears with its content or not at all, so this one is what a power cut left.
  return {
    pid: 0,
    start: null,
    host: brokenHost,
    token: `broken-${statSync(path, { throwIfNoEntry: false })?.ino ?? 0}`,
  };
}

/** Drafts of processes that were killed before they could use or remove them. */
function sweepDrafts(dir: StateDir): void {
  for (const name of readdirSync(dir.path)) {
    if (!/^lock\..*\.draft$/.test(name)) continue;
    const path = join(dir.path, name);
    const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - modified > draftLeaseMs) rmSync(path, { force: true });
  }
}

function isStale(path: string, holder: Holder): boolean {
  if (holder.host === brokenHost) return true;
  if (holder.host === self?.host) return !isAlive(holder);
  const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return modified !== undefined && Date.now() - modified > foreignLeaseMs;
}

/**
 * Removes a lock whose holder is gone. Whoever creates the marker named after the stale lock's token is the
 * only one who may remove that lock, so a successor's live lock is never taken away. A marker left by
 * a process that died in between is itself such a lock.
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
 * Runs a read-modify-write of the state directory while no other process does. Not to be nested.
 * @param work is told when the network must not be waited for any longer, in the time of performance.now().
 * @throws Failure state_locked when another process keeps the lock for too long.
 */
export async function withLock<T>(dir: StateDir, work: (until: number) => T | Promise<T>): Promise<T> {
  ensureParents(dir, 'lock');
  const path = join(dir.path, 'lock');
  const holder = newHolder();
  const deadline = performance.now() + patienceMs;
  for (let wait = 2; !tryCreate(path, holder); wait = Math.min(wait * 1.5, 40)) {
    recover(path, path);
    if (performance.now() > deadline) {
      const pid = readHolder(path)?.pid ?? 'unknown';
      throw new Failure('state_locked', `Process ${pid} keeps ${dir.path} locked. Try again when it has ended.`);
    }
    // Spread out, so that waiting processes do not all come back at once.
    await new Promise((resolve) => setTimeout(resolve, wait * (0.5 + Math.random())));
  }
  try {
    sweepDrafts(dir);
    return await work(performance.now() + networkMs);
  } finally {
    // Unless another host took it over in the meantime, as it may after the lease.
    if (readHolder(path)?.token === holder.token) rmSync(path);
  }
}
