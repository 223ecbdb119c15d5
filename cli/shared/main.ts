import { writeSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname } from 'node:path';
import { runCommandLine } from './command-line.ts';
import type { Host } from './command.ts';
import type { Program } from './program.ts';
import { hasCode } from './system-error.ts';

/** Writes everything before returning; process.stdout would cost start-up time and may be cut off at exit. */
function writeAll(fd: 1 | 2, text: string): void {
  const bytes = Buffer.from(text);
  for (let offset = 0; offset < bytes.length;) {
    try {
      offset += writeSync(fd, bytes, offset);
    } catch (error) {
      // The reader has gone away, as in `… | head -1`.
      if (hasCode(error, 'EPIPE')) return;
      if (!hasCode(error, 'EAGAIN')) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

function realHost(): Host {
  return {
    env: process.env,
    home: homedir(),
    cwd: process.cwd(),
    // Where the file really lies, also when it was started through a link; Node says so since 20.11. Read by few
    // commands, and import.meta costs its time on first use.
    get programDir() {
      return import.meta.dirname ?? dirname(process.argv[1] ?? '.');
    },
    now: Date.now,
    // Where Node gives out its modules (20.16 on), without loading Web Crypto as well.
    randomBytes: (size) =>
      process.getBuiltinModule?.('node:crypto').randomBytes(size) ??
      Buffer.from(crypto.getRandomValues(new Uint8Array(size))),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    note: (text) => writeAll(2, `${text}\n`),
  };
}

/** The composition root of an executable: real clock, randomness and streams. */
export async function main(program: Program): Promise<void> {
  const { stdout, exitCode } = await runCommandLine(program, process.argv.slice(2), realHost());
  writeAll(1, stdout);
  process.exitCode = exitCode;
}
