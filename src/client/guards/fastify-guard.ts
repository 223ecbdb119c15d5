import { headerPairs } from '../../protocol/raw-headers.ts';
import type { Verify, VerifiedRequests } from './guard.ts';

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
