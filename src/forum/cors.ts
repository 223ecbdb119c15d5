import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

/** Time that browsers cache a preflight response, seconds. */
const preflightMaxAge = 600;

/** Operations of moderation, which the operator console calls. */
const consolePaths = /^\/api\/(?:reports|moderation\/(?:actions|log))(?:\?|$)/;

/** Allows pages of these origins to call the operations of moderation with an administrator's key, without cookies. */
export async function allowConsoleOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  await app.register(cors, {
    delegator: (request, decide) => {
      const { origin } = request.headers;
      const allowed = consolePaths.test(request.url ?? '') && origin !== undefined && origins.includes(origin);
      decide(null, {
        origin: allowed ? origin : false,
        preflight: allowed,
        methods: ['GET', 'POST'],
        allowedHeaders: ['authorization', 'content-type'],
        exposedHeaders: ['x-request-id', 'www-authenticate', 'retry-after'],
        maxAge: preflightMaxAge,
        strictPreflight: false,
      });
    },
  });
}
