import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { ServiceMetrics } from './metrics.ts';
import { type ReadinessProbe, serveMetrics, serveProbes } from './probes.ts';

export interface AdminServerDependencies {
  /** Services of the process: each must be ready. */
  readonly services: readonly { readonly ready: ReadinessProbe }[];
  readonly metrics: Pick<ServiceMetrics, 'read'>;
  readonly stopping: AbortSignal;
  readonly log: FastifyBaseLogger;
}

/** Creates the server of a process for operators: `/healthz`, `/readyz` and `/metrics` of all its services. */
export function createAdminServer({ services, metrics, stopping, log }: AdminServerDependencies): FastifyInstance {
  const app = Fastify({ loggerInstance: log, forceCloseConnections: 'idle', requestTimeout: 30_000 });
  serveProbes(app, async () => (await Promise.all(services.map(({ ready }) => ready()))).every(Boolean), stopping);
  serveMetrics(app, metrics);
  return app;
}
