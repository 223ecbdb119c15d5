import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { hasCode } from './system-error.ts';

/** Identifies a process on this host and across hosts, also after its pid is reused. */
export interface ProcessIdentity {
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

/** Identity of this process. */
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
