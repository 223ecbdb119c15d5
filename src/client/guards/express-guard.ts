import { headerPairs } from '../../protocol/raw-headers.ts';
import type { Verify, VerifiedRequests } from './guard.ts';

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
