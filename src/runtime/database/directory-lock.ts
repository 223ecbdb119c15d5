import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as Sqlite from 'node:sqlite';
import { type System, thisSystem } from '../start/system.ts';

export class DirectoryInUseError extends Error {
  constructor(directory: string, pid: string | undefined) {
    super(
      `The data directory ${directory} is in use by ${pid === undefined ? 'another process' : `process ${pid}`}: ` +
        'stop it, or set DATA_DIR to another directory.',
    );
    this.name = 'DirectoryInUseError';
  }
}

export interface DirectoryLock {
  /** Calling it again changes nothing. */
  release(): void;
}

/**
 * Locks a directory for this process.
 *
 * The operating system holds the lock on an open file and releases it when the process ends, also when it is killed.
 * Stale locks and reused process identifiers are therefore impossible, and of two processes that start at once exactly
 * one gets the lock. Node has no API for such locks; its SQLite has, and a package for versions without SQLite. The
 * process identifier in the file `db.pid` is for the error message only.
 *
 * @throws DirectoryInUseError
 */
export function lockDirectory(directory: string, system: System = thisSystem): DirectoryLock {
  const pidFile = join(directory, 'db.pid');
  const file = join(directory, 'db.lock');
  const sqlite = system.sqlite();
  const release = sqlite ? lockBySqlite(file, sqlite) : lockByPackage(file);
  if (release === undefined) throw new DirectoryInUseError(directory, readPid(pidFile));
  writeFileSync(pidFile, `${process.pid}\n`);
  return { release };
}

/** Locks a file until the returned function is called; undefined while another process holds the lock. */
type FileLock = (() => void) | undefined;

const sqliteBusy = 5;

function lockBySqlite(file: string, { DatabaseSync }: typeof Sqlite): FileLock {
  const lock = new DatabaseSync(file);
  try {
    lock.exec('pragma busy_timeout = 0; begin exclusive');
  } catch (error) {
    lock.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return undefined;
    throw error;
  }
  return () => {
    if (lock.isOpen) lock.close();
  };
}

/** The used part of fs-native-extensions, which has no types. */
interface FileLocks {
  readonly tryLock: (fd: number) => boolean;
}

function lockByPackage(file: string): FileLock {
  const { tryLock } = requireLocks();
  let fd: number | undefined = openSync(file, 'a+', 0o600);
  const close = () => {
    if (fd !== undefined) closeSync(fd);
    fd = undefined;
  };
  if (tryLock(fd)) return close;
  close();
  return undefined;
}

function requireLocks(): FileLocks {
  try {
    return createRequire(import.meta.url)('fs-native-extensions') as FileLocks;
  } catch (cause) {
    throw new Error(
      `The embedded database needs Node 22.13 or later on this system (this is ${process.versions.node}): update Node, or set DATABASE_URL to a PostgreSQL server.`,
      { cause },
    );
  }
}

function readPid(file: string): string | undefined {
  try {
    return /^\d+/.exec(readFileSync(file, 'utf8'))?.[0];
  } catch {
    return undefined;
  }
}
