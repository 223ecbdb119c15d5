import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { readBodies } from './body.ts';
import { type Contract, createAllowedMethods, operationsOf } from './contract.ts';
import { limitRate, type RateLimit } from './rate-limit.ts';
import type { ErrorShape } from './problem.ts';
import { serveMetrics, type ServiceMetrics } from './metrics.ts';
import { closeConnectionsOnce } from './draining.ts';
import { type ReadinessProbe, serveProbes } from './probes.ts';
import { answerErrors } from './error-answers.ts';
import { bindOperations } from './operations.ts';
import { serviceLog } from './request-log.ts';
import { serveReference } from './reference.ts';
import type { SecuritySchemes } from './security.ts';
import { securityHeaders } from './security-headers.ts';
import { traceLogs, traceRequests } from './trace-requests.ts';
import type { Tracing } from './tracing.ts';
import { answerUnreadable } from './unreadable-request.ts';

/** Largest request body, bytes, unless an area says otherwise. */
const defaultBodyLimit = 128 * 1024;

export interface ServiceDefinition {
  /** The area's one word: sso, forum, backend, notifications. */
  readonly name: string;
  readonly contract: Contract;
  /** One handler per operationId; the area types the table by `generated/<area>/operations.ts`. */
  readonly handlers: object;
  /** What every handler is given besides the operation's input: store, clock, ids. */
  readonly context: object;
  readonly security: SecuritySchemes;
  readonly errors: ErrorShape;
  readonly bodyLimit?: number;
  /** Pages and other routes that are not operations of the contract. */
  readonly extend?: (app: FastifyInstance) => Promise<void>;
}

export interface ServiceEnvironment {
  /** The service's public address, without a trailing slash. */
  readonly baseUrl: string;
  readonly log: FastifyBaseLogger;
  readonly newRequestId: () => string;
  /** CIDRs of the proxies whose X-Forwarded-* count. */
  readonly trustedProxies: readonly string[];
  /** Requests per client address and minute; undefined lifts the outer limit. */
  readonly rateLimit: RateLimit | undefined;
  /** Compares every answer with the contract and answers 500 when it differs: for tests and development. */
  readonly checkAnswers: boolean;
  readonly ready: ReadinessProbe;
  /** Aborted when the process is to stop, some time before it closes. */
  readonly stopping: AbortSignal;
  readonly metrics: ServiceMetrics;
  /** Left out, requests belong to no trace. */
  readonly tracing?: Tracing | undefined;
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
  const operations = operationsOf(definition.contract);
  const bodyLimit = definition.bodyLimit ?? defaultBodyLimit;

  const app = Fastify({
    loggerInstance: serviceLog(environment.log, definition.name),
    genReqId: environment.newRequestId,
    requestIdHeader: false,
    ...(environment.tracing && { childLoggerFactory: traceLogs(environment.tracing) }),
    trustProxy: environment.trustedProxies.length > 0 ? [...environment.trustedProxies] : false,
    bodyLimit,
    // The longest parameter of a contract is a link secret of 43 characters; identifiers are shorter than this.
    routerOptions: { maxParamLength: 512, ignoreTrailingSlash: false },
    requestTimeout: 30_000,
    forceCloseConnections: 'idle',
    // What came in before the end is answered, not refused.
    return503OnClosing: false,
    clientErrorHandler: answerUnreadable(definition.errors),
  });

  if (environment.tracing) traceRequests(app, definition.name, environment.tracing);
  app.decorateRequest('rawBody', undefined);
  app.decorateRequest('credentials', undefined);
  const headers = {
    ...(await securityHeaders({
      contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
      strictTransportSecurity: environment.baseUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
      // Other origins read the public contract and the public posts; what is private is guarded by tokens and CORS.
      crossOriginResourcePolicy: { policy: 'cross-origin' },
    })),
    'cache-control': 'no-store',
  };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    done();
  });

  answerErrors(app, {
    errors: definition.errors,
    operations,
    checkAnswers: environment.checkAnswers,
    bodyLimit,
    allowedMethods: createAllowedMethods(operations),
  });
  if (environment.rateLimit) await limitRate(app, environment.rateLimit, definition.errors);
  await readBodies(app);
  closeConnectionsOnce(environment.stopping, app);
  serveProbes(app, environment.ready, environment.stopping);
  serveMetrics(app, environment.metrics);
  await definition.extend?.(app);
  serveReference(app, definition.contract, { area: definition.name, baseUrl: environment.baseUrl });
  await bindOperations(app, {
    ...definition,
    operations,
    baseUrl: environment.baseUrl,
    checkAnswers: environment.checkAnswers,
  });
  return app;
}
