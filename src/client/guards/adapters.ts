import { headerPairs } from '../../protocol/request-headers.ts';
import type { VerifiedRequests, Verify } from './guard.ts';

/** The used members of an Express or node:http request. */
export interface ExpressRequestLike {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly originalUrl?: string | undefined;
  readonly rawHeaders: readonly string[];
}

/** The used members of an Express or node:http response. */
export interface ExpressResponseLike {
  statusCode: number;
  setHeader(name: string, value: string): unknown;
  end(body: string): unknown;
}

/** Middleware for Express 4 and 5 and for node:http. */
export type ExpressMiddleware = (
  request: ExpressRequestLike,
  response: ExpressResponseLike,
  next: (error?: unknown) => void,
) => Promise<void>;

/** Creates middleware that passes verified requests on and responds to the others. */
export function createExpressGuard<Accepted extends { readonly ok: true }>(
  verify: Verify<Accepted>,
  verified: VerifiedRequests<Accepted>,
): ExpressMiddleware {
  return async (request, response, next) => {
    try {
      const { method = '', originalUrl, url = '', rawHeaders } = request;
      const result = await verify({ method, url: originalUrl ?? url, headers: headerPairs(rawHeaders) });
      if (!result.ok) {
        response.statusCode = result.status;
        for (const [name, value] of Object.entries(result.headers)) response.setHeader(name, value);
        response.setHeader('Content-Type', 'application/json; charset=utf-8');
        response.end(JSON.stringify(result.body));
        return;
      }
      verified.set(request, result);
    } catch (error) {
      next(error);
      return;
    }
    next();
  };
}

/** The used members of a Fastify request. */
export interface FastifyRequestLike {
  readonly method: string;
  readonly originalUrl: string;
  readonly raw: { readonly rawHeaders: readonly string[] };
}

/** The used members of a Fastify reply. */
export interface FastifyReplyLike {
  code(status: number): unknown;
  header(name: string, value: string): unknown;
  send(body: unknown): unknown;
}

/** An onRequest hook of Fastify. */
export type FastifyHook = (request: FastifyRequestLike, reply: FastifyReplyLike) => Promise<unknown>;

/** Creates an onRequest hook that passes verified requests on and responds to the others. */
export function createFastifyGuard<Accepted extends { readonly ok: true }>(
  verify: Verify<Accepted>,
  verified: VerifiedRequests<Accepted>,
): FastifyHook {
  return async (request, reply) => {
    const { method, originalUrl: url, raw } = request;
    const result = await verify({ method, url, headers: headerPairs(raw.rawHeaders) });
    if (result.ok) {
      verified.set(request, result);
      return undefined;
    }
    reply.code(result.status);
    for (const [name, value] of Object.entries(result.headers)) reply.header(name, value);
    return reply.send(result.body);
  };
}

/** Wraps a handler of fetch requests: calls it for verified requests and responds to others with the rejection. */
export function createFetchGuard<Accepted extends { readonly ok: true }, Rest extends readonly unknown[]>(
  verify: Verify<Accepted>,
  handler: (request: Request, accepted: Accepted, ...rest: Rest) => Response | Promise<Response>,
): (request: Request, ...rest: Rest) => Promise<Response> {
  return async (request, ...rest) => {
    const result = await verify({ method: request.method, url: request.url, headers: request.headers });
    if (result.ok) return handler(request, result, ...rest);
    return Response.json(result.body, { status: result.status, headers: result.headers });
  };
}

/** The used members of Hono's context. */
export interface HonoContextLike {
  readonly req: { readonly raw: Request };
}

/** Middleware of Hono 4. */
export type HonoMiddleware = (context: HonoContextLike, next: () => Promise<void>) => Promise<Response | undefined>;

/** Creates middleware that passes verified requests on and responds to the others. */
export function createHonoGuard<Accepted extends { readonly ok: true }>(
  verify: Verify<Accepted>,
  verified: VerifiedRequests<Accepted>,
): HonoMiddleware {
  return async ({ req }, next) => {
    const { method, url, headers } = req.raw;
    const result = await verify({ method, url, headers });
    if (!result.ok) return Response.json(result.body, { status: result.status, headers: result.headers });
    // Other middleware replaces `req.raw`, and keeps `req`.
    verified.set(req, result);
    await next();
    return undefined;
  };
}
