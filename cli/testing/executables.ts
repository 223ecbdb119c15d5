import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, vi } from 'vitest';
import { buildExecutable } from '../../scripts/build-executables.ts';
import { authProgram } from '../agent-id-auth/program.ts';
import { coreProgram } from '../agent-id-core/program.ts';
import { gitProgram } from '../agent-id-git/program.ts';
import { vaultProgram } from '../agent-id-vault/program.ts';
import { runCommandLine } from '../shared/command-line.ts';

const programs = {
  'agent-id-core': coreProgram,
  'agent-id-git': gitProgram,
  'agent-id-vault': vaultProgram,
  'agent-id-auth': authProgram,
} as const;

export type ExecutableName = keyof typeof programs;

/** Output of one run of an executable. */
export interface RunOutput {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** stdout as JSON; empty for other output. */
  readonly json: Readonly<Record<string, unknown>>;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Replaces the pauses of a command run within this process. */
  readonly sleep?: (ms: number) => Promise<void>;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export interface SpawnOptions extends RunOptions {
  /** Written to stdin, which is then closed. */
  readonly stdin?: string | Uint8Array;
  /** Path of the program, such as a link to the executable. */
  readonly program?: string;
  /** Leaves stdin open and writes nothing. */
  readonly silent?: true;
}

function parse(stdout: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(stdout) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}

/** Built executables and scratch directories for one test file, deleted at its end. */
export interface Toolkit {
  /** Creates an empty directory. */
  readonly scratch: () => string;
  /** Path of a built executable. */
  readonly path: (name: ExecutableName) => string;
  /** Runs a command line within this process, without the start-up time of a process. */
  readonly run: (name: ExecutableName, args: readonly string[], options?: RunOptions) => Promise<RunOutput>;
  /** Runs a built executable as a process with a clean environment. */
  readonly spawn: (name: ExecutableName, args: readonly string[], options?: SpawnOptions) => Promise<RunOutput>;
}

/** Environment of every run, without home, provider and git configuration of the user. */
export function cleanEnv(home: string): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: join(home, '.gitconfig'),
  };
}

/** Call at the top of a test file with the executables that it starts as processes. */
export function useToolkit(...names: readonly ExecutableName[]): Toolkit {
  // Starting processes is slow on a busy machine.
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
  const root = mkdtempSync(join(tmpdir(), 'agent-id-test-'));
  const path = (name: ExecutableName): string => join(root, name, 'cli.mjs');
  let count = 0;
  beforeAll(async () => {
    for (const name of names) {
      mkdirSync(join(root, name));
      await buildExecutable(name, path(name));
    }
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  return {
    path,
    scratch: () => mkdtempSync(join(root, `scratch-${++count}-`)),
    run: async (name, args, { env = {}, cwd = root, sleep = pause } = {}) => {
      const notes: string[] = [];
      const { stdout, exitCode } = await runCommandLine(programs[name], args, {
        env: { ...cleanEnv(root), ...env },
        home: root,
        cwd,
        programDir: root,
        now: Date.now,
        randomBytes,
        sleep,
        log: (text) => notes.push(`${text}\n`),
      });
      return { code: exitCode, stdout, stderr: notes.join(''), json: parse(stdout) };
    },
    spawn: (name, args, { env = {}, cwd = root, stdin = '', silent, program = path(name) } = {}) =>
      new Promise((resolve, reject) => {
        const child = spawn(process.execPath, [program, ...args], {
          cwd,
          env: { ...cleanEnv(root), ...env },
          stdio: ['pipe', 'pipe', 'pipe'],
        });
        const output = { stdout: '', stderr: '' };
        child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
        child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
        child.on('error', reject);
        child.stdin.on('error', () => undefined);
        if (!silent) child.stdin.end(stdin);
        child.on('close', (code) => resolve({ code: code ?? -1, ...output, json: parse(output.stdout) }));
      }),
  };
}
