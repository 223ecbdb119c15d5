import type { FastifyInstance } from 'fastify';

/**
 * Closes the connection after every response once the process begins to stop. Clients with a kept-alive connection
 * connect again elsewhere, so that no request is sent to a process that has ended.
 */
export function closeConnectionsWhenStopping(stopping: AbortSignal, app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    if (stopping.aborted) reply.header('connection', 'close');
    done();
  });
}
