import type { FastifyInstance } from 'fastify';

/**
 * Once the process is to stop, every answer closes its connection: whoever kept it open makes the next one elsewhere,
 * and no request is on its way to a process that is gone.
 */
export function closeConnectionsWhenStopping(stopping: AbortSignal, app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    if (stopping.aborted) reply.header('connection', 'close');
    done();
  });
}
