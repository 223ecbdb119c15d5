import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { hookRoutes } from './route-hooks.ts';

test('route hooks: run before those of the route, once, also for HEAD, and only on their routes', async () => {
  const ran: string[] = [];
  const record = (name: string) => async () => void ran.push(name);
  const app = Fastify();
  hookRoutes(app, ({ operationId, url }) => {
    if (operationId === 'listNotes') return { preValidation: record('by operationId') };
    return url === '/other' ? { preHandler: record('by path') } : undefined;
  });
  const handler = async () => ran.push('handler');
  await app.register(async (child) => {
    child.get('/notes', { config: { operationId: 'listNotes' }, preValidation: record('of the route'), handler });
    child.get('/other', { preHandler: [record('of the route')], handler });
    child.get('/none', handler);
  });

  const order = async (method: 'GET' | 'HEAD', url: string) => {
    ran.length = 0;
    expect((await app.inject({ method, url })).statusCode).toBe(200);
    return ran.slice();
  };
  for (const method of ['GET', 'HEAD'] as const) {
    expect(await order(method, '/notes'), method).toEqual(['by operationId', 'of the route', 'handler']);
    expect(await order(method, '/other'), method).toEqual(['by path', 'of the route', 'handler']);
    expect(await order(method, '/none'), method).toEqual(['handler']);
  }
  await app.close();
});
