import { headerPairs } from '../../protocol/raw-headers.ts';
import { rememberAcceptedRequest } from './accepted-requests.ts';
import type { RequestVerifier } from './verify-request.ts';

/** What is used of an Express request; also of one of node:http. */
export interface ExpressRequestLike {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly originalUrl?: string | undefined;
  readonly rawHeaders: readonly string[];
}

/** What is used of an Express response; also of one of node:http. */
export interface ExpressResponseLike {
  statusCode: number;
  setHeader(name: string, value: string): unknown;
  end(body: string): unknown;
}

/**
 * Middleware that lets verified requests through; the handler asks `agentOf(request)`. The verifier must know its
 * `baseUrl`. For Express 4 and 5, and everything that takes its middleware.
 *
 * @example app.post('/notes', expressDpop(verify), (request, response) => response.json(agentOf(request).sub));
 */
export function expressDpop(
  verify: RequestVerifier,
): (request: ExpressRequestLike, response: ExpressResponseLike, next: (error?: unknown) => void) => Promise<void> {
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
      rememberAcceptedRequest(request, result);
    } catch (error) {
      next(error);
      return;
    }
    next();
  };
}
