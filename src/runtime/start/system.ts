import { readFileSync, statSync } from 'node:fs';
import type * as Sqlite from 'node:sqlite';
import { dirname } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What the services depend on that differs between systems. Tests pretend other systems. */
export interface System {
  readonly arch: string;
  /** Flags of the processor in lower case; undefined where the system does not tell them. */
  readonly cpuFlags: () => readonly string[] | undefined;
  /** Whether a directory exists, such as that of a socket. */
  readonly isDirectory: (path: string) => boolean;
  /** SQLite of Node 22.13 and later. */
  readonly sqlite: () => typeof Sqlite | undefined;
}

export const thisSystem: System = {
  arch: process.arch,
  cpuFlags: () => {
    try {
      return /^flags\s*:\s*(.*)$/m.exec(readFileSync('/proc/cpuinfo', 'latin1'))?.[1]?.split(' ');
    } catch {
      return undefined;
    }
  },
  isDirectory: (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false,
  // Node 20.15 and earlier do not have getBuiltinModule.
  sqlite: () => process.getBuiltinModule?.('node:sqlite'),
};

/** Whether the binary of sodium-native runs: that for x64 uses AVX, and a processor without it ends the process. */
export function runsSodium({ arch, cpuFlags }: System): boolean {
  return arch !== 'x64' || (cpuFlags()?.includes('avx') ?? true);
}

/** What is wrong in the setting, by the code with which PostgreSQL refuses a connection (appendix A of its documentation). */
const refusals: Readonly<Record<string, string>> = {
  // invalid_authorization_specification: no such role, or no line of pg_hba.conf for it.
  '28000': 'Correct the user',
  // invalid_password
  '28P01': 'Correct the password',
  // invalid_catalog_name: no such database.
  '3D000': 'Create the database, or correct the path',
};

/**
 * Explains why no connection to PostgreSQL is made: the system names only the path of the socket that it did not find, and
 * PostgreSQL only the role or database that it refuses, not the setting that names it.
 *
 * @returns undefined for another error
 */
export function connectionProblem(error: unknown, system: System = thisSystem): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const remedy = refusals[code];
  if (remedy !== undefined)
    return `PostgreSQL refuses the connection: ${error.message}. ${remedy} of DATABASE_URL, or of the <SERVICE>_DATABASE_URL that is used.`;
  if (!('syscall' in error && error.syscall === 'connect' && code === 'ENOENT'))
    return connectionProblem(error.cause, system);
  const directory = dirname(error.message.slice(error.message.indexOf('/')));
  const found = system.isDirectory(directory)
    ? `has no socket of PostgreSQL: start PostgreSQL`
    : `of PostgreSQL's socket does not exist: start PostgreSQL, which creates it`;
  return `The directory ${directory} ${found}, or correct the host of DATABASE_URL.`;
}

/** `last-resort` returns the most memory to the system. */
type Flavor = 'regular' | 'last-resort';
type Collect = (options: { readonly type: 'major'; readonly execution: 'sync'; readonly flavor: Flavor }) => void;

/**
 * Collects all garbage now. Blocks for about a tenth of a second. V8 alone does so only after much has been allocated: a
 * process with little load would keep what only its start needed.
 */
export function collectGarbage(flavor: Flavor): void {
  // The function exists in contexts that are created while the flag is set.
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as Collect;
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', execution: 'sync', flavor });
}

/** A check of an installation. */
export interface InstallationCheck {
  /** What is true when the check passes. */
  readonly name: string;
  /** @returns what to do, or undefined when the check passes. An error counts as advice. */
  readonly run: () => Promise<string | undefined>;
}

export interface CheckResult {
  readonly name: string;
  readonly advice: string | undefined;
}

export async function runCheck({ name, run }: InstallationCheck): Promise<CheckResult> {
  try {
    return { name, advice: await run() };
  } catch (error) {
    return { name, advice: reasonOf(error) };
  }
}

/** Returns the line of a result: `ok` and the name, or the name and what to do. */
export const lineOf = ({ name, advice }: CheckResult): string =>
  advice === undefined ? `ok  ${name}` : `${name}: ${advice}`;

/** Returns the message of the innermost cause, which names what fetch and pg only wrap. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const problem = connectionProblem(error);
  if (problem !== undefined) return problem;
  if (error.cause !== undefined) return reasonOf(error.cause);
  return error.message || ('code' in error ? String(error.code) : error.name);
}
