import type { FastifyInstance } from 'fastify';
import { type Contract, readOperations } from '../contract/contract.ts';
import { applyCors, type CorsRules } from './cors.ts';
import { createServer, type ServiceEnvironment } from './create-server.ts';
import type { IdentifyClient } from './rate-limit.ts';
import type { ErrorFormat } from '../errors/http-problem.ts';
import { bindOperations } from '../contract/bind-operations.ts';
import { serveReference } from './api-reference.ts';
import type { SecuritySchemes } from '../caller/security.ts';

export type { ServiceEnvironment } from './create-server.ts';

export interface ServiceDefinition {
  /** The area's name: sso, forum, backend, notifications. */
  readonly name: string;
  readonly contract: Contract;
  /** One handler per operationId; `generated/<area>/operations.ts` types the table. */
  readonly handlers: object;
  /** What every handler receives besides the operation's input: store, clock, ids. */
  readonly context: object;
  readonly security: SecuritySchemes;
  readonly now: () => Date;
  readonly errors: ErrorFormat;
  readonly bodyLimit?: number;
  /** Clients that are rate-limited by key instead of by address. */
  readonly identifyClient?: IdentifyClient;
  /** Who may read responses from another origin, for the policies (`x-cors`) of the contract. */
  readonly cors?: CorsRules;
  /** Pages and other routes that are not operations of the contract. */
  readonly extend?: (app: FastifyInstance) => Promise<void>;
}

/**
 * Creates an HTTP server from a contract and its handlers.
 *
 * fastify-openapi-glue creates the routes from the contract. The runtime adds what all services share: unknown members
 * are rejected and never removed, authentication precedes the body, errors have one format, requests have ids. Only
 * this folder imports the binder.
 */
export async function createService(
  definition: ServiceDefinition,
  environment: ServiceEnvironment,
): Promise<FastifyInstance> {
  const { name, contract, errors, bodyLimit, identifyClient } = definition;
  const { baseUrl, checkResponses, metrics } = environment;
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
        // Other origins may load the public contract and posts; tokens and CORS protect private data.
        crossOriginResourcePolicy: { policy: 'cross-origin' },
      },
    },
    environment,
  );
  app.decorateRequest('caller', undefined);
  await applyCors(app, operations, definition.cors ?? {});
  await definition.extend?.(app);
  const { navigation = [], ownAddresses = (text) => text } = environment;
  serveReference(app, contract, { area: name, baseUrl, navigation, ownAddresses });
  await bindOperations(app, { ...definition, operations, baseUrl, checkResponses, metrics });
  return app;
}
