import type { Verify } from './guard.ts';

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
