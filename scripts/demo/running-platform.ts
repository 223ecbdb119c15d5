import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { startChild } from '../command/start-child.ts';

const root = resolve(import.meta.dirname, '..', '..');

/** Whether a service responds at this address. */
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
  const child = startChild([resolve(root, 'src/main.ts')], {
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
