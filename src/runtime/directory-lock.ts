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
 * Claims a directory for this process.
 *
 * The claim is a lock that the operating system holds on an open file and drops when the process ends, however it
 * ends: a lock of a killed process needs no clearing, a process identifier that was given to another program
 * deceives nobody, and of two processes that start at once exactly one wins. Node has no call for such locks, but
 * its SQLite takes one. The process identifier stands in a file beside it, for the message alone.
 *
 * @throws DirectoryInUseError
 */
export function lockDirectory(directory: string): DirectoryLock {
  const pidFile = join(directory, 'db.pid');
  const claim = new DatabaseSync(join(directory, 'db.lock'));
  try {
    claim.exec('pragma busy_timeout = 0; begin exclusive');
  } catch (error) {
    claim.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy)
      throw new DirectoryInUseError(directory, readPid(pidFile));
    throw error;
  }
  writeFileSync(pidFile, `${process.pid}\n`);
  return {
    release: () => {
      if (claim.isOpen) claim.close();
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
