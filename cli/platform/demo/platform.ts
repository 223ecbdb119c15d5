import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { execFile, type ExecFileOptions } from 'node:child_process';
import { promisify } from 'node:util';
import { startChild } from '../processes.ts';

const root = resolve(import.meta.dirname, '..', '..', '..');

/** A module of this program, in a clone or compiled. */
const programModule = (path: string): string => `${path}${extname(import.meta.filename)}`;

async function responds(baseUrl: string): Promise<boolean> {
  return fetch(`${baseUrl}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    (response) => response.ok,
    () => false,
  );
}

/** Uses a running platform, or starts one for the demo. @returns a function that stops it */
export async function ensurePlatform(
  ssoBaseUrl: string,
  env: NodeJS.ProcessEnv,
): Promise<{ started: boolean; stop: () => Promise<void> }> {
  if (await responds(ssoBaseUrl)) return { started: false, stop: async () => undefined };

  // However this program ends, the platform ends with it.
  const child = startChild([resolve(root, programModule('src/main'))], {
    env: { ...env, LOG_LEVEL: env['LOG_LEVEL'] ?? 'error', RUN_MIGRATIONS: 'true' },
    piped: true,
  });
  process.once('exit', () => child.kill('SIGTERM'));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      child.once('exit', () => process.exit(1));
      child.kill('SIGTERM');
    });
  }
  await new Promise<void>((ready, fail) => {
    if (child.stdout) createInterface(child.stdout).on('line', (line) => line === 'ready' && ready());
    child.once('exit', (code) => fail(new Error(`The platform did not start (exit ${code}).`)));
  });
  return {
    started: true,
    stop: () =>
      new Promise((done) => {
        child.removeAllListeners('exit');
        child.once('exit', () => done());
        child.kill('SIGTERM');
      }),
  };
}

/** Prints one line per step: what it does, then what it verified. */
export function createStepPrinter(print: (line: string) => void) {
  let number = 0;
  return async function step<Result>(
    title: string,
    work: () => Promise<Result>,
    proved: (result: Result) => string,
  ): Promise<Result> {
    number += 1;
    const result = await work();
    print(`${String(number).padStart(2)}. ${title}\n    ${proved(result)}`);
    return result;
  };
}

export type Step = ReturnType<typeof createStepPrinter>;

/** JSON output of a program, of success or failure. */
export interface ProgramOutput {
  readonly ok: boolean;
  readonly [member: string]: unknown;
}

/** Runs a program of this repository and parses its JSON output. Its progress goes to standard error. */
function runJson(file: string, args: readonly string[], env: NodeJS.ProcessEnv, cwd = root): Promise<ProgramOutput> {
  return new Promise((done, fail) => {
    execFile(
      process.execPath,
      [resolve(root, file), ...args],
      { env, cwd, maxBuffer: 16 << 20 },
      (error, stdout, stderr) => {
        try {
          done(JSON.parse(stdout));
        } catch {
          fail(new Error(`${file} ${args[0]} printed no JSON: ${stderr || stdout || error?.message}`));
        }
      },
    );
  });
}

/** Throws the error of the program unless it succeeded. */
function expectOk(what: string, outcome: ProgramOutput): ProgramOutput {
  if (!outcome.ok) throw new Error(`${what} failed: ${JSON.stringify(outcome['error'] ?? outcome)}`);
  return outcome;
}

/** The executables of the toolkit and the development commands. */
export function createPrograms(env: NodeJS.ProcessEnv) {
  return {
    agent: async (executable: 'core' | 'vault' | 'auth', ...args: string[]) =>
      expectOk(`agent-id-${executable} ${args[0]}`, await runJson(executableOf(executable), args, env)),
    /** Returns a failure too. */
    tryAgent: (executable: 'auth', ...args: string[]) => runJson(executableOf(executable), args, env),
    /** Runs in a repository. */
    agentGit: async (repository: string, ...args: string[]) =>
      expectOk(`agent-id-git ${args[0]}`, await runJson(executableOf('git'), args, env, repository)),
    /** Runs in a repository and returns a failure too. */
    tryAgentGit: (repository: string, ...args: string[]) => runJson(executableOf('git'), args, env, repository),
    /** Returns the output of a command that `vault exec` runs. */
    vaultExec: (service: string, variable: string, command: readonly string[]) =>
      run(
        process.execPath,
        [resolve(root, executableOf('vault')), 'exec', '--service', service, '--env', variable, '--', ...command],
        { env },
      ),
    phone: async (...args: string[]) =>
      expectOk(`phone ${args[0]}`, await runJson(programModule('scripts/phone'), args, env)),
    provider: async (...args: string[]) =>
      expectOk(`provider ${args[0]}`, await runJson(programModule('scripts/provider'), args, env)),
    payer: async (...args: string[]) =>
      expectOk(`payer ${args[0]}`, await runJson(programModule('scripts/payer'), args, env)),
  };
}

const executableOf = (name: string): string => `cli/agent-id-${name}/bin/cli.mjs`;

/** Runs work with a folder of its own, which is deleted afterwards. */
export async function withFolder<Result>(name: string, work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), `demo-${name}-`));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs a program. @returns its output @throws Error with its output when it fails */
export async function run(file: string, args: readonly string[], options: ExecFileOptions = {}): Promise<string> {
  const { stdout } = await promisify(execFile)(file, args, options);
  return String(stdout);
}

export type Programs = ReturnType<typeof createPrograms>;

/** Returns an object member of the response body of `auth call`: `{body: {post: {…}}}` → the post. */
export function bodyOf(outcome: ProgramOutput): Readonly<Record<string, unknown>> {
  const body = outcome['body'];
  if (typeof body === 'object' && body !== null) return { ...body };
  throw new Error(`The response has no JSON object: ${JSON.stringify(outcome)}`);
}

/** Returns a member that must be text. */
export function textOf(outcome: Readonly<Record<string, unknown>>, member: string): string {
  const value = outcome[member];
  if (typeof value !== 'string') throw new Error(`The output has no text member ${member}: ${JSON.stringify(outcome)}`);
  return value;
}
