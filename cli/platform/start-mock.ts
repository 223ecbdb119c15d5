import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { startChild } from './start-child.ts';

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
