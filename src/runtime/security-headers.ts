import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import Fastify from 'fastify';

/**
 * Returns the headers that @fastify/helmet sends. Helmet would compute them for every request, which takes longer than
 * routing it. Without nonces they never change, so that they are computed once.
 */
export async function securityHeaders(options: FastifyHelmetOptions): Promise<Readonly<Record<string, string>>> {
  const app = Fastify();
  await app.register(helmet, options);
  app.get('/', async (_request, reply) => reply.raw.getHeaders());
  const response = await app.inject('/');
  await app.close();
  return response.json<Record<string, string>>();
}
