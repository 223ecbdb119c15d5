/**
 * Health check of a container: exit code 0 when every service that listens here is ready, 1 otherwise. It checks the ports of
 * all services, so that it works for any selection of services.
 */
import { platformSettings } from '../src/composition/settings.ts';
import { serviceNames } from '../src/composition/service-name.ts';

const timeoutMs = 4_000;

const states = await Promise.all(
  serviceNames.map(async (name) => {
    const setting = `${name.toUpperCase() as Uppercase<typeof name>}_PORT` as const;
    const port = process.env[setting] || platformSettings[setting].fallback;
    try {
      const { ok } = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(timeoutMs) });
      return { name, ready: ok };
    } catch (error) {
      // A refused connection means that the service does not run here; a timeout means that it is not ready.
      const refused = error instanceof TypeError && isRefusal(error.cause);
      return refused ? undefined : { name, ready: false };
    }
  }),
);

function isRefusal(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
}

const here = states.filter((state) => state !== undefined);
console.log(
  here.map(({ name, ready }) => `${name} ${ready ? 'ready' : 'not ready'}`).join(', ') ||
    'no service listens on this machine',
);
process.exitCode = here.length > 0 && here.every(({ ready }) => ready) ? 0 : 1;
