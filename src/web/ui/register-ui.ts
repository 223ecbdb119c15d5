import type { FastifyInstance } from 'fastify';
import type { AppPages } from '../app-pages.ts';

/** Registers `/ui`, which shows every component in every state. Only with DEMO_DATA. */
export function registerUi(app: FastifyInstance, pages: AppPages): void {
  app.get('/ui', { config: { operationId: 'openUi' } }, (_request, reply) =>
    pages.send(reply, { title: 'Components', entries: ['src/web/ui/main.tsx'], config: {}, policy: {} }),
  );
}
