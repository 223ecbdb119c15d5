/**
 * The health check of a container: exit code 0 when every service that runs here is ready, 1 otherwise. Which ones run is
 * seen by their ports, so that the check is the same whatever the container was started with.
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
      // Nobody listens there: it runs elsewhere. One that listens and does not answer is not ready.
      const refused = error instanceof TypeError && isRefusal(error.cause);
      return refused ? undefined : { name, ready: false };
    }
  }),
);

function isRefusal(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
}

const here = states.filter((state) => state !== undefined);
console.log(here.map(({ name, ready }) => `${name} ${ready ? 'ready' : 'not ready'}`).join(', ') || 'nothing listens');
process.exitCode = here.length > 0 && here.every(({ ready }) => ready) ? 0 : 1;
