import { type ChildProcess, spawn } from 'node:child_process';

const preload = new URL('end-with-parent.mjs', import.meta.url).href;

export interface ChildOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Whether the caller reads standard output; by default it is that of this process. */
  readonly piped?: boolean;
}

/** Starts a program of Node. It ends with this process, also when this one is killed. */
export const startChild = (
  args: readonly string[],
  { cwd, env = process.env, piped = false }: ChildOptions = {},
): ChildProcess =>
  spawn(process.execPath, ['--import', preload, ...args], {
    cwd,
    env: { ...env, STARTED_BY: String(process.pid) },
    stdio: piped ? ['ignore', 'pipe', 'inherit', 'ipc'] : ['inherit', 'inherit', 'inherit', 'ipc'],
  });
