import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A program of `peers/` in its own process; it prints one line of JSON when it is ready. */
export interface ChildServer {
  readonly url: string;
  readonly pid: number;
  /** All members of that line. */
  readonly readyMessage: Readonly<Record<string, string>>;
  readonly stop: () => Promise<void>;
}

export async function startChildServer(
  peer: string,
  { args = [], env = {} }: { readonly args?: readonly string[]; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<ChildServer> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'peers', `${peer}.ts`), ...args], {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const readyMessage = await readyLine(peer, child).catch((error: unknown) => {
    child.kill();
    throw error;
  });
  return {
    url: readyMessage['url'] ?? '',
    pid: child.pid ?? NaN,
    readyMessage,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill();
      await exit;
    },
  };
}

function readyLine(peer: string, child: ChildProcess): Promise<Readonly<Record<string, string>>> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${peer} ended with ${code} before it was ready.`)));
    if (!child.stdout) return;
    // Some programs print other lines first.
    createInterface(child.stdout).on('line', (line) => {
      if (line.startsWith('{')) resolve(JSON.parse(line) as Readonly<Record<string, string>>);
    });
  });
}
