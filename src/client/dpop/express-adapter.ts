import { headerPairs } from '../../protocol/raw-headers.ts';
import { rememberAcceptedRequest } from './accepted-requests.ts';
import type { RequestVerifier } from './verify-request.ts';

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

/**
 * Creates middleware for Express 4 and 5 that passes verified requests on; the handler calls `agentOf(request)`. The
 * verifier needs its `baseUrl`.
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
