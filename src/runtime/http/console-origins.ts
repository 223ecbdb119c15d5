import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

/** Time that browsers cache a preflight response, seconds. */
const preflightMaxAge = 600;

export interface ConsoleOrigins {
  /** Origins of the pages. */
  readonly origins: readonly string[];
  /** Path and query of the operations that the operator console calls. */
  readonly paths: RegExp;
}

/** Allows the operator console to call operations with an administrator's key, without cookies. */
export async function allowConsoleOrigins(app: FastifyInstance, { origins, paths }: ConsoleOrigins): Promise<void> {
  await app.register(cors, {
    delegator: (request, decide) => {
      const { origin } = request.headers;
      const allowed = paths.test(request.url ?? '') && origin !== undefined && origins.includes(origin);
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
