import type { FastifyInstance } from 'fastify';
import { type Contract, readOperations } from '../contract/contract.ts';
import { applyCors, type CorsRules } from './cors.ts';
import { createServer, type ServiceEnvironment } from './create-server.ts';
import type { IdentifyClient } from './rate-limit.ts';
import type { ErrorFormat } from '../errors/domain-error.ts';
import { bindOperations } from '../contract/bind-operations.ts';
import type { SecuritySchemes } from '../caller/security.ts';
import type { ServedReferenceOptions } from '../../api-reference/reference-files.ts';
import { documentationPolicy } from '../../api-reference/documentation-page.ts';
import { sendDocumentation } from './documentation-files.ts';

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

/**
 * Serves the contract at `GET /docs` and a page per operation below it, the same as on the documentation site. Pages load
 * nothing from other hosts. The first request renders them and loads the modules for that. A service without a page at
 * its root gets one for browsers; programs receive the contract's 404 there.
 */
function serveReference(app: FastifyInstance, contract: Contract, options: ServedReferenceOptions): void {
  let rendered: Promise<ReadonlyMap<string, string>> | undefined;
  const render = async () => {
    const { referenceFiles } = await import('../../api-reference/reference-files.ts');
    return referenceFiles(contract, options);
  };
  const send = sendDocumentation(
    async (name) => (await (rendered ??= render())).get(name),
    `${documentationPolicy}; frame-ancestors 'none'`,
  );

  if (!app.hasRoute({ method: 'GET', url: '/' })) {
    app.get('/', (request, reply) =>
      request.headers.accept?.includes('text/html') ? send('', request, reply) : reply.callNotFound(),
    );
  }
  app.get('/docs', (request, reply) => send('docs', request, reply));
  app.get<{ Params: { '*': string } }>('/docs/*', (request, reply) => {
    const { '*': path } = request.params;
    // The page's links are relative, so that it has one address.
    return path === '' ? reply.redirect('../docs', 301) : send(`docs/${path}`, request, reply);
  });
}
