import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds until a process must have collected its garbage, and between two looks for its report. */
const longest = 60_000;
const pause = 100;

export interface CollectedMemory {
  /** Environment of the process that is measured. */
  readonly env: NodeJS.ProcessEnv;
  /** Collects garbage in the process. @returns its resident memory afterwards, bytes */
  readonly read: (pid: number) => Promise<number>;
  readonly clear: () => void;
}

/** Measures the memory of a process without its garbage. */
export function collectedMemory(): CollectedMemory {
  const directory = mkdtempSync(join(tmpdir(), 'memory-'));
  const file = join(directory, 'resident');
  return {
    env: { NODE_OPTIONS: `--import ${join(import.meta.dirname, 'collected-process.ts')}`, MEMORY_FILE: file },
    read: async (pid) => {
      rmSync(file, { force: true });
      process.kill(pid, 'SIGUSR2');
      for (let waited = 0; waited < longest && !existsSync(file); waited += pause) await delay(pause);
      if (!existsSync(file)) throw new Error(`Process ${pid} did not report its memory within ${longest / 1000} s.`);
      return Number(readFileSync(file, 'utf8'));
    },
    clear: () => rmSync(directory, { recursive: true }),
  };
}
