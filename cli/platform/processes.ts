import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };

const preload = new URL('end-with-parent.mjs', import.meta.url).href;

interface ChildOptions {
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

const prism = '@stoplight/prism-cli';

/** Starts Prism over the contract of an area. Passes signals on, and ends with it. */
export async function startMock(area: string, port: number): Promise<void> {
  const contract = resolve(import.meta.dirname, '..', '..', 'generated', area, 'spec.json');
  const server = startPrism(['mock', contract, '--port', String(port)]);
  // Forwards the signal, because Prism would keep its port.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => server.kill(signal));
  await new Promise<void>((ended, failed) => {
    server.once('error', failed);
    server.once('exit', (code) => {
      process.exitCode = code ?? 1;
      ended();
    });
  });
}

/** Starts the Prism of this installation, or the same version from the registry, without the install scripts of its dependencies. */
function startPrism(args: readonly string[]): ChildProcess {
  try {
    return startChild([createRequire(import.meta.url).resolve(prism), ...args]);
  } catch {
    const version = manifest.devDependencies[prism];
    // npm is a script of its own on Windows.
    return spawn(
      'npm',
      ['exec', '--yes', '--ignore-scripts', `--package=${prism}@${version}`, '--', 'prism', ...args],
      {
        stdio: 'inherit',
        shell: process.platform === 'win32',
      },
    );
  }
}

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [program: string, ...args: readonly string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address in the browser of this machine. @returns false where there is none */
export function openInBrowser(url: string): Promise<boolean> {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  return new Promise((resolve) => {
    const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
