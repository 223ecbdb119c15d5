import { homedir } from 'node:os';
import { dirname } from 'node:path';
import { runCommandLine } from './command-line.ts';
import type { CommandHost } from './command.ts';
import { hasNetworkSettings } from './proxy-settings.ts';
import { Failure } from './failure.ts';
import type { Program } from './program.ts';
import { writeAll } from './write-all.ts';

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

function realHost(): CommandHost {
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

/** Replaces `fetch` where the environment names a proxy or a certificate file. The replacement is loaded on first use. */
function useNetworkSettings(env: NodeJS.ProcessEnv): void {
  if (!hasNetworkSettings(env)) return;
  globalThis.fetch = async (input, init) => (await import('./node-fetch.ts')).createNodeFetch(env)(input, init);
}

/** Runs an executable with the real clock, randomness and streams. */
export async function main(program: Program): Promise<void> {
  useNetworkSettings(process.env);
  const { stdout, exitCode } = await runCommandLine(program, process.argv.slice(2), realHost());
  writeAll(1, stdout);
  process.exitCode = exitCode;
  // A command that printed its result has ended. Without this, Node first runs a garbage collection that V8 requested.
  if (stdout !== '') process.exit();
}
