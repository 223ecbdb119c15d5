import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds until a process must have reported its memory, and between two checks for the report. */
const timeout = 60_000;
const pollInterval = 100;

interface MemoryAfterGc {
  /** Environment of the process that is measured. */
  readonly env: NodeJS.ProcessEnv;
  /** Collects garbage in the process. @returns its resident memory afterwards, bytes */
  readonly read: (pid: number) => Promise<number>;
  readonly clear: () => void;
}

/** Measures the memory of a process after garbage collection. */
export function measureMemoryAfterGc(): MemoryAfterGc {
  const directory = mkdtempSync(join(tmpdir(), 'memory-'));
  const file = join(directory, 'resident');
  return {
    env: { NODE_OPTIONS: `--import ${join(import.meta.dirname, 'gc-on-signal.ts')}`, MEMORY_FILE: file },
    read: async (pid) => {
      rmSync(file, { force: true });
      process.kill(pid, 'SIGUSR2');
      for (let waited = 0; waited < timeout && !existsSync(file); waited += pollInterval) await delay(pollInterval);
      if (!existsSync(file)) throw new Error(`Process ${pid} did not report its memory within ${timeout / 1000} s.`);
      return Number(readFileSync(file, 'utf8'));
    },
    clear: () => rmSync(directory, { recursive: true }),
  };
}
