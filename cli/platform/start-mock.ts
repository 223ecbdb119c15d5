import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { delimiter, join, resolve } from 'node:path';
import { startChild } from './start-child.ts';

const prism = '@stoplight/prism-cli';
const version = '5.16.0';

/** Starts Prism over the contract of an area. Passes signals on, and ends with it. */
export async function startMock(area: string, port: number): Promise<void> {
  const contract = resolve(import.meta.dirname, '..', '..', 'generated', area, 'spec.json');
  const server = startChild([fetchPrism(), 'mock', contract, '--port', String(port)]);
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

/**
 * Fetched at the first use, because with its dependencies it is a tenth of all development tools. npm says where: it puts the
 * programs of the package first on the path. An install script of a dependency would report the installation to its maker.
 *
 * @returns the path of the program
 */
function fetchPrism(): string {
  const located = ['--', 'node', '-p', 'process.env.PATH'];
  const { stdout, status } = spawnSync(
    'npm',
    ['exec', '--yes', '--ignore-scripts', `--package=${prism}@${version}`, ...located],
    // npm is a script of its own on Windows.
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], shell: process.platform === 'win32' },
  );
  const [programs] = stdout.split(delimiter);
  if (status !== 0 || programs === undefined) throw new Error(`npm could not fetch ${prism}@${version}.`);
  return createRequire(join(programs, prism)).resolve(prism);
}
