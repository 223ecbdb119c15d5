import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

/** How long a browser may remember that it may ask, seconds. */
const preflightMaxAge = 600;

/** What pages call. A send is never among it: API keys do not belong into browsers. */
const forPages = /^\/api\/v1\/(portal|host)\//;

/** Lets pages of these origins call portal and host, with their tokens and without cookies. */
export async function allowOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  await app.register(cors, {
    delegator: (request, decide) => {
      const { origin } = request.headers;
      const allowed = forPages.test(request.url ?? '') && origin !== undefined && origins.includes(origin);
      decide(null, {
        origin: allowed ? origin : false,
        methods: ['GET', 'PUT', 'POST', 'DELETE'],
        allowedHeaders: ['authorization', 'content-type', 'dpop', 'x-platform-receipt-token'],
        exposedHeaders: ['x-request-id', 'www-authenticate', 'retry-after'],
        maxAge: preflightMaxAge,
        strictPreflight: false,
      });
    },
  });
}
