import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

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

const sqliteBusy = 5;

/**
 * Locks a directory for this process.
 *
 * The operating system holds the lock on an open file and releases it when the process ends, also when it is killed.
 * Stale locks and reused process identifiers are therefore impossible, and of two processes that start at once exactly
 * one gets the lock. Node has no API for such locks; its SQLite has. The process identifier in the file `db.pid` is for
 * the error message only.
 *
 * @throws DirectoryInUseError
 */
export function lockDirectory(directory: string): DirectoryLock {
  const pidFile = join(directory, 'db.pid');
  const lock = new DatabaseSync(join(directory, 'db.lock'));
  try {
    lock.exec('pragma busy_timeout = 0; begin exclusive');
  } catch (error) {
    lock.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy)
      throw new DirectoryInUseError(directory, readPid(pidFile));
    throw error;
  }
  writeFileSync(pidFile, `${process.pid}\n`);
  return {
    release: () => {
      if (lock.isOpen) lock.close();
    },
  };
}

function readPid(file: string): string | undefined {
  try {
    return /^\d+/.exec(readFileSync(file, 'utf8'))?.[0];
  } catch {
    return undefined;
  }
}
