import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

/** Fetched at the first use, because with its dependencies it is a tenth of all development tools. */
const prism = '@stoplight/prism-cli@5.16.0';

/** Starts Prism over the contract of an area. Passes signals on, and ends with it. */
export async function startMock(area: string, port: number): Promise<void> {
  const contract = resolve(import.meta.dirname, '..', '..', 'generated', area, 'spec.json');
  const args = ['exec', '--yes', `--package=${prism}`, '--', 'prism', 'mock', contract, '--port', String(port)];
  const windows = process.platform === 'win32';
  // npm is a script of its own on Windows; elsewhere it starts a shell, which would leave Prism behind: a process group ends whole.
  const server = spawn('npm', args, { stdio: 'inherit', shell: windows, detached: !windows });
  const stop = (signal: NodeJS.Signals) => {
    if (windows || server.pid === undefined) server.kill(signal);
    else process.kill(-server.pid, signal);
  };
  // Forwards the signal, because Prism would keep its port.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal));
  await new Promise<void>((ended, failed) => {
    server.once('error', failed);
    server.once('exit', (code) => {
      process.exitCode = code ?? 1;
      ended();
    });
  });
}
