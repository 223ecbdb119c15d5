import { headerPairs } from '../../protocol/raw-headers.ts';
import { rememberAcceptedRequest } from './accepted-requests.ts';
import type { RequestVerifier } from './verify-request.ts';

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

/**
 * Creates an onRequest hook that passes verified requests on; the handler calls `agentOf(request)`. The verifier needs its
 * `baseUrl`.
 *
 * @example app.post('/notes', { onRequest: fastifyDpop(verify) }, async (request) => agentOf(request).sub);
 */
export function fastifyDpop(
  verify: RequestVerifier,
): (request: FastifyRequestLike, reply: FastifyReplyLike) => Promise<unknown> {
  return async (request, reply) => {
    const { method, originalUrl: url, raw } = request;
    const result = await verify({ method, url, headers: headerPairs(raw.rawHeaders) });
    if (result.ok) {
      rememberAcceptedRequest(request, result);
      return undefined;
    }
    reply.code(result.status);
    for (const [name, value] of Object.entries(result.headers)) reply.header(name, value);
    return reply.send(result.body);
  };
}
