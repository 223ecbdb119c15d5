import { maxHeaderSize } from 'node:http';
import type { FastifyHelmetOptions } from '@fastify/helmet';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { parseBodies } from './request-body.ts';
import { type ContractOperation, createAllowedMethods } from './contract.ts';
import { type IdentifyClient, limitRate, type RateLimit } from './rate-limit.ts';
import type { ErrorFormat } from './http-problem.ts';
import { serveMetrics, type ServiceMetrics } from './metrics.ts';
import { closeConnectionsWhenStopping } from './draining.ts';
import { type ReadinessProbe, serveProbes } from './probes.ts';
import { respondToErrors } from './error-responses.ts';
import { serviceLog } from './request-log.ts';
import { securityHeaders } from './security-headers.ts';
import { traceLogs, traceRequests } from './trace-requests.ts';
import type { Tracing } from './tracing.ts';
import { createClientErrorHandler } from './client-error-handler.ts';

/** Largest request body, bytes, unless an area says otherwise. */
const defaultBodyLimit = 128 * 1024;

/** What @fastify/helmet is told of a service. */
export type ServerHeaders = Pick<FastifyHelmetOptions, 'contentSecurityPolicy' | 'crossOriginResourcePolicy'>;

export interface ServerDefinition {
  /** The area's one word: sso, forum, backend, notifications, web. */
  readonly name: string;
  readonly errors: ErrorFormat;
  /** Of its contract; none where there is none. */
  readonly operations: readonly ContractOperation[];
  readonly headers: ServerHeaders;
  readonly bodyLimit?: number | undefined;
  /** Whose requests are counted for themselves, and not for the address they come from. */
  readonly identifyClient?: IdentifyClient | undefined;
  /** An address with a slash at its end is the one without. */
  readonly ignoreTrailingSlash?: boolean;
}

export interface ServiceEnvironment {
  /** The service's public address, without a trailing slash. */
  readonly baseUrl: string;
  readonly log: FastifyBaseLogger;
  readonly newRequestId: () => string;
  /** CIDRs of the proxies whose X-Forwarded-* count. */
  readonly trustedProxies: readonly string[];
  /** Undefined lifts the outer limits. */
  readonly rateLimit: RateLimit | undefined;
  /** Compares every answer with the contract and answers 500 when it differs: for tests and development. */
  readonly checkResponses: boolean;
  readonly ready: ReadinessProbe;
  /** Aborted when the process is to stop, some time before it closes. */
  readonly stopping: AbortSignal;
  readonly metrics: ServiceMetrics;
  /** Left out, requests belong to no trace. */
  readonly tracing?: Tracing | undefined;
}

/**
 * An HTTP server without its routes, and what the platform promises of each: request ids, limits of size, time and
 * rate, one error shape, headers, health and metrics.
 */
export async function createServer(
  definition: ServerDefinition,
  environment: ServiceEnvironment,
): Promise<FastifyInstance> {
  const { name, errors, operations, bodyLimit = defaultBodyLimit, ignoreTrailingSlash = false } = definition;
  const { checkResponses, tracing, trustedProxies } = environment;

  const app = Fastify({
    loggerInstance: serviceLog(environment.log, name),
    genReqId: environment.newRequestId,
    requestIdHeader: false,
    ...(tracing && { childLoggerFactory: traceLogs(tracing) }),
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    bodyLimit,
    // A parameter is judged by its contract: none is longer than the request line and headers may be together.
    routerOptions: { maxParamLength: maxHeaderSize, ignoreTrailingSlash },
    requestTimeout: 30_000,
    forceCloseConnections: 'idle',
    // What came in before the end is answered, not refused.
    return503OnClosing: false,
    clientErrorHandler: createClientErrorHandler(errors),
  });

  if (tracing) traceRequests(app, name, tracing);
  const headers = {
    ...(await securityHeaders({
      ...definition.headers,
      strictTransportSecurity: environment.baseUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    })),
    'cache-control': 'no-store',
  };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    done();
  });

  const allowedMethods = createAllowedMethods(operations);
  respondToErrors(app, {
    errors,
    operations,
    checkResponses,
    bodyLimit,
    allowedMethods,
    stopping: environment.stopping,
  });
  if (environment.rateLimit) await limitRate(app, environment.rateLimit, errors, definition.identifyClient);
  app.decorateRequest('rawBody', undefined);
  await parseBodies(app);
  closeConnectionsWhenStopping(environment.stopping, app);
  serveProbes(app, environment.ready, environment.stopping);
  serveMetrics(app, environment.metrics);
  return app;
}
