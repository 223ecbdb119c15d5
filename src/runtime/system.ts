import { readFileSync, statSync } from 'node:fs';
import type * as Sqlite from 'node:sqlite';

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
