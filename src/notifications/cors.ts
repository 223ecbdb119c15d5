import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

/** Time that browsers cache a preflight response, seconds. */
const preflightMaxAge = 600;

/** Paths that web pages may call. Sends are excluded: an API key must not be in a browser. */
const pagePaths = /^\/api\/v1\/(portal|host|admin)\//;

/** Allows pages of these origins to call the portal, host and admin operations, without cookies. */
export async function allowPageOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  await app.register(cors, {
    delegator: (request, decide) => {
      const { origin } = request.headers;
      const allowed = pagePaths.test(request.url ?? '') && origin !== undefined && origins.includes(origin);
      decide(null, {
        origin: allowed ? origin : false,
        methods: ['GET', 'PUT', 'POST', 'PATCH', 'DELETE'],
        allowedHeaders: ['authorization', 'content-type', 'dpop', 'x-platform-receipt-token'],
        exposedHeaders: ['x-request-id', 'www-authenticate', 'retry-after'],
        maxAge: preflightMaxAge,
        strictPreflight: false,
      });
    },
  });
}
