import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { ServiceMetrics } from './metrics.ts';

interface AdminServerDependencies {
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

/** Resolves to whether the migrations are current; rejects when the database is unreachable. */
export type ReadinessProbe = () => Promise<boolean>;

/** Options of a route of operators: it has no rate limit, is not measured and logs warnings only. */
const operatorRoute = { config: { rateLimit: false, operators: true }, logLevel: 'warn' } as const;

/**
 * Serves `GET /healthz` (the process is alive) and `GET /readyz` (200: the service accepts requests; 503: it does not).
 * Neither is an operation of a contract: they are for operators.
 */
export function serveProbes(app: FastifyInstance, ready: ReadinessProbe, stopping: AbortSignal): void {
  app.get('/healthz', operatorRoute, async () => ({ status: 'ok' }));

  app.get('/readyz', operatorRoute, async (_request, reply) => {
    if (stopping.aborted) return reply.code(503).send({ status: 'not ready', reason: 'the process is stopping' });
    try {
      if (await ready()) return { status: 'ready' };
      return await reply.code(503).send({ status: 'not ready', reason: 'the tables are not up to date' });
    } catch (error) {
      app.log.warn({ err: error }, 'not ready');
      return reply
        .code(503)
        .header('retry-after', '2')
        .send({ status: 'not ready', reason: 'the database is unreachable' });
    }
  });
}

/** Serves `GET /metrics` in the text format of Prometheus. */
export function serveMetrics(app: FastifyInstance, { read }: Pick<ServiceMetrics, 'read'>): void {
  app.get('/metrics', operatorRoute, async (_request, reply) => {
    const { contentType, text } = await read();
    return reply.type(contentType).send(text);
  });
}
