import { spawn } from 'node:child_process';

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Runs a command. @throws Error with its output when it fails */
export function runCommand({ file, args, cwd, env }: Command): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const output: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${args[0]} ended with ${code}: ${Buffer.concat(output).toString().slice(0, 500)}`));
    });
  });
}

/** Starts a program, writes one line and waits for its first output, then ends it. */
export function firstOutput({ file, args, cwd, env }: Command, line: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, env, stdio: ['pipe', 'pipe', 'inherit'] });
    let answered = false;
    child.stdout.once('data', () => {
      answered = true;
      child.kill('SIGKILL');
    });
    child.once('error', reject);
    child.once('close', () => {
      if (answered) resolve();
      else reject(new Error(`${args[0]} ended without a response.`));
    });
    child.stdin.on('error', reject);
    child.stdin.write(`${line}\n`);
  });
}
