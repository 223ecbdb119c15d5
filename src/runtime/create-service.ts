import type { FastifyInstance } from 'fastify';
import { type Contract, readOperations } from './contract.ts';
import { createServer, type ServiceEnvironment } from './create-server.ts';
import type { IdentifyClient } from './rate-limit.ts';
import type { ErrorFormat } from './http-problem.ts';
import { bindOperations } from './bind-operations.ts';
import { serveReference } from './api-reference.ts';
import type { SecuritySchemes } from './security.ts';

export type { ServiceEnvironment } from './create-server.ts';

export interface ServiceDefinition {
  /** The area's one word: sso, forum, backend, notifications. */
  readonly name: string;
  readonly contract: Contract;
  /** One handler per operationId; the area types the table by `generated/<area>/operations.ts`. */
  readonly handlers: object;
  /** What every handler is given besides the operation's input: store, clock, ids. */
  readonly context: object;
  readonly security: SecuritySchemes;
  readonly errors: ErrorFormat;
  readonly bodyLimit?: number;
  /** Whose requests are counted for themselves, and not for the address they come from. */
  readonly identifyClient?: IdentifyClient;
  /** Pages and other routes that are not operations of the contract. */
  readonly extend?: (app: FastifyInstance) => Promise<void>;
}

/**
 * A contract and its handlers as an HTTP server.
 *
 * fastify-openapi-glue turns the contract into routes; around it stands what the platform promises for every
 * service: nothing unknown accepted or stripped, authentication before the body, one error shape, request ids.
 * The binder is known to this folder alone.
 */
export async function createService(
  definition: ServiceDefinition,
  environment: ServiceEnvironment,
): Promise<FastifyInstance> {
  const { name, contract, errors, bodyLimit, identifyClient } = definition;
  const { baseUrl, checkResponses } = environment;
  const operations = readOperations(contract);
  const app = await createServer(
    {
      name,
      errors,
      operations,
      bodyLimit,
      identifyClient,
      headers: {
        contentSecurityPolicy: {
          useDefaults: false,
          directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
        },
        // Other origins read the public contract and the public posts; what is private is guarded by tokens and CORS.
        crossOriginResourcePolicy: { policy: 'cross-origin' },
      },
    },
    environment,
  );
  app.decorateRequest('credentials', undefined);
  await definition.extend?.(app);
  serveReference(app, contract, { area: name, baseUrl });
  await bindOperations(app, { ...definition, operations, baseUrl, checkResponses });
  return app;
}
