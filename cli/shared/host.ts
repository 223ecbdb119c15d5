import { writeSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname } from 'node:path';
import { Failure } from './failure.ts';
import { hasCode } from './state-dir/state-dir.ts';

/** Environment of a command. The entry of the executable creates it; tests replace parts of it. */
export interface CommandHost {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly cwd: string;
  /** Directory of the executable, which may contain default-provider.txt. */
  readonly programDir: string;
  /** Absolute path of --ca-file. */
  readonly caFile?: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Cryptographically random bytes. */
  readonly randomBytes: (size: number) => Buffer;
  /** Waits for some milliseconds. */
  readonly sleep: (ms: number) => Promise<void>;
  /** Writes one line of progress or warning to stderr; what steers a terminal is removed from it before. */
  readonly log: (text: string) => void;
}

function homeDirectory(): string {
  let home = '';
  try {
    home = homedir();
  } catch {
    // The user has no passwd entry, and HOME is not set.
  }
  if (home === '')
    throw new Failure('no_home', 'The home directory is unknown. Set HOME, AGENT_ID_STATE_DIR or --state-dir.');
  return home;
}

function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    throw new Failure('no_working_directory', 'The working directory does not exist. Change to another directory.');
  }
}

/** The real clock, randomness and streams. */
export function realHost(): CommandHost {
  return {
    env: process.env,
    // Read only where needed: a user without a passwd entry may have no home, and the directory may be deleted.
    get home() {
      return homeDirectory();
    },
    get cwd() {
      return workingDirectory();
    },
    // The real directory, also when started through a link (Node 20.11 and later). A getter, because the first use of
    // import.meta is slow and few commands need it.
    get programDir() {
      return import.meta.dirname ?? dirname(process.argv[1] ?? '.');
    },
    now: Date.now,
    // process.getBuiltinModule (Node 20.16 and later) avoids loading Web Crypto.
    randomBytes: (size) =>
      process.getBuiltinModule?.('node:crypto').randomBytes(size) ??
      Buffer.from(crypto.getRandomValues(new Uint8Array(size))),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    log: (text) => writeAll(2, `${text}\n`),
  };
}

/** Writes synchronously. process.stdout increases start-up time and may lose output at exit. */
export function writeAll(fd: 1 | 2, text: string): void {
  const bytes = Buffer.from(text);
  for (let offset = 0; offset < bytes.length;) {
    try {
      offset += writeSync(fd, bytes, offset);
    } catch (error) {
      // The reader closed the pipe, as in `… | head -1`.
      if (hasCode(error, 'EPIPE')) return;
      if (!hasCode(error, 'EAGAIN')) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}
