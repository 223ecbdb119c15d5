import { maxHeaderSize } from 'node:http';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { parseBodies } from './request-body.ts';
import { type ContractOperation, createAllowedMethods } from '../contract/contract.ts';
import { type IdentifyClient, limitRate, type RateLimit } from './rate-limit.ts';
import type { ErrorFormat } from '../errors/domain-error.ts';
import type { NavigationLink } from '../../html/page-parts.ts';
import { measureRequests, type ServiceMetrics } from '../observe/metrics.ts';
import { type ReadinessProbe, serveMetrics, serveProbes } from '../observe/admin-server.ts';
import { createBadUrlHandler, createClientErrorHandler, respondToErrors } from '../errors/error-responses.ts';
import { serviceLog } from '../observe/request-log.ts';
import { traceLogs, traceRequests, type Tracing } from '../observe/tracing.ts';

/** Default limit of a request body, in bytes. */
const defaultBodyLimit = 128 * 1024;

/** Options of @fastify/helmet that differ between services. */
export type ServerHeaders = Pick<
  FastifyHelmetOptions,
  | 'contentSecurityPolicy'
  | 'crossOriginOpenerPolicy'
  | 'crossOriginResourcePolicy'
  | 'originAgentCluster'
  | 'referrerPolicy'
  | 'xDnsPrefetchControl'
  | 'xDownloadOptions'
  | 'xFrameOptions'
  | 'xPermittedCrossDomainPolicies'
  | 'xXssProtection'
>;

interface ServerDefinition {
  /** The service's name: sso, forum, backend, notifications, web. */
  readonly name: string;
  readonly errors: ErrorFormat;
  /** Operations of the contract; empty for a service without one. */
  readonly operations: readonly ContractOperation[];
  readonly headers: ServerHeaders;
  readonly bodyLimit?: number | undefined;
  /** Clients that are rate-limited by key instead of by address. */
  readonly identifyClient?: IdentifyClient | undefined;
  /** A path with a trailing slash is the same as the path without. */
  readonly ignoreTrailingSlash?: boolean;
  /** Whether the log has two lines per request. Default true. */
  readonly logsRequests?: boolean;
}

export interface ServiceEnvironment {
  /** The service's public address, without a trailing slash. */
  readonly baseUrl: string;
  readonly log: FastifyBaseLogger;
  readonly newRequestId: () => string;
  /** CIDRs of the proxies whose X-Forwarded-* headers are trusted. */
  readonly trustedProxies: readonly string[];
  /** When undefined, the outer limits are off. */
  readonly rateLimit: RateLimit | undefined;
  /** Compares every response with the contract and responds 500 when it differs; for tests and development. */
  readonly checkResponses: boolean;
  readonly ready: ReadinessProbe;
  /** Aborted when the process begins to stop; DRAIN_SECONDS later it closes. */
  readonly stopping: AbortSignal;
  readonly metrics: ServiceMetrics;
  /** Whether the service's own port serves probes and metrics; not in production, where it is public. Default true. */
  readonly operatorRoutes?: boolean;
  /** Links of the bar above every page; without them pages have no bar. */
  readonly navigation?: readonly NavigationLink[];
  /** Replaces the addresses in documentation by those of this platform; without it they are the defaults. */
  readonly ownAddresses?: (text: string) => string;
  /** When left out, requests belong to no trace. */
  readonly tracing?: Tracing | undefined;
}

/**
 * Creates an HTTP server without routes. It has what all services of the platform share: request ids, limits of size,
 * time and rate, one error format, security headers, and in development probes and metrics.
 */
export async function createServer(
  definition: ServerDefinition,
  environment: ServiceEnvironment,
): Promise<FastifyInstance> {
  const { name, errors, operations, bodyLimit = defaultBodyLimit, ignoreTrailingSlash = false } = definition;
  const { checkResponses, tracing, trustedProxies } = environment;

  const headers = {
    ...(await securityHeaders({
      ...definition.headers,
      strictTransportSecurity: environment.baseUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    })),
    'cache-control': 'no-store',
  };
  const app = Fastify({
    loggerInstance: serviceLog(environment.log, name),
    genReqId: environment.newRequestId,
    requestIdHeader: false,
    logController: new LogController({ disableRequestLogging: definition.logsRequests === false }),
    ...(tracing && { childLoggerFactory: traceLogs(tracing) }),
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    bodyLimit,
    // The contract limits parameters, and Node limits the request line: the router has no limit below that.
    routerOptions: { maxParamLength: maxHeaderSize, ignoreTrailingSlash },
    requestTimeout: 30_000,
    forceCloseConnections: 'idle',
    // Requests that arrive before the server closes are served.
    return503OnClosing: false,
    clientErrorHandler: createClientErrorHandler(errors),
    frameworkErrors: createBadUrlHandler(errors, headers),
  });

  if (trustedProxies.length === 0) warnOfUntrustedProxy(app);
  if (tracing) traceRequests(app, name, tracing);
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
  measureRequests(app, environment.metrics);
  if (environment.operatorRoutes ?? true) {
    serveProbes(app, environment.ready, environment.stopping);
    serveMetrics(app, environment.metrics);
  }
  return app;
}

/**
 * Closes the connection after every response once the process begins to stop. Clients with a kept-alive connection
 * connect again elsewhere, so that no request is sent to a process that has ended.
 */
function closeConnectionsWhenStopping(stopping: AbortSignal, app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    if (stopping.aborted) reply.header('connection', 'close');
    done();
  });
}

/**
 * Returns the headers that @fastify/helmet sends. Helmet would compute them for every request, which takes longer than
 * routing it. Without nonces they never change, so that they are computed once.
 */
async function securityHeaders(options: FastifyHelmetOptions): Promise<Readonly<Record<string, string>>> {
  const app = Fastify();
  await app.register(helmet, options);
  app.get('/', async (_request, reply) => reply.raw.getHeaders());
  const response = await app.inject('/');
  await app.close();
  return response.json<Record<string, string>>();
}

/**
 * Warns once when X-Forwarded-For arrives although no proxy is trusted: rate limits and audit then count the proxy's
 * address for every client.
 */
export function warnOfUntrustedProxy(app: FastifyInstance): void {
  let warned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!warned && request.headers['x-forwarded-for'] !== undefined) {
      warned = true;
      app.log.warn(
        `a request from ${request.ip} has X-Forwarded-For, but TRUSTED_PROXIES is not set: ` +
          'every client of a proxy counts as one address. If this is your proxy, set TRUSTED_PROXIES to its network',
      );
    }
    done();
  });
}
