import type { FastifyRequest, FastifyInstance, preHandlerHookHandler, preValidationHookHandler } from 'fastify';

/** The parts of a request that handlers and security schemes read besides its validated parameters. */
export interface IncomingRequest {
  readonly id: string;
  readonly method: string;
  /** Host header, or X-Forwarded-Host when a trusted proxy sent it; empty without one. */
  readonly host: string;
  /** The URL that the client requested, at the service's public address; `htu` of RFC 9449. */
  readonly url: string;
  /** Header lines as received, names and values alternating; repeated lines are separate. */
  readonly rawHeaders: readonly string[];
  readonly cookies: Readonly<Record<string, string | undefined>>;
  /** The exact bytes of the body; empty when the request has none. */
  readonly rawBody: Uint8Array;
  /** The client's IP address, as the trusted proxies report it. */
  readonly ip: string;
  readonly origin: string | undefined;
  readonly userAgent: string | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    rawBody: Uint8Array | undefined;
  }
}

const nothing = new Uint8Array();

/** @param baseUrl the service's public address, without a trailing slash */
export function readRequest(request: FastifyRequest, baseUrl: string): IncomingRequest {
  return {
    id: request.id,
    method: request.method,
    host: request.host,
    url: `${baseUrl}${request.raw.url ?? request.url}`,
    rawHeaders: request.raw.rawHeaders,
    cookies: request.cookies ?? {},
    rawBody: request.rawBody ?? nothing,
    ip: request.ip,
    origin: request.headers.origin,
    userAgent: request.headers['user-agent'],
  };
}

/** Hooks of the operations that need them: others do not pay for a call that does nothing. */
interface RouteHooks {
  readonly preValidation?: preValidationHookHandler;
  readonly preHandler?: preHandlerHookHandler;
}

/**
 * Adds hooks to the routes of an instance that are registered later. They run before the hooks of the route itself.
 *
 * @param hooksOf returns the hooks of a route by its operationId and its path; undefined when it has none
 */
export function hookRoutes(
  app: FastifyInstance,
  hooksOf: (route: { readonly operationId: string | undefined; readonly url: string }) => RouteHooks | undefined,
): void {
  app.addHook('onRoute', (route) => {
    const hooks = hooksOf({ operationId: route.config?.operationId, url: route.url });
    if (hooks?.preValidation) route.preValidation = [hooks.preValidation, ...[route.preValidation ?? []].flat()];
    if (hooks?.preHandler) route.preHandler = [hooks.preHandler, ...[route.preHandler ?? []].flat()];
  });
}
