import type { FastifyInstance } from 'fastify';

/** Tells whether the service can do its work: database reachable, migrations current. */
export type ReadinessProbe = () => Promise<boolean>;

/**
 * `GET /healthz`: the process lives, so do not restart it. `GET /readyz`: send requests here, or not (503).
 * Neither is an operation of a contract: they are for those who run the service.
 */
export function serveProbes(app: FastifyInstance, ready: ReadinessProbe, stopping: AbortSignal): void {
  const unlimited = { config: { rateLimit: false }, logLevel: 'warn' } as const;

  app.get('/healthz', unlimited, async () => ({ status: 'ok' }));

  app.get('/readyz', unlimited, async (_request, reply) => {
    if (stopping.aborted) return reply.code(503).send({ status: 'not ready', reason: 'the process is to stop' });
    try {
      if (await ready()) return { status: 'ready' };
      return await reply.code(503).send({ status: 'not ready', reason: 'the tables are not up to date' });
    } catch (error) {
      app.log.warn({ err: error }, 'not ready');
      return reply
        .code(503)
        .header('retry-after', '2')
        .send({ status: 'not ready', reason: 'the database cannot be reached' });
    }
  });
}
