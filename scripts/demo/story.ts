import { execFile } from 'node:child_process';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..', '..');

/** Prints one line per step: what is done, then what it proved. */
export function createNarrator(print: (line: string) => void) {
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

export type Step = ReturnType<typeof createNarrator>;

/** What a program printed as JSON, whether it succeeded or not. */
export interface Outcome {
  readonly ok: boolean;
  readonly [member: string]: unknown;
}

/** Runs a program of this repository and reads the JSON that it prints. Its progress goes to our standard error. */
function runJson(file: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Outcome> {
  return new Promise((done, fail) => {
    execFile(
      process.execPath,
      [resolve(root, file), ...args],
      { env, cwd: root, maxBuffer: 16 << 20 },
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

/** Fails with the words of the program when it did not succeed. */
function expectOk(what: string, outcome: Outcome): Outcome {
  if (!outcome.ok) throw new Error(`${what} failed: ${JSON.stringify(outcome['error'] ?? outcome)}`);
  return outcome;
}

/** The toolkit's executables and the development commands, as a person runs them. */
export function createPrograms(env: NodeJS.ProcessEnv) {
  return {
    agent: async (executable: 'core' | 'git' | 'vault' | 'auth', ...args: string[]) =>
      expectOk(`agent-id-${executable} ${args[0]}`, await runJson(`cli/agent-id-${executable}/bin/cli.mjs`, args, env)),
    phone: async (...args: string[]) => expectOk(`phone ${args[0]}`, await runJson('scripts/phone.ts', args, env)),
    provider: async (...args: string[]) =>
      expectOk(`provider ${args[0]}`, await runJson('scripts/provider.ts', args, env)),
  };
}

export type Programs = ReturnType<typeof createPrograms>;

/** A member that a program promised as text. */
export function textOf(outcome: Outcome, member: string): string {
  const value = outcome[member];
  if (typeof value !== 'string') throw new Error(`The answer has no text ${member}: ${JSON.stringify(outcome)}`);
  return value;
}
