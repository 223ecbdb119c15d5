import { spawn, spawnSync } from 'node:child_process';

/** Runs a program with the output of this one. @returns its exit code; 1 when a signal ended it */
export const runProgram = (
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<number> =>
  new Promise((exit, fail) => {
    spawn(program, args, { stdio: 'inherit', env })
      .once('error', fail)
      .once('exit', (status) => exit(status ?? 1));
  });

/** Runs tests, whose platforms use the databases of this environment, and not that of DATABASE_URL. @returns the exit code */
export const runTests = (args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> =>
  runProgram('vitest', ['run', ...args], { ...process.env, DATABASE_URL: undefined, ...env });

/** Whether the shell finds a program. */
export const isInstalled = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
